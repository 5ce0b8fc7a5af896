// The points of a series by the results of its deals: the tally of each game (domain/games/*/scoring.py,
// domain/games/skat/lists.py).

import { gameOf } from "./events.mjs";
import { equal } from "./forms.mjs";

/** A result that no deal of the game can have. */
export class NoResult extends Error {}

const winnerOf = (ranks) => (ranks.filter((rank) => rank === 1).length === 1 ? ranks.indexOf(1) : null);
const untitled = ({ points }) => points.map(() => "");
const added = (points, more) => {
  if (!Array.isArray(more) || more.length !== points.length) throw new NoResult();
  return points.map((old, at) => old + more[at]);
};
/** The places where one side has won; empty: the series goes on. */
const wonBy = (winner, sides) => (winner === null ? [] : Array.from({ length: sides }, (_, side) => (side === winner ? 1 : 2)));

/** A match of deals that are won, to a target; `title`: of those who lose it. */
const byDealsWon = (target, title) => ({
  result: "ended",
  tally(score, { winner }) {
    const points = score.points.map((old, seat) => old + (seat === winner ? 1 : 0));
    const isOver = Math.max(...points) >= score.options[target];
    const ranks = wonBy(isOver ? winner : null, points.length);
    return { ...score, points, ranks, titles: ranks.map((rank) => (rank > 1 ? title : "")) };
  },
});

const GAMES = {
  durak: byDealsWon("points_to_win", "durak"),
  svoi_kozyri: byDealsWon("wins", ""),
  goat: {
    result: "scored",
    tally(score, { loss_points: loss, eggs }) {
      const { options, doubled } = score;
      const points = added(score.points, loss.map((each) => (doubled ? 2 : 1) * each));
      const worst = Math.max(...points);
      const loser = worst < options.loss_target || points[0] === points[1] ? null : points.indexOf(worst);
      const count = score.eggs + (eggs ? 1 : 0);
      const ranks = wonBy(loser === null ? null : 1 - loser, points.length);
      const title = count > 0 ? "goats with eggs" : "goats";
      return {
        ...score, points, eggs: count, doubled: options.eggs === "double_next" && eggs, ranks,
        titles: ranks.map((rank) => (rank > 1 ? title : "")),
      };
    },
  },
  skat: {
    result: "settled",
    tally(score, { declarer, won, list_points: list }) {
      const { options } = score;
      if (declarer === null && options.all_pass === "redeal") return { ...score, ranks: [] };
      const after = { ...score, deals: score.deals + 1 };
      if (declarer !== null) {
        after.points = added(score.points, list);
        const counts = won ? "won" : "lost";
        after[counts] = score[counts].map((old, seat) => old + (seat === declarer ? 1 : 0));
      }
      return { ...after, ranks: placesIn(after), titles: untitled(after) };
    },
  },
};

/** A series of boards: each counts as the first deal of a series (C24 of tournaments). */
const boardsOf = ({ result, tally }, count, first, better) => ({
  result,
  tally(score, data) {
    const points = added(score.points, tally(first, data).points);
    const deals = score.deals + 1;
    const ranks = deals < count ? [] : ranksBy(points, better);
    return { ...score, points, deals, ranks, titles: untitled({ points }) };
  },
});

/** The place of each side by its points. */
export function ranksBy(points, better) {
  const sign = better === "high" ? 1 : -1;
  return points.map((each) => 1 + points.filter((other) => sign * other > sign * each).length);
}

/** The places once a list of Skat is over (K33); empty: it goes on. */
function placesIn({ options, points, won, lost, deals }) {
  const isDrunk = options.scoring === "bierlachs" && Math.min(...points) <= -options.limit;
  if (deals < options.deals && !isDrunk) return [];
  const isBefore = (one, other) => {
    const by = points[other] - points[one] || won[other] - won[one] || lost[one] - lost[other];
    return by < 0;
  };
  return points.map((_, seat) => 1 + points.filter((__, other) => isBefore(other, seat)).length);
}

/**
 * The points of each side after each deal of a series that counts, from its events. Null: the tally of the
 * game is not known here, or the options are not all named. Throws NoResult where the points, or the end
 * of the series, do not follow.
 */
export function pointsIn({ opened, sides }, events) {
  const known = Object.hasOwn(GAMES, opened.game) ? GAMES[opened.game] : undefined;
  if (known === undefined) return null;
  const none = sides.map(() => 0);
  let score = { options: opened.options, points: none, won: none, lost: none, deals: 0, eggs: 0, doubled: false, ranks: [] };
  const count = events.find(({ type }) => type === "table.drawn")?.data.boards ?? 0;
  const { better } = gameOf(`${opened.game}/${opened.rules}`);
  const game = count === 0 ? known : boardsOf(known, count, score, better);
  const after = [score.points];
  for (const { type, data } of events) {
    if (type === "table.deal_recorded") {
      if (score.ranks.length > 0 || data.result.type !== `${opened.game}.${game.result}`) throw new NoResult();
      score = game.tally(score, data.result.data);
      after.push(score.points);
    } else if (type === "table.series_ended") {
      const { points, ranks, titles, winner } = data;
      const isPlayedOut = score.ranks.length > 0;
      const fits = equal(points, score.points) && (!isPlayedOut || (
        equal(ranks, score.ranks) && equal(titles, score.titles) && winner === winnerOf(ranks)));
      if (!fits) throw new NoResult();
    } else if (score.ranks.length > 0 && type === "table.deal_opened") {
      throw new NoResult();
    }
  }
  return after;
}
