// The archive: finished deals by player, game, contract and result, the results of each person, and a sheet of them.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { hostKey } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Field, Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Day } from "../parts/time.js";
import { addressOf } from "../replay/address.js";
import { SaveButton } from "../parts/saving.js";
import { counted, isWanted, ownDeals, ownSeats } from "../replay/own_deals.js";
import { Explained } from "../table/log.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */

const MOST = 50;
const LONGEST = 60;
const RESULTS = /** @type {const} */ (["won", "lost", "even"]);

/** @typedef {Readonly<Record<"player" | "ref" | "game" | "contract" | "result", string>>} Wanted Empty: any. */
/** @typedef {{ credential: string | null, query: Readonly<Record<string, string>>, games: Games }} Found */
/** @typedef {ReadonlyMap<string, Schemas["Game"]>} Games */

await loadTexts("records");

export default function ArchivePage() {
  const credential = hostKey.value !== null && keyMay("read") ? hostKey.value : null;
  const [wanted, setWanted] = useState(/** @type {Wanted} */ ({ player: "", ref: "", game: "", contract: "", result: "" }));
  const { data: games, refusal } = useResource(readGames, []);
  const chosen = Object.entries(wanted).filter(([, value]) => value !== "");
  const query = { status: "over", ...(credential !== null && { owner: "me" }), ...Object.fromEntries(chosen) };
  const at = { credential, query, games: games ?? new Map() };
  const source = credential !== null ? "own" : ownSeats().length > 0 ? "device" : "public";
  return h(
    Page,
    { title: t("archive-title"), kind: "archive" },
    h("p", {}, t(`archive-${source}`)),
    h(Refusal, { refusal }),
    games !== null && h(Filters, { wanted, games, hasRefs: credential !== null, onChange: (changes) => setWanted({ ...wanted, ...changes }) }),
    games !== null && source === "own" && h(Results, at),
    games !== null && source === "device" && h(OfDevice, { games, wanted: Object.fromEntries(chosen) }),
    games !== null && source !== "device" && h(Deals, { key: JSON.stringify(query), ...at }),
  );
}

/** @param {AbortSignal} signal @returns {Promise<Games>} */
async function readGames(signal) {
  const { games } = await get("/v1/games", { signal });
  const read = games.map(({ key }) => get("/v1/games/{game}", { params: { game: key }, signal }));
  return new Map((await Promise.all(read)).map((each) => [each.key, each]));
}

/** @param {{ wanted: Wanted, games: Games, hasRefs: boolean, onChange: (changes: Partial<Wanted>) => void }} props */
function Filters({ wanted, games, hasRefs, onChange }) {
  const any = /** @type {[string, string]} */ (["", t("archive-any")]);
  const contracts = contractsOf(games.get(wanted.game));
  return h(
    "div",
    { class: "row fields filters" },
    h(Field, { label: t("archive-player"), value: wanted.player, longest: LONGEST, onInput: (player) => onChange({ player }) }),
    hasRefs && h(Field, { label: t("archive-ref"), value: wanted.ref, longest: LONGEST, onInput: (ref) => onChange({ ref }) }),
    h(Select, {
      label: t("lobby-game"), value: wanted.game, onChange: (game) => onChange({ game, contract: "" }),
      choices: [["", t("lobby-every-game")], .../** @type {[string, string][]} */ ([...games.values()].map(({ key, title }) => [key, title]))],
    }),
    contracts.length > 0 && h(Select, { label: t("archive-contract"), value: wanted.contract, choices: [any, ...contracts], onChange: (contract) => onChange({ contract }) }),
    h(Select, {
      label: t("archive-result"), value: wanted.result, onChange: (result) => onChange({ result }),
      choices: [any, ...RESULTS.map((each) => /** @type {[string, string]} */ ([each, t(`archive-results-${each}`)]))],
    }),
  );
}

/** The contracts that may be declared in a game, with their names.
 * @param {Schemas["Game"] | undefined} game
 * @returns {[string, string][]}
 */
function contractsOf(game) {
  return Object.entries(game?.words.values["contract"] ?? {});
}

/** The results of each person, and the sheet of them.
 * @param {Found} props
 */
function Results({ credential, query, games }) {
  const { status: _status, owner: _owner, ...filters } = query;
  const { data, refusal } = useResource((signal) => get("/v1/me/statistics", { query: filters, credential, signal }), [JSON.stringify(query), credential]);
  return [
    h(Refusal, { key: "refusal", refusal }),
    data !== null && h(People, { key: "people", people: data.people, games }),
    data?.next != null && h("p", { key: "part", class: "hint" }, t("archive-newest", { count: data.deals })),
    h("p", { key: "sheet" }, h(SaveButton, { path: "/v1/deals", options: { query, credential }, type: "text/csv", name: "deals.csv" }, t("archive-sheet"))),
  ];
}

/** The deals of the seats on this device, with the own results.
 * @param {{ games: Games, wanted: import("../replay/own_deals.js").Wanted }} props
 */
