// Play a deal of Goat with openapi-fetch and the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { paths } from "./contract.js";

const [baseUrl, key] = process.argv.slice(2) as [string, string];
const as = (token: string) => createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const bot = { bot: "easy" } as const;
const opened = await as(key).POST("/v1/tables", {
  body: { game: "goat", name: "Generated", seats: [{ name: "Ann" }, bot, bot, bot] },
});
if (!opened.data) throw new Error(opened.error.code);
const seat = as(opened.data.tokens[0]!.token);
const params = { path: { deal: opened.data.table.deal!.id } };
for (;;) {
  const { data, error } = await seat.GET("/v1/deals/{deal}", { params });
  if (!data) throw new Error(error?.code);
  if (data.status === "over") break;
  const [legal] = data.legal_moves.filter((each) => !each.early);
  if (!legal) await new Promise((done) => setTimeout(done, 50));
  else await seat.POST("/v1/deals/{deal}/moves", { params, body: { move: legal.move } });
}
console.log("over");
