// Boards: deals that all tables of a round of a tournament share. The same as
// domain/fairness/boards.py, and how domain/kernel/deal.py uses it.

import { bytes, commitment, taggedHash, transcript, u32, unhex } from "./recipe.mjs";
import { isByHand } from "./reading.mjs";
import { say } from "./verdicts.mjs";

/** The numbers that rounds and boards can have, from 1. */
const NUMBERS = 2 ** 16;

const isNumber = (number) => number >= 1 && number < NUMBERS;
const idOf = (id) => unhex(id.replaceAll("-", ""));

/** Whether a deal is a board of a tournament. */
export const isBoard = ({ tournament, round, seeds }) => (
  tournament !== null && round !== null && seeds !== null
);

/** Why a deal cannot be a board as its opening says: {detail, field}; undefined: it can. */
export function boardFault(opened) {
  const { tournament, round, seeds, number, seats } = opened;
  if (!isBoard(opened)) {
    const isNone = [tournament, round, seeds].every((each) => each === null);
    return isNone ? undefined : { detail: say("finding-board"), field: "round" };
  }
  if (!isNumber(round) || !isNumber(number)) return { detail: say("finding-board"), field: "round" };
  if (opened.commitments.length > 0 || opened.hints || isByHand(opened)) {
    return { detail: say("finding-board-alone"), field: "commitments" };
  }
  const detail = say("finding-board-dealer");
  if (opened.dealer !== (number - 1) % seats) return { detail, field: "dealer" };
  return opened.leader === null ? undefined : { detail, field: "leader" };
}

/** The server's commitment to a seed of a deal, or of the board that is played. */
export function commitmentOf(opened, seed) {
  if (!isBoard(opened)) return commitment(idOf(opened.deal), "S", 0, seed);
  return commitment(idOf(opened.tournament), "B", opened.round * NUMBERS + opened.number, seed);
}

/** T: everything that was fixed before the shuffle. Reveals are {seat, commitment, seed}. */
export function agreedOf(opened, pack, reveals) {
  const game = `${opened.game}/${opened.rules}`;
  const server = unhex(opened.commitment);
  if (!isBoard(opened)) return transcript(idOf(opened.deal), game, pack, server, reveals);
  return taggedHash(
    "fairdeal/1/board", idOf(opened.tournament), u32(opened.round), u32(opened.number),
    bytes(game), bytes(pack.join("\n")), server, unhex(opened.seeds),
  );
}
