// A clause of the rules: its number, with its name and first sentence on hover, focus and tap.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { get } from "../api.js";
import { tag } from "../language.js";
import { Marked } from "./marked.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["RuleClause"]} RuleClause */

/** @type {Map<string, Promise<readonly RuleClause[]>>} The clauses of games, by language. */
const known = new Map();

/** @param {string} game */
function clausesOf(game) {
  const key = `${tag.value} ${game}`;
  const found = known.get(key) ?? get("/v1/games/{game}", { params: { game } }).then(({ clauses }) => clauses);
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}

/** @param {{ game: string, id: string }} props */
export function Clause({ game, id }) {
  const tip = useId();
  const [clause, setClause] = useState(/** @type {RuleClause | null} */ (null));
  const look = () => {
    if (clause === null) void clausesOf(game).then((clauses) => setClause(clauses.find((each) => each.id === id) ?? null), () => null);
  };
  return h(
    "span",
    { class: "clause", onPointerEnter: look, onFocusIn: look },
    h(
      "a",
      {
        href: `/rules/${game}#${id}`,
        "aria-describedby": clause === null ? undefined : tip,
        onClick: (/** @type {PointerEvent} */ event) => {
          const { currentTarget, pointerType } = event;
          const isShown = clause !== null && currentTarget instanceof Element && currentTarget.matches("[data-shown]");
          if (pointerType !== "touch" || isShown || !(currentTarget instanceof HTMLElement)) return;
          // the first tap shows it, the second one follows the link
          event.preventDefault();
          currentTarget.dataset["shown"] = "";
          currentTarget.focus();
        },
        onBlur: (/** @type {FocusEvent} */ event) => {
          if (event.currentTarget instanceof HTMLElement) delete event.currentTarget.dataset["shown"];
        },
      },
      id,
    ),
    clause !== null && h("span", { role: "tooltip", id: tip }, h("b", {}, clause.title), ". ", h(Marked, { text: firstOf(clause.text) })),
  );
}

/** The first sentence of a text.
 * @param {string} text
 */
export function firstOf(text) {
  return /^.+?[.;:!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
