// The taken seats of a table: their host gives a player who has lost theirs a new link.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { LinkToShare, linkTo } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";

/** @param {{ table: string, credential: string }} props */
export function Seats({ table, credential }) {
  const heading = useId();
  const { data, refusal } = useResource((signal) => get("/v1/tables/{table}", { params: { table }, credential, signal }), [table, credential]);
  const [made, setMade] = useState(/** @type {{ name: string, token: string } | null} */ (null));
  const issue = useAction(async (/** @type {number} */ seat, /** @type {string} */ name) => {
    const { token } = await send("post", "/v1/tables/{table}/seats/{seat}/token", null, { params: { table, seat }, credential });
    setMade({ name, token });
  });
  const taken = (data?.seats ?? []).flatMap(({ seat, name, bot }) => (bot === null && typeof name === "string" ? [{ seat, name }] : []));
  if (data !== null && taken.length === 0) return null;
  return h(
    "section",
    { "aria-labelledby": heading },
    h("h4", { id: heading }, t("table-seats")),
    h("p", {}, t("host-seats-about")),
    h(Refusal, { refusal: refusal ?? issue.refusal }),
    h("p", { class: "row" }, taken.map(({ seat, name }) =>
      h(Button, { key: seat, busy: issue.busy, onPress: () => void issue.run(seat, name) }, t("host-seats-new", { name })))),
    made !== null && h(LinkToShare, { key: made.token, label: made.name, link: linkTo(table, made.token) }),
  );
}
