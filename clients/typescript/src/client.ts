// A service of Fairdeal, as one credential sees it: every operation of the contract, with its types.

import createClient, { type Client as Operations } from "openapi-fetch";

import type { components, paths } from "./contract.js";
import { hex } from "./framing.js";
import { PATIENCE, patiently, type Patience } from "./patience.js";
import { Problem, type ProblemDetails } from "./problem.js";
import { follow } from "./streams.js";

export type Schemas = components["schemas"];

/** How an act is sent. */
export interface Acting {
  /** Of a seat with a key of its own: see `Seat`, which makes it. */
  readonly signature?: Uint8Array | undefined;
  /** The same again takes effect once; give one where the intent outlives this process. */
  readonly idempotencyKey?: string | undefined;
}

/** How a move is made. */
export interface Making extends Acting {
  /** It is refused (`stale-version`) where the deal has gone on since. */
  readonly expectedVersion?: number | undefined;
}

/** The methods whose requests take an idempotency key; a PATCH sets what it names, however often. */
const REPEATABLE = new Set(["POST", "PUT", "DELETE"]);

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Every request is repeated until it is answered, which is safe: what changes something has one
 * idempotency key for all its tries. Streams resume.
 */
export class Client {
  readonly #url: string;
  readonly #credential: string;
  readonly #patience: Patience;
  /** Every operation of the contract: `ask.GET("/v1/tables/{table}", …)`; see `done`. */
  readonly ask: Operations<paths>;

  constructor(url: string, credential: string, patience: Patience = PATIENCE) {
    this.#url = url.replace(/\/+$/, "");
    this.#credential = credential;
    this.#patience = patience;
    this.ask = createClient<paths>({
      baseUrl: this.#url,
      headers: { Authorization: `Bearer ${credential}` },
      fetch: (request) => this.#send(request),
    });
  }

  /** A deal as the caller sees it now. */
  deal(deal: string) {
    return done(this.ask.GET("/v1/deals/{deal}", { params: { path: { deal } } }));
  }

  /** A table as it is now. */
  table(table: string) {
    return done(this.ask.GET("/v1/tables/{table}", { params: { path: { table } } }));
  }

  /** Make a move, once, however often it has to be sent. */
  move(deal: string, move: Schemas["Move"], making: Making = {}) {
    const { expectedVersion } = making;
    const body = {
      move,
      ...(expectedVersion !== undefined && { expected_version: expectedVersion }),
      ...signed(making),
    };
    const params = { path: { deal }, ...keyed(making) };
    return done(this.ask.POST("/v1/deals/{deal}/moves", { params, body }));
  }

  /** Commit to a seed for the deal that is next: see `SeedFile`. */
  async commit(
    table: string,
    seat: number,
    deal: string,
    commitment: string,
    acting: Acting = {},
  ): Promise<void> {
    const params = { path: { table, seat }, ...keyed(acting) };
    const body = { deal, commitment, ...signed(acting) };
    await done(this.ask.PUT("/v1/tables/{table}/seats/{seat}/commitment", { params, body }));
  }

  /** Show the seed that was committed to; `checkOpening` says whether it is safe. */
  showSeed(deal: string, seed: Uint8Array) {
    const params = { path: { deal } };
    return done(this.ask.POST("/v1/deals/{deal}/seed", { params, body: { seed: hex(seed) } }));
  }

  /** The evidence of a deal, as `fairdeal verify` takes it. */
  bundle(deal: string): Promise<string> {
    const params = { path: { deal } };
    return done(this.ask.GET("/v1/deals/{deal}/bundle", { params, parseAs: "text" }));
  }

  /** The key with which the service signs receipts and checkpoints, as text. */
  logKey(): Promise<string> {
    return done(this.ask.GET("/v1/log/key", { parseAs: "text" }));
  }

  /** Leave a deal that is on: a bot plays on, or the series is lost, as the table says. */
  leave(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/leaving", { params, body: signed(acting) }));
  }

  /** Come back to a deal in which a bot plays, since one has left or missed a turn. */
  comeBack(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/return", { params, body: signed(acting) }));
  }

