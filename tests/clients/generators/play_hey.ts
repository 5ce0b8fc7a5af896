// Play a deal of Goat with the client that hey-api has generated.
import { createClient } from "./hey/client/index.js";
import { getDeal, makeMove, openTable } from "./hey/sdk.gen.js";

const [baseUrl, auth] = process.argv.slice(2) as [string, string];
const client = createClient({ baseUrl, auth, throwOnError: true });
const bot = { bot: "easy" } as const;
const body = { game: "goat", name: "Generated", seats: [{ name: "Ann" }, bot, bot, bot] } as const;
const opened = (await openTable({ client, body: { ...body, seats: [...body.seats] }, throwOnError: true })).data;
const seat = createClient({ baseUrl, auth: opened.tokens[0]!.token });
const path = { deal: opened.table.deal!.id };
for (;;) {
  const deal = (await getDeal({ client: seat, path, throwOnError: true })).data;
  if (deal.status === "over") break;
  const [legal] = deal.legal_moves.filter((each) => !each.early);
  if (legal) await makeMove({ client: seat, path, body: { move: legal.move }, throwOnError: true });
  else await new Promise((done) => setTimeout(done, 50));
}
console.log("over");
