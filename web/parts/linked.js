// The question about the credential of a link: whose it is, and whether this browser shall use it.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { Problem, get, useResource } from "../api.js";
import { credentialFor, hostKey, keep, kindOf } from "../credentials.js";
import { UNAUTHENTICATED, leadsTo } from "../entrance.js";
import { t } from "../language.js";
import { loadRest, place } from "../router.js";
import { Button } from "./button.js";
import { Ended } from "./ended.js";
import { Page } from "./frame.js";
import { Refusal } from "./refusal.js";
import { SeatForm } from "./seat.js";

/** @import { Kind } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */

/** Ask whether the credential of a link is to be used. Nothing of it is kept until then.
 * @param {string} token
 * @param {() => void} [shown] Is called once the question is in the place of the page.
 * @returns {Promise<string | null>} The page to which it leads; null: the person does not use it.
 */
export async function ask(token, shown) {
  await loadRest();
  return await new Promise((answer) => {
    const page = () => h(Linked, { token, kind: /** @type {Kind} */ (kindOf(token)), answer });
    place.value = { page, params: {}, path: location.pathname };
    shown?.();
  });
}

/** The holder of a credential, and its table where it shows that.
 * @param {string} token
 * @returns {Promise<{ me: Schemas["Me"] | null, table: Schemas["Table"] | null, seated?: string | null, evening?: string }>} No `me`: it
 *   has ended. `evening`: the name of its tournament. `seated`: the table at which this browser has a seat already, by this invitation or another one.
 */
async function read(token) {
  try {
    const me = await get("/v1/me", { credential: token });
    if (me.state === "used") return { me: null, table: null, seated: me.table !== undefined && credentialFor(me.table)?.kind === "seat" ? me.table : null };
    if (me.tournament !== undefined) {
      const evening = await get("/v1/tournaments/{tournament}", { params: { tournament: me.tournament }, credential: token });
      return { me, table: null, evening: evening.name };
    }
    if (me.table === undefined) return { me, table: null };
    const asking = { params: { table: me.table }, credential: token };
    return { me, table: await get("/v1/tables/{table}", asking).catch(onProblem) };
  } catch (error) {
    if (!(error instanceof Problem && error.status === UNAUTHENTICATED)) throw error;
    return { me: null, table: null };
  }
}

/** A table that is not shown: an auditor does not see a private one.
 * @param {unknown} error
 */
function onProblem(error) {
  if (error instanceof Problem && !error.passes) return null;
  throw error;
}

/** @param {{ token: string, kind: Kind, answer: (path: string | null) => void }} props */
function Linked({ token, kind, answer }) {
  const { data, refusal } = useResource(() => read(token), []);
  const title = t(`linked-titles-${kind}`);
  const seated = data?.seated ?? null;
  useEffect(() => {
    if (seated !== null) answer(`/t/${seated}`);
  }, [seated]);
  if (data === null) return h(Page, { title }, h(Refusal, { refusal }));
  const { me, table } = data;
  if (me === null) {
    return h(Page, { title }, h(Ended, {}), h("p", {}, h("a", { href: "/" }, t("acts-to-lobby"))));
  }
  const decline = h("p", {}, h(Button, { onPress: () => answer(null) }, t("linked-decline")));
  // a link never puts another key in the place of the host's
  if (kind === "key" && hostKey.value !== null) return h(Page, { title }, h("p", {}, t("linked-other-key")), decline);
  const path = leadsTo(me, token);
  const there = kind === "invite" && table !== null ? people(table) : "";
  const use = () => {
    const { name, table: its, seat, scopes, tournament } = me;
    const device = kind === "seat" || kind === "entry";
    keep({ token, kind, name, device, ...(its && { table: its }), ...(tournament && { tournament }), ...(seat !== undefined && { seat }), ...(scopes && { scopes }) });
    answer(path);
  };
  return h(
    Page,
    { title },
    h("p", {}, t(kind === "audit" && table === null ? "linked-about-audit-private" : `linked-about-${kind}`, { name: me.name, table: table?.name ?? data.evening ?? null })),
    there !== "" && h("p", {}, t("linked-there", { names: there })),
    kind === "invite" && table !== null
      ? h(SeatForm, { table: table.id, seats: free(table, me.seat), credential: token, onSeated: () => answer(path) })
      : [
          h("p", { key: "use" }, h(Button, { look: "main", onPress: use }, t(`linked-use-${kind}`, { name: me.name }))),
          kind === "seat" && h("p", { key: "kept", class: "hint" }, t("seat-kept")),
        ],
    decline,
  );
}

/** The names of those who sit at a table.
 * @param {Schemas["Table"]} table
 */
function people({ seats }) {
  return seats.flatMap(({ name, bot }) => (bot !== null || (name ?? null) === null ? [] : [String(name)])).join(", ");
}

/** The seats that an invitation can take.
 * @param {Schemas["Table"]} table
 * @param {number | undefined} only The seat of the invitation; undefined: any free one.
 */
function free(table, only) {
  const seats = table.seats.filter(({ name }) => (name ?? null) === null).map(({ seat }) => seat);
  return only === undefined ? seats : [only];
}
