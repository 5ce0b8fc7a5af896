// Requests with only the required fields, which must compile. The file is compiled, but never run.

import { Client, done } from "./index.js";

const { ask } = new Client("http://127.0.0.1:8080", "key_…");
const path = { table: "t", seat: 0, deal: "d", dispute: 1 };

// the first request of the README
const seats = [{ name: "Ann" }, { bot: "medium" as const }, { bot: "easy" as const }];
const yard = { game: "goat" as const, name: "The yard", seats: [...seats, ...seats.slice(1, 2)] };
const { table, tokens } = await done(ask.POST("/v1/tables", { body: yard }));
console.log(table.deal?.id, tokens[0]?.token);

// a part of the options, some of the terms, some of a seat
const options = { any_trump_beats: true as const };
const durak = { game: "durak" as const, name: "T", options, seats: [{}, { bot: "easy" as const }] };
await done(ask.POST("/v1/tables", { body: { ...durak, turn_limit: 30, visibility: "private" } }));
await done(
  ask.POST("/v1/tables", {
    body: { game: "svoi_kozyri", name: "T", options: { deal: "mirrored" } },
  }),
);
await done(
  ask.POST("/v1/tables", {
    body: { game: "skat", name: "T", target: 3, seats: [{ name: "Ann", commits: true }, {}, {}] },
  }),
);
const seat = "/v1/tables/{table}/seats/{seat}";
await done(ask.PUT(seat, { params: { path }, body: { name: "Ann" } }));
await done(ask.PUT(seat, { params: { path }, body: { name: "Ann", commits: true } }));

// branches, audits, keys
const branches = "/v1/deals/{deal}/branches";
await done(ask.POST(branches, { params: { path }, body: { at: 3, deal: "resample" } }));
await done(ask.POST(branches, { params: { path }, body: { at: 3, deal: "true", seats } }));
await done(
  ask.POST("/v1/tables/{table}/auditors", { params: { path }, body: { name: "The elder" } }),
);
await done(
  ask.POST("/v1/deals/{deal}/disputes/{dispute}/ruling", {
    params: { path },
    body: { ruling: "dismissed", text: "It follows from its seed." },
  }),
);
await done(ask.POST("/v1/keys", { body: { name: "k" } }));
