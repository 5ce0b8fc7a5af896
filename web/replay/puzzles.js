// Puzzles: the position before each blunder of a deal, as its player saw it. A person looks for a better
// move, and reads what the moves are worth.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Radios } from "../parts/fields.js";
import { announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../api.js";
import { playerName } from "../cards.js";
import { Position } from "./moment.js";
import { percent, wordsOf } from "./worth.js";

/** @import { Schemas } from "../types.js" */
/** @import { Source } from "./source.js" */

/** @typedef {Schemas["Review"]} Review */
/** @typedef {Schemas["Alternative"]} Alternative */

/** A smaller loss is none; from this one on a move is an inaccuracy. */
const SMALL = 20;

/** The reviews of which puzzles are made.
 * @param {readonly Review[]} reviews
 */
export function blundersOf(reviews) {
  return reviews.filter(({ verdict }) => verdict === "blunder");
}

/** @param {{ reviews: readonly Review[], source: Source }} props */
export function Puzzles({ reviews, source }) {
  const blunders = blundersOf(reviews);
  const [number, setNumber] = useState(1);
  const review = blunders[number - 1];
  if (review === undefined) return h("p", { role: "status" }, t("replay-puzzles-none"));
  const next = () => {
    setNumber(number + 1);
    announce(t("replay-puzzles-puzzle", { at: number + 1, all: blunders.length }));
  };
  return h(
    "div",
    {},
    h("h3", {}, t("replay-puzzles-puzzle", { at: number, all: blunders.length })),
    h(Puzzle, { key: review.at, review, source }),
    number < blunders.length && h(Button, { onPress: next }, t("replay-puzzles-next")),
  );
}

/** @param {{ review: Review, source: Source }} props */
function Puzzle({ review, source }) {
  const { game, table } = source;
  const { seat, at, alternatives } = review;
  const [chosen, setChosen] = useState("");
  const [compared, setCompared] = useState(/** @type {Alternative | null} */ (null));
  const { data: timeline, refusal } = useResource((signal) => source.load(`seat:${seat}`, signal), [source, seat]);
  const moves = alternatives.map((each) => /** @type {const} */ ([keyOf(each), wordsOf(game, each)]))
    .toSorted(([, one], [, other]) => one.localeCompare(other)); // they come with the best one first
  const who = playerName(table, seat);
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        setCompared(alternatives.find((each) => keyOf(each) === chosen) ?? null);
      },
    },
    h("p", {}, t("replay-puzzles-about", { who })),
    h(Refusal, { refusal }),
    timeline !== null && h(Position, { timeline, at: at - 1, game, table }),
    h("div", { class: "puzzle" }, h(Radios, { label: t("replay-puzzles-choose"), value: chosen, choices: moves, onChange: setChosen })),
    h(Button, { look: "main", disabled: chosen === "" }, t("replay-puzzles-compare")),
    h("p", { role: "status" }, compared !== null && comparison(review, compared, source, who)),
  );
}

/** How a move compares with the best one, and with the one that was played.
 * @param {Review} review
 * @param {Alternative} chosen
 * @param {Source} source
 * @param {string} who
 */
function comparison({ best, played }, chosen, { game }, who) {
  const worth = (/** @type {Alternative} */ each) => t("replay-puzzles-worth", { move: wordsOf(game, each), percent: percent(each.value) });
  const answer = best.value - chosen.value < SMALL ? t("replay-puzzles-found") : t("replay-puzzles-missed");
  return `${answer} ${t("replay-puzzles-yours", { move: worth(chosen) })} ${t("replay-puzzles-best", { move: worth(best) })} ${t("replay-puzzles-played", { who, move: worth(played) })}`;
}

/** @param {Alternative} alternative */
const keyOf = ({ move }) => JSON.stringify(move ?? null);
