// Acts of a person besides moves: say "ready", leave, come back, resign, play again.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { get, send, useAction } from "../api.js";
import { credentialFor, find, keep } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Refusal } from "../parts/refusal.js";
import { go, loaded } from "../router.js";
import { Countdown } from "./waiting.js";
import { playerNames } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** The buttons that the present state asks for.
 * @param {{ session: Session, table: Schemas["Table"], deal: Schemas["Deal"] | null, seat: number }} props
 */
export function Acts({ session, table, deal, seat }) {
  const ready = useAction(async () => {
    const number = table.next_deal?.number ?? 0;
    const options = session.asking({ table: table.id, seat });
    const path = "/v1/tables/{table}/seats/{seat}/ready";
    await session.act("table", { type: "ready", number }, (signature) =>
      send("post", path, { number, ...signature }, options),
    );
    await session.readTable();
  });
  const back = useAction(async () => {
    const options = session.asking({ deal: deal?.id ?? "" });
    await session.act("deal", { type: "return" }, (signature) =>
      send("post", "/v1/deals/{deal}/return", signature, options),
    );
  });
  const waiting = table.waiting_for;
  const isPausing = waiting.kind === "ready";
  const mayBeReady = isPausing && waiting.seats.includes(seat);
  const others = waiting.seats.filter((each) => each !== seat);
  const away = deal !== null && deal.status === "playing" && deal.away.includes(seat);
  return h(
    "div",
    { class: "acts" },
    mayBeReady && h(Button, { look: "main", busy: ready.busy, onPress: () => void ready.run() }, t("acts-ready")),
    isPausing && h(
      "p",
      { class: "hint waits", role: "status" },
      others.length > 0 && t("acts-waiting-for", { names: playerNames(table, others) }),
      " ",
      waiting.until !== null && [t("acts-next-deal-in"), " ", h(Countdown, { until: waiting.until, offset: session.clockOffset })],
    ),
    away && h("p", {}, t("acts-away")),
    away && h(Button, { look: "main", busy: back.busy, onPress: () => void back.run() }, t("acts-come-back")),
    h(Refusal, { refusal: ready.refusal ?? back.refusal }),
  );
}

/** The acts that end something: each asks first.
 * @param {{ session: Session, table: Schemas["Table"], deal: Schemas["Deal"] | null, seat: number }} props
 */
export function Leaving({ session, table, deal, seat }) {
  const [asked, setAsked] = useState(/** @type {"leave" | "resign" | null} */ (null));
  const inDeal = useAction(async (/** @type {"leave" | "resign"} */ type) => {
    const path = type === "leave" ? "/v1/deals/{deal}/leaving" : "/v1/deals/{deal}/resignation";
    const options = session.asking({ deal: deal?.id ?? "" });
    await session.act("deal", { type }, (signature) => send("post", path, signature, options));
    setAsked(null);
  });
  const stand = useAction(async () => {
    const options = session.asking({ table: table.id, seat });
    await session.act("table", { type: "leave" }, (signature) =>
      send("delete", "/v1/tables/{table}/seats/{seat}", /** @type {any} */ (signature), options),
    );
    await go("/");
  });
  const playing = deal !== null && deal.status === "playing";
  const away = playing && deal.away.includes(seat);
  return h(
    "div",
    { class: "row" },
    playing && !away && h(Button, { onPress: () => setAsked("leave") }, t("acts-leave")),
    playing && h(Button, { look: "danger", onPress: () => setAsked("resign") }, t("acts-resign")),
    table.status === "open" && h(Button, { busy: stand.busy, onPress: () => void stand.run() }, t("acts-leave-seat")),
    h(Refusal, { refusal: stand.refusal }),
    asked !== null &&
      h(
        Dialog,
        { title: asked === "leave" ? t("acts-leave") : t("acts-resign"), onClose: () => setAsked(null) },
        h("p", {}, asked === "leave" ? t("acts-leave-ask") : t("acts-resign-ask")),
        h(Refusal, { refusal: inDeal.refusal }),
        h(Button, { look: "danger", busy: inDeal.busy, onPress: () => void inDeal.run(asked) }, t("acts-confirm")),
      ),
  );
}

/** Play again with the same players. The game begins, and is shown, when all of them have agreed.
 * @param {{ session: Session, table: Schemas["Table"], seat: number }} props
 */
export function Rematch({ session, table, seat }) {
  const mine = table.seats[seat];
  const able = isSecureContext || mine?.key == null;
  const key = useRef(""); // made once: a second press repeats the request
  const rematch = session.people.value?.rematch ?? null;
  const agreed = rematch?.agreed ?? [];
  const missing = table.seats.filter(({ seat: each, bot }) => bot === null && !agreed.includes(each)).map((each) => each.seat);
  const isSeated = rematch !== null && credentialFor(rematch.table)?.kind === "seat";
  const again = useAction(async (/** @type {"next" | "same" | undefined} */ seats) => {
    const options = session.asking({ table: table.id });
    if (mine?.key != null) key.current ||= await freshKey();
    const body = { ...(key.current !== "" && { key: key.current }), ...(seats !== undefined && { seats }) };
    const opened = await send("post", "/v1/tables/{table}/rematch", body, options);
    const [token] = opened.tokens;
    if (token === undefined) return;
    const device = find(session.credential)?.device ?? false;
    const name = mine?.name == null ? {} : { name: mine.name };
    keep({ token: token.token, kind: "seat", table: opened.table.id, seat: token.seat, device, ...name });
    if (opened.table.status === "open") session.people.value = await get("/v1/tables/{table}/people", options);
    else await go(`/t/${opened.table.id}`);
  });
  const begins = isSeated && missing.length === 0;
  useEffect(() => {
    if (begins) void go(`/t/${rematch.table}`);
  }, [begins]);
  const names = playerNames(table, isSeated ? missing : agreed);
  return h(
    "div",
    { class: "acts" },
    h(
      "p",
      { class: "hint", role: "status" },
      rematch !== null && names !== "" && t(isSeated ? "acts-waiting-for" : "acts-rematch-wanted", { names, count: agreed.length }),
    ),
    able && !isSeated && h(Button, { look: "main", busy: again.busy, onPress: () => void again.run(undefined) }, t("acts-rematch")),
    able && rematch === null && h(Button, { busy: again.busy, onPress: () => void again.run("same") }, t("acts-rematch-same")),
    h(Refusal, { refusal: again.refusal }),
  );
}

async function freshKey() {
  const { makeKey } = await loaded(() => import("./signing.js"));
  return await makeKey();
}
