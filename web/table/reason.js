// Why a move is refused, in one sentence with its clause, where the status stands otherwise.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { has, loadTexts, t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useLater } from "../router.js";
import { after } from "../runtime.js";

/** @import { Problem } from "../api.js" */

/** How long a reason is shown, in ms. */
const REASON_MS = 4_000;

/** @param {{ refusal: Problem, game: string, onEnd: () => void }} props */
export function Reason({ refusal, game, onEnd }) {
  useEffect(() => after(REASON_MS, onEnd), [refusal]);
  const isLoaded = useLater(() => loadTexts(game).then(() => true));
  const told = refusal.clauses.find(({ id }) => has(`why-${id}`));
  if (isLoaded === null) return null;
  if (told === undefined) return h(Refusal, { refusal });
  const { id, url } = told;
  return h("p", { class: "status reason", role: "alert" }, h("span", {}, t(`why-${id}`), " ", h("a", { href: url, target: "_blank" }, id)));
}