function OfDevice({ games, wanted }) {
  const { data, refusal } = useResource((signal) => ownDeals(signal, games), [ownSeats().map(({ token }) => token).join()]);
  const deals = data?.filter((each) => isWanted(each, wanted)) ?? [];
  return [
    h(Refusal, { key: "refusal", refusal }),
    data === null && refusal === null && h("p", { key: "wait", role: "status" }, t("archive-loading")),
    data !== null && h(People, { key: "people", people: counted(deals, t("archive-you")), games }),
    data !== null && h(Lines, { key: "deals", lines: deals, games }),
  ];
}

/** @param {{ people: readonly Schemas["StatisticsLine"][], games: Games }} props */
function People({ people, games }) {
  if (people.length === 0) return null;
  const counts = RESULTS.filter((each) => people.some((line) => line[each] > 0));
  const titles = [t("archive-player"), t("lobby-game"), t("archive-deals"), ...counts.map((each) => t(`archive-results-${each}`))];
  return h(
    "section",
    { "aria-labelledby": "results" },
    h("h2", { id: "results" }, t("archive-statistics")),
    h(
      "div",
      { class: "wide", tabIndex: 0, role: "region", "aria-labelledby": "results" },
      h("table", { class: "sheet" },
        h("thead", {}, h("tr", {}, titles.map((title) => h("th", { key: title, scope: "col" }, title)))),
        h("tbody", {}, people.map((line) =>
          h("tr", { key: `${line.ref} ${line.name} ${line.game} ${line.contract}` },
            h("th", { scope: "row", dir: "auto" }, line.name, line.ref !== null && h("small", {}, ` ${line.ref}`)),
            h("td", {}, [games.get(line.game)?.title ?? line.game, nameOf(games.get(line.game), line.contract)].filter((each) => each !== "").join(" · ")),
            h("td", {}, line.deals), counts.map((each) => h("td", { key: each }, line[each])))))),
    ),
  );
}

/** @param {Schemas["Game"] | undefined} game @param {string | null} contract */
function nameOf(game, contract) {
  return contractsOf(game).find(([value]) => value === contract)?.[1] ?? contract ?? "";
}

/** The deals, the newest first.
 * @param {Found} props
 */
function Deals({ credential, query, games }) {
  const [more, setMore] = useState(/** @type {readonly (string | null)[]} */ ([null]));
  const { data, refusal } = useResource(async (signal) => {
    const pages = more.map((cursor) => get("/v1/deals", { query: { ...query, limit: MOST, ...(cursor !== null && { cursor }) }, credential, signal }));
    return await Promise.all(pages);
  }, [more.length]);
  const lines = data?.flatMap(({ deals }) => deals) ?? [];
  const next = data?.at(-1)?.next ?? null;
  return [
    h(Refusal, { key: "refusal", refusal }),
    data === null && refusal === null && h("p", { key: "wait", role: "status" }, t("archive-loading")),
    data !== null && h(Lines, { key: "deals", lines, games, isPart: next !== null }),
    next !== null && h(Button, { key: "more", onPress: () => setMore([...more, next]) }, t("archive-more")),
  ];
}

/** @typedef {Omit<import("../replay/own_deals.js").OwnDeal, "me"> & { me?: number }} Listed `me`: the own seat. */

/** @param {{ lines: readonly Listed[], games: Games, isPart?: boolean }} props `isPart`: whether there are more. */
function Lines({ lines, games, isPart = false }) {
  return h(
    "section",
    { "aria-labelledby": "deals" },
    h("h2", { id: "deals" }, t("archive-deals")),
    lines.length === 0 && !isPart && h("p", {}, t("archive-none")),
    h("ul", { class: "lines" }, lines.map((line) => h(Line, { key: line.id, line, game: games.get(line.game) }))),
  );
}

/** @param {{ line: Listed, game: Schemas["Game"] | undefined }} props */
function Line({ line, game }) {
  const { id, number, seats, declarer, contract, explanations, finished_at: at, me } = line;
  const told = explanations.at(contract === null ? 0 : -1);
  const names = seats.map(({ seat }) => playerName({ seats: /** @type {any} */ (seats) }, seat));
  return h(
    "li",
    {},
    h(
      "h3",
      {},
      h("a", { href: addressOf({ deal: id, at: 1, eyes: "full" }) }, `${game?.title ?? line.game} · ${t("table-deal")} ${number}`),
      at !== null && h("span", { class: "hint" }, " ", h(Day, { at })),
    ),
    h(
      "p",
      { dir: "auto" },
      names.map((name, seat) => [seat > 0 && " · ", line.won_by.includes(seat) ? h("strong", { key: seat }, name) : name]),
      declarer !== null && contract !== null && ` — ${names[declarer]}: ${nameOf(game, contract)}`,
    ),
    told !== undefined && h("p", { class: "hint" }, h(Explained, { explanation: told, game: line.game, table: { seats: /** @type {any} */ (seats) }, me: me ?? null })),
  );
}
