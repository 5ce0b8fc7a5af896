// Play a seat at random: node dist/random.js http://127.0.0.1:8080 seat_… [LOG [SEED_FILE]] LOG
// gets a line for each event and move. A seat that adds seeds keeps them in SEED_FILE.

import { appendFileSync } from "node:fs";

import { Client, Problem, Seat } from "./index.js";
import { jitter, SYSTEM } from "./runtime.js";

const [url = "", token = "", log, seedFile] = process.argv.slice(2);

function note(what: string, deal: string, position: number): void {
  if (log !== undefined) appendFileSync(log, `${what} ${deal} ${position}\n`);
}

const seat = await Seat.of(new Client(url, token), {
  ...(seedFile !== undefined && { seedFile }),
  hear: (deal, { position }) => note("heard", deal, position),
});
for await (const deal of seat.turns()) {
  const moves = deal.legal_moves.filter(({ early }) => !early);
  const chosen = moves[Math.floor(jitter(SYSTEM, moves.length))];
  if (chosen === undefined) continue;
  try {
    const { receipt } = await seat.move(deal, chosen.move);
    note("moved", deal.id, receipt.position);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(String(error)); // another player was faster, or the turn is over
  }
}
console.log(JSON.stringify(await seat.series(), null, 2));
