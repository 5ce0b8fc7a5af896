// Names stand behind the numbers of seats and sides, and behind no other number.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withNames } from "../../web/table/naming.js";

const NAMES = { seat: (seat) => ["Ann", "Ben", "Cid", "Dora"][seat], side: (side) => ["Ann, Cid", "Ben, Dora"][side] };

const CASES = [
  ["Seat 2 deals it [G17].", { seat: 2 }, "Seat 2 (Cid) deals it [G17]."],
  ["У места 1 не осталось карт [D1].", { seat: 1 }, "У места 1 (Ben) не осталось карт [D1]."],
  ["Side 1 has fewer than 31, but a trick: 1 loss point.", { side: 1, loss_points: 1 },
    "Side 1 (Ben, Dora) has fewer than 31, but a trick: 1 loss point."],
  ["Side 0 took 119 points in 1 trick, side 1 took 1 point in 8 tricks.",
    { sides: [{ side: 0, points: 119, tricks: 1 }, { side: 1, points: 1, tricks: 8 }] },
    "Side 0 (Ann, Cid) took 119 points in 1 trick, side 1 (Ben, Dora) took 1 point in 8 tricks."],
  ["In der Liste: Platz 0 -1, Platz 1 +2, Platz 2 +0.", { seats: [{ seat: 0, points: -1 }, { seat: 1, points: 2 }, { seat: 2, points: 0 }] },
    "In der Liste: Platz 0 (Ann) -1, Platz 1 (Ben) +2, Platz 2 (Cid) +0."],
  ["Abandoned: seats 1 and 3 left. [L4]", { seats: [1, 3], number: 2 }, "Abandoned: seats 1 (Ben) and 3 (Dora) left. [L4]"],
  ["ადგილების (1 და 3) მოთამაშეები წავიდნენ.", { seats: [1, 3] }, "ადგილების (1 – Ben და 3 – Dora) მოთამაშეები წავიდნენ."],
  ["60:60 is eggs: no loss points.", { loss_points: 0 }, "60:60 is eggs: no loss points."],
  ["A text without its number.", { seat: 2 }, "A text without its number."],
];

for (const [text, values, named] of CASES) test(text, () => assert.equal(withNames({ text, values }, NAMES), named));
