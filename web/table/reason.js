// Why a move is refused, in one sentence with its clause, where the status stands otherwise.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { has, loadTexts, t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useLater } from "../router.js";
import { after } from "../runtime.js";
import { shortCards } from "./short_card.js";
import { Countdown, followWords } from "./waiting.js";

/** @import { Problem } from "../api.js" */
/** @import { Schemas } from "../types.js" */

/** How long a reason is shown, in ms. */
const REASON_MS = 4_000;
/** So many cards are named that can be played; the others are bright. */
const FEW = 4;

/**
 * @param {object} props
 * @param {Problem} props.refusal
 * @param {string} props.game
 * @param {string | null} props.card The card that was pressed; null: a move was refused.
 * @param {readonly string[]} props.fitting The cards that can be played.
 * @param {Pick<Schemas["Deal"], "aims" | "waiting_for">} props.deal
 * @param {number} props.offset
 * @param {() => void} props.onEnd
 */
export function Reason({ refusal, game, card, fitting, deal: { aims, waiting_for: { until } }, offset, onEnd }) {
  useEffect(() => after(REASON_MS, onEnd), [refusal]);
  const isLoaded = useLater(() => loadTexts(game).then(() => true));
  const told = refusal.clauses.find(({ id }) => has(`why-${id}`));
  if (isLoaded === null) return null;
  if (told === undefined || card === null) return h(Refusal, { refusal });
  const { id, url } = told;
  const beats = Object.values(aims).flatMap((aim) => aim.beats);
  const follow = Object.values(aims).map(({ follows }) => (follows === null ? "" : followWords(follows))).join("");
  const words = t(`why-${id}`, { card: shortCards([card]), beats: shortCards(beats), follow });
  const others = fitting.length > FEW ? "" : t("acts-fitting", { count: fitting.length, cards: fitting.map((each) => shortCards([each])) });
  return [
    h("p", { key: "reason", class: "status reason" }, h("span", { role: "alert" }, words, " ", h("span", { class: "fitting" }, others), " ", h("a", { href: url, target: "_blank" }, id))),
    until !== null && h("p", { key: "clock", class: "status" }, h(Countdown, { until, offset })),
  ];
}
