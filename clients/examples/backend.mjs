// The back end of an application (docs/your-app.md): node backend.mjs URL KEY PORT STATE_FILE
// The request says who the user is. In your application the user's session has to say it.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
const [url, key, port, file] = process.argv.slice(2);
const state = { position: 0, secret: "", tokens: {}, notices: {} }; // kept in the file
const JSON_TYPE = { "Content-Type": "application/json" };
const pages = new Map(); // the open pages of each user
// Text from a page cannot change the path that it is put into.
function keep(change) {
  writeFileSync(`${file}.new`, JSON.stringify(Object.assign(state, change)));
  renameSync(`${file}.new`, file);
}

const path = (parts, ...values) => String.raw({ raw: parts }, ...values.map(encodeURIComponent));

// Ask Fairdeal. A request without an answer is repeated; its idempotency key makes that safe.
async function ask(method, where, body, { as = key, intent = randomUUID() } = {}) {
  const headers = { Authorization: `Bearer ${as}`, "Idempotency-Key": intent };
  const request = { method, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${url}/v1/${where}`, request).catch(() => null);
    const status = answer?.status ?? 503;
    if ((status < 500 && status !== 429) || tries === 10) return [status, await answer?.json()];
    await pause(1000 * Number(answer?.headers.get("Retry-After") ?? 0.05 * 2 ** tries));
  }
}

const actions = {
  async open({ users, bots, game, intent }) {
    const seats = users.map((user) => ({ name: user, ref: user }));
    seats.push(...Array(bots).fill({ bot: "easy" }));
    const [status, said] = await ask("POST", "tables", { game, name: "Game", seats }, { intent });
    if (status !== 201) return [status, said];
    const tokens = Object.fromEntries(said.tokens.map(({ seat, token }) => [users[seat], token]));
    keep({ tokens: { ...state.tokens, [said.table.id]: tokens } });
    return [200, { table: said.table.id }];
  },
  view: ({ deal, table, user }) =>
    ask("GET", path`deals/${deal}`, undefined, { as: state.tokens[table][user] }),
  move: ({ deal, table, user, move, intent }) =>
    ask("POST", path`deals/${deal}/moves`, { move }, { as: state.tokens[table][user], intent }),
  scores: ({ table }) => ask("GET", path`tables/${table}/series`),
  replay: ({ deal, view }) => ask("GET", path`deals/${deal}/frames?view=${view}`),
  deals: ({ ref, since }) => ask("GET", path`deals?ref=${ref}&since=${since}`),
  erase: ({ ref }) => ask("POST", "erasures", { ref }),
  hook(said, { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": given }, body) {
    const secret = Buffer.from(state.secret.replace("whsec_", ""), "base64");
    const mac = createHmac("sha256", secret).update(`${id}.${at}.${body}`).digest();
    const signatures = `${given}`.match(/(?<=v1,)[\w+/]{43}=/g) ?? [];
    const right = signatures.some((each) => timingSafeEqual(Buffer.from(each, "base64"), mac));
    if (!right || Math.abs(Date.now() / 1000 - at) > 300) return [400];
    keep({ notices: { ...state.notices, [id]: said } });
    return [204];
  },
};

// Follow all tables through one stream; give each event to its users, as their seats see it.
async function follow() {
  const headers = { Authorization: `Bearer ${key}`, Accept: "application/x-ndjson" };
  for (; ; await pause(500)) {
    const where = `/v1/me/tables/events?after=${state.position}`;
    const answer = await fetch(url + where, { headers }).catch(() => null);
    const lines = answer?.ok ? createInterface({ input: Readable.fromWeb(answer.body) }) : [];
    try {
      for await (const line of lines) if (line) passOn(JSON.parse(line));
    } catch {} // it is cut: the next one begins after the last position
  }
}

function passOn({ position, table, deal, event, seats, refs = { seats: [] } }) {
  for (const [at, user] of refs.seats.entries()) {
    const seen = seats.find(({ seat }) => seat === at)?.event ?? event;
    const data = JSON.stringify({ table, deal, event: seen });
    for (const page of pages.get(user) ?? []) page.write(`id: ${position}\ndata: ${data}\n\n`);
  }
  keep({ position });
}

async function serve(request, answer) {
  const [, what, user] = request.url.split("/");
  if (what === "events") {
    pages.set(user, (pages.get(user) ?? new Set()).add(answer));
    answer.on("close", () => pages.get(user).delete(answer));
    return answer.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
  }
  const body = await text(request);
  const [status, said] = await actions[what](JSON.parse(body), request.headers, body);
  answer.writeHead(status, JSON_TYPE).end(JSON.stringify(said));
}
if (existsSync(file)) Object.assign(state, JSON.parse(readFileSync(file)));
const address = { url: `http://127.0.0.1:${port}/hook` };
if (!state.secret) keep({ secret: (await ask("POST", "webhooks", address))[1].secret });
follow();
createServer((...both) => serve(...both).catch(() => both[1].writeHead(400).end())).listen(port);