  /** Give the series up; it ends once all persons of the side have, in the same deal. */
  resign(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/resignation", { params, body: signed(acting) }));
  }

  /** Leave a seat before the series begins. */
  async leaveSeat(table: string, seat: number, acting: Acting = {}): Promise<void> {
    const params = { path: { table, seat }, query: signed(acting), ...keyed(acting) };
    await done(this.ask.DELETE("/v1/tables/{table}/seats/{seat}", { params }));
  }

  /** Dispute an event of a finished deal; an auditor rules on it. */
  openDispute(deal: string, dispute: Dispute, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    const body = { ...dispute, ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes", { params, body }));
  }

  /** Answer a dispute that is not ruled yet. */
  answerDispute(deal: string, dispute: number, text: string, acting: Acting = {}) {
    const params = { path: { deal, dispute }, ...keyed(acting) };
    const body = { text, ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes/{dispute}/answers", { params, body }));
  }

  /** Let somebody watch a table. */
  admitWatcher(table: string, watcher: Watcher, acting: Acting = {}) {
    const params = { path: { table }, ...keyed(acting) };
    const body = { ...watcher, ...signed(acting) };
    return done(this.ask.POST("/v1/tables/{table}/watchers", { params, body }));
  }

  /** End the token of a watcher. */
  async dismissWatcher(table: string, watcher: number, acting: Acting = {}): Promise<void> {
    const params = { path: { table, watcher }, query: signed(acting), ...keyed(acting) };
    await done(this.ask.DELETE("/v1/tables/{table}/watchers/{watcher}", { params }));
  }

  /** Play again after a series: whoever asks first opens the table, each has his token by asking. */
  rematch(table: string, body: Schemas["RematchRequest"] = {}, idempotencyKey?: string) {
    const params = { path: { table }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tables/{table}/rematch", { params, body }));
  }

  /** Close a table of one's own, at any time: a deal that is on ends, by nobody's fault. */
  async close(table: string): Promise<void> {
    await done(this.ask.DELETE("/v1/tables/{table}", { params: { path: { table } } }));
  }

  /** The events of a deal as they happen, each once and in order, until the deal is over. */
  events(deal: string, after = 0): AsyncGenerator<Schemas["Event"], void, undefined> {
    return this.#follow(`/v1/deals/${deal}/events`, after);
  }

  /** The events of a table as they happen, each once and in order, until nothing follows. */
  tableEvents(table: string, after = 0): AsyncGenerator<Schemas["TableEvent"], void, undefined> {
    return this.#follow(`/v1/tables/${table}/events`, after);
  }

  #follow<E>(path: string, after: number): AsyncGenerator<E, void, undefined> {
    return follow<E>(this.#url + path, this.#credential, this.#patience, after);
  }

  #send(request: Request): Promise<Response> {
    if (REPEATABLE.has(request.method) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    return patiently(() => whole(request.clone(), this.#patience.each), this.#patience);
  }
}

/** What is said to be wrong in a deal, and where. */
export type Dispute = Omit<Schemas["OpenDisputeRequest"], "signature">;

/** Who may watch a table, and for how many seconds. */
export type Watcher = Omit<Schemas["AdmitWatcherRequest"], "signature">;

/** A deal as it is shown. */
export type Deal = Awaited<ReturnType<Client["deal"]>>;

/** What an operation was answered with; where it is a problem, it is thrown. */
export async function done<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) {
    const said = typeof error === "object" && error !== null ? error : {};
    throw new Problem(response.status, said as Partial<ProblemDetails>);
  }
  return data as Data;
}

/** A key of one's own, as the parameters of a request have it. */
function keyed({ idempotencyKey: key }: Acting) {
  return key === undefined ? {} : { header: { "Idempotency-Key": key } };
}

/** A signature, as bodies and queries have it. */
function signed({ signature }: Acting) {
  return signature === undefined ? {} : { signature: hex(signature) };
}

/** The answer with all of its body: one that breaks off is none. */
async function whole(request: Request, each: number): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(each) });
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}
