// Why a move is refused, in one sentence with its clause, where the status stands otherwise.

import { h } from "../vendor/preact.mjs";
import { has, loadTexts, t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useLater } from "../router.js";

/** @import { Problem } from "../api.js" */

/** @param {{ refusal: Problem, game: string }} props */
export function Reason({ refusal, game }) {
  const isLoaded = useLater(() => loadTexts(game).then(() => true));
  const told = refusal.clauses.find(({ id }) => has(`why-${id}`));
  if (isLoaded === null) return null;
  if (told === undefined) return h(Refusal, { refusal });
  const { id, url } = told;
  return h("p", { class: "status reason", role: "alert" }, h("span", {}, t(`why-${id}`), " ", h("a", { href: url, target: "_blank" }, id)));
}
