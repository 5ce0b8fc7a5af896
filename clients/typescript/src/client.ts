// A client for one credential of a Fairdeal service: every operation of the contract, with types.

import createClient, { type Client as Operations } from "openapi-fetch";

import { checkLog, type Checkpoints, type LogReport } from "./checkpoints.js";
import type { components, paths } from "./contract.js";
import { hex } from "./framing.js";
import { PATIENCE, patiently, type Patience } from "./patience.js";
import { ForeignAnswer, Problem, membersOf, requireOwn, type ProblemDetails } from "./problem.js";
import { freshKey, SYSTEM, type Runtime } from "./runtime.js";
import type { SeedFile } from "./seedFile.js";
import { authorized, follow, lines } from "./streams.js";

export type Schemas = components["schemas"];

/** Options for sending an act. */
export interface Acting {
  /** The signature, if the seat has a key of its own; `Seat` makes it. */
  readonly signature?: Uint8Array | undefined;
  /** A repeated key takes effect once. Pass your own if the intent outlives this process. */
  readonly idempotencyKey?: string | undefined;
}

/** Options for making a move. */
export interface Making extends Acting {
  /** The move is refused (`stale-version`) if the deal has changed since this version. */
  readonly expectedVersion?: number | undefined;
}

/**
 * The methods whose requests take an idempotency key. PATCH takes none: it is idempotent itself.
 */
const REPEATABLE = new Set(["POST", "PUT", "DELETE"]);

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Every request is repeated until it is answered. This is safe: all attempts of a request that
 * changes something have the same idempotency key. Streams resume.
 */
export class Client {
  readonly #url: string;
  readonly #credential: string;
  readonly #patience: Patience;
  readonly #checkpoints: Checkpoints;
  /** Every operation of the contract: `ask.GET("/v1/tables/{table}", …)`; see `done`. */
  readonly ask: Operations<paths>;

  constructor(
    url: string,
    credential: string,
    patience: Patience = PATIENCE,
    readonly runtime: Runtime = SYSTEM,
    checkpoints: Checkpoints = new Map<string, string>(),
  ) {
    this.#checkpoints = checkpoints;
    this.#url = url.replace(/\/+$/, "");
    this.#credential = credential;
    this.#patience = patience;
    this.ask = createClient<paths>({
      baseUrl: this.#url,
      headers: authorized(credential),
      fetch: (request) => this.#send(request),
    });
  }

  /** The scheme, host and port of the service. */
  get origin(): string {
    return new URL(this.#url).origin;
  }

  /** A deal, as the caller may see it now. */
  deal(deal: string) {
    return done(this.ask.GET("/v1/deals/{deal}", { params: { path: { deal } } }));
  }

  /** A page of deals, the newest first. */
  async deals(query: NonNullable<paths["/v1/deals"]["get"]["parameters"]["query"]> = {}) {
    const page = await done(this.ask.GET("/v1/deals", { params: { query } }));
    return page as Schemas["DealList"];
  }

  /** A page of tournaments, the newest first. */
  async tournaments(query: NonNullable<paths["/v1/tournaments"]["get"]["parameters"]["query"]> = {}) {
    const page = await done(this.ask.GET("/v1/tournaments", { params: { query } }));
    return page as Schemas["TournamentList"];
  }

  /** A table as it is now. */
  table(table: string) {
    return done(this.ask.GET("/v1/tables/{table}", { params: { path: { table } } }));
  }

  /** Ask whether the rules allow a move now: a `Problem` with `clauses` if not. It is not made. */
  async judge(deal: string, move: Schemas["Move"]): Promise<void> {
    const params = { path: { deal } };
    await done(this.ask.POST("/v1/deals/{deal}/moves", { params, body: { move, dry_run: true } }));
  }

  /** Make a move. It takes effect once, however often it has to be sent. */
  async move(
    deal: string,
    move: Schemas["Move"],
    making: Making = {},
  ): Promise<Schemas["MoveResult"]> {
    const { expectedVersion } = making;
    const body = {
      move,
      ...(expectedVersion !== undefined && { expected_version: expectedVersion }),
      ...signed(making),
    };
    const params = { path: { deal }, ...keyed(making) };
    const made: unknown = await done(this.ask.POST("/v1/deals/{deal}/moves", { params, body }));
    return made as Schemas["MoveResult"];
  }

  /** Commit to a seed for the next deal; see `SeedFile`. */
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

  /** Show the seed that was committed to. Call `checkOpening` first to see whether it is safe. */
  showSeed(deal: string, seed: Uint8Array) {
    const params = { path: { deal } };
    return done(this.ask.POST("/v1/deals/{deal}/seed", { params, body: { seed: hex(seed) } }));
  }

  /** The evidence of a deal, as input for `fairdeal verify`. */
  bundle(deal: string): Promise<string> {
    const params = { path: { deal } };
    return done(this.ask.GET("/v1/deals/{deal}/bundle", { params, parseAs: "text" }));
  }

  /**
   * The evidence of a tournament in parts, to be written to a file: input for `fairdeal verify`.
   * Without `deals` it has the records of the tables alone. Throws `Unreachable` if it breaks off.
   */
  tournamentEvidence(tournament: string, deals = true): AsyncGenerator<Uint8Array, void, undefined> {
    const path = `${this.#url}/v1/tournaments/${tournament}/bundle?deals=${String(deals)}`;
    return lines(path, this.#credential, this.#patience, this.runtime);
  }

  /** The key with which the service signs receipts and checkpoints, as text. */
  logKey(): Promise<string> {
    return done(this.ask.GET("/v1/log/key", { parseAs: "text" }));
  }

  /**
   * Compare the service's log with the newest checkpoint that was kept: as long as the client lasts,
   * or in the `checkpoints` of its constructor. `Seat.turns` does so once.
   */
  checkLog(): Promise<LogReport> {
    return checkLog(this, this.#checkpoints);
  }

  /** Leave a running deal. A bot plays on, or the series is lost, depending on the table. */
  leave(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/leaving", { params, body: signed(acting) }));
  }

  /** Return to a deal in which a bot has taken over the seat. */
  comeBack(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/return", { params, body: signed(acting) }));
  }

  /** Resign the series. It ends in the same deal once all persons of the side have resigned. */
  resign(deal: string, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/resignation", { params, body: signed(acting) }));
  }

  /** Leave a seat before the series begins. */
  async leaveSeat(table: string, seat: number, acting: Acting = {}): Promise<void> {
    const params = { path: { table, seat }, query: signed(acting), ...keyed(acting) };
    await done(this.ask.DELETE("/v1/tables/{table}/seats/{seat}", { params }));
  }

  /** Say that the player of a seat is ready for the deal with a number: `next_deal`. */
  ready(table: string, seat: number, number: number, acting: Acting = {}) {
    const params = { path: { table, seat }, ...keyed(acting) };
    const body = { number, ...signed(acting) };
    return done(this.ask.POST("/v1/tables/{table}/seats/{seat}/ready", { params, body }));
  }

  /** The seats that are present at a table, and what was said last. */
  people(table: string) {
    return done(this.ask.GET("/v1/tables/{table}/people", { params: { path: { table } } }));
  }

  /** Say a phrase, by its key, to the people at the own table. */
  say(table: string, phrase: Schemas["PhraseRequest"]["phrase"], idempotencyKey?: string) {
    const params = { path: { table }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tables/{table}/phrases", { params, body: { phrase } }));
  }

  /** Report a phrase of another seat to the owner of the table. */
  report(table: string, phrase: number) {
    const params = { path: { table, phrase } };
    return done(this.ask.POST("/v1/tables/{table}/phrases/{phrase}/report", { params }));
  }

  /** The newest reports of phrases at the own tables. */
  async reports() {
    return (await done(this.ask.GET("/v1/reports"))).reports;
  }

  /** Dispute an event of a finished deal; an auditor rules on it. */
  openDispute(deal: string, dispute: Dispute, acting: Acting = {}) {
    const params = { path: { deal }, ...keyed(acting) };
    const body = { ...dispute, ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes", { params, body }));
  }

  /** Answer a dispute that has no ruling yet. */
  answerDispute(deal: string, dispute: number, text: string, acting: Acting = {}) {
    const params = { path: { deal, dispute }, ...keyed(acting) };
    const body = { text, ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes/{dispute}/answers", { params, body }));
  }

  /** Withdraw a dispute of this seat that has no ruling yet. */
  withdrawDispute(deal: string, dispute: number, acting: Acting = {}) {
    const params = { path: { deal, dispute }, ...keyed(acting) };
    const body = { ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes/{dispute}/withdrawal", { params, body }));
  }

  /** Appeal the first ruling on a dispute: another auditor rules once more. */
  appealRuling(deal: string, dispute: number, text: string, acting: Acting = {}) {
    const params = { path: { deal, dispute }, ...keyed(acting) };
    const body = { text, ...signed(acting) };
    return done(this.ask.POST("/v1/deals/{deal}/disputes/{dispute}/appeal", { params, body }));
  }

  /** The disputes at all tables of an API key, or at one of them, the newest first. */
  async *disputes(
    filter: DisputeFilter = {},
  ): AsyncGenerator<Schemas["ListedDispute"], void, undefined> {
    let next: string | null = null;
    do {
      const query: DisputeFilter & { cursor?: string } = { ...filter, ...(next && { cursor: next }) };
      const said: unknown = await done(this.ask.GET("/v1/disputes", { params: { query } }));
      const page = said as Schemas["DisputePage"];
      yield* page.disputes;
      next = page.next;
    } while (next !== null);
  }

  /** Admit a watcher to a table. */
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

  /** Admit a reader of finished deals of a table. */
  admitReader(table: string, reader: Reader, acting: Acting = {}) {
    const params = { path: { table }, ...keyed(acting) };
    const body = { ...reader, ...signed(acting) };
    return done(this.ask.POST("/v1/tables/{table}/readers", { params, body }));
  }

  /** End the token of a reader. */
  async dismissReader(table: string, reader: number, acting: Acting = {}): Promise<void> {
    const params = { path: { table, reader }, query: signed(acting), ...keyed(acting) };
    await done(this.ask.DELETE("/v1/tables/{table}/readers/{reader}", { params }));
  }

  /** Invite a person to a seat of your table. */
  invite(table: string, body: Schemas["InviteRequest"], idempotencyKey?: string) {
    const params = { path: { table }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tables/{table}/invitations", { params, body }));
  }

  /** Withdraw an invitation that is not used. */
  async withdrawInvitation(
    table: string, invitation: number, idempotencyKey?: string,
  ): Promise<void> {
    const params = { path: { table, invitation }, ...keyed({ idempotencyKey }) };
    await done(this.ask.DELETE("/v1/tables/{table}/invitations/{invitation}", { params }));
  }

  /**
   * Take a seat with the invitation that is the credential of this client: the given one, the one
   * of the invitation, or else the first free one. By default the seat adds seeds to the shuffle:
   * play it with `Seat`, which keeps them.
   */
  async comeIn(body: Schemas["TakeSeatRequest"], seat?: number, idempotencyKey?: string) {
    const me = await done(this.ask.GET("/v1/me"));
    const table = String(me.table);
    const isFree = ({ name, bot }: { name: string | null; bot: string | null }) => !(name ?? bot);
    const free = seat ?? me.seat ?? (await this.table(table)).seats.findIndex(isFree);
    const params = { path: { table, seat: Math.max(0, free) }, ...keyed({ idempotencyKey }) };
    const sitting = { commits: true, ...body };
    return done(this.ask.PUT("/v1/tables/{table}/seats/{seat}", { params, body: sitting }));
  }

  /**
   * Start a rematch after a series. The first request opens the table; each player gets their own
   * token.
   */
  rematch(table: string, body: Schemas["RematchRequest"] = {}, idempotencyKey?: string) {
    const params = { path: { table }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tables/{table}/rematch", { params, body }));
  }

  /** Close your own table, at any time. A running deal ends without blame. */
  async close(table: string): Promise<void> {
    await done(this.ask.DELETE("/v1/tables/{table}", { params: { path: { table } } }));
  }

  /**
   * Move the clock of your own test table forward; deadlines that it passes are met at once. A
   * repeated key moves it once.
   */
  moveClock(table: string, seconds: number, idempotencyKey?: string) {
    const params = { path: { table }, ...keyed({ idempotencyKey }) };
    const body = { forward_seconds: seconds };
    return done(this.ask.POST("/v1/tables/{table}/clock", { params, body }));
  }

  /** Open a tournament, which the caller directs. */
  openTournament(body: Schemas["OpenTournamentRequest"], idempotencyKey?: string) {
    return done(this.ask.POST("/v1/tournaments", { params: keyed({ idempotencyKey }), body }));
  }

  /** A page of the ratings of the people at the caller's tables, and of bots, the best first. */
  ratings(query: { game?: string; ref?: string; cursor?: string; limit?: number } = {}) {
    return done(this.ask.GET("/v1/ratings", { params: { query } }));
  }

  /** A tournament: its terms, players, rounds and standings. */
  async tournament(tournament: string) {
    const read = await done(this.ask.GET("/v1/tournaments/{tournament}", { params: { path: { tournament } } }));
    return read as Schemas["Tournament"];
  }

  /** Enter a player, or join oneself; with the player's token. */
  joinTournament(tournament: string, body: Schemas["JoinTournamentRequest"], idempotencyKey?: string) {
    const params = { path: { tournament }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tournaments/{tournament}/players", { params, body }));
  }

  /** Join a tournament oneself, with seeds for its draws from a file. */
  async joinWithSeeds(tournament: string, name: string, seeds: SeedFile, idempotencyKey?: string) {
    const { rounds } = await this.tournament(tournament);
    const [commitment] = await seeds.rounds(tournament, name, rounds);
    const body = commitment === undefined ? { name } : { name, commitment };
    return this.joinTournament(tournament, body, idempotencyKey);
  }

  /** Show the own seed of the round that is called, as a player; whether it was missing. */
  async showRoundSeed(tournament: string, seeds: SeedFile): Promise<boolean> {
    const { name, round, owes_seed } = await this.entry(tournament);
    if (!owes_seed) return false;
    const { rounds } = await this.tournament(tournament);
    const seed = (await seeds.rounds(tournament, name, rounds))[round] ?? "";
    const params = { path: { tournament } };
    await done(this.ask.POST("/v1/tournaments/{tournament}/seeds", { params, body: { seed } }));
    return true;
  }

  /** Seat another person for a player; with their token. */
  substitute(tournament: string, player: number, body: Schemas["SubstitutePlayerRequest"], idempotencyKey?: string) {
    const params = { path: { tournament, player }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tournaments/{tournament}/players/{player}/substitute", { params, body }));
  }

  /** Call the next round. */
  callRound(tournament: string, body: Schemas["CallRoundRequest"] = {}, idempotencyKey?: string) {
    const params = { path: { tournament }, ...keyed({ idempotencyKey }) };
    return done(this.ask.POST("/v1/tournaments/{tournament}/rounds", { params, body }));
  }

  /** A revealed board of the round of a number; `tables`: the tables whose plays to compare. */
  board(tournament: string, number: number, board: number, tables: readonly number[] = []) {
    const query = tables.length === 0 ? {} : { tables: tables.join(",") };
    const path = "/v1/tournaments/{tournament}/rounds/{number}/boards/{board}";
    return done(this.ask.GET(path, { params: { path: { tournament, number, board }, query } }));
  }

  /** The own entry of a player, with the seat of the round that is on and its token. */
  entry(tournament: string) {
    return done(this.ask.GET("/v1/tournaments/{tournament}/entry", { params: { path: { tournament } } }));
  }

  /** The events of a deal, live: each once and in order, until the deal is over. */
  events(deal: string, after = 0): AsyncGenerator<Schemas["Event"], void, undefined> {
    return this.#follow(`/v1/deals/${deal}/events`, after);
  }

  /** The events of a table, live: each once and in order, until no more can follow. */
  tableEvents(table: string, after = 0): AsyncGenerator<Schemas["TableEvent"], void, undefined> {
    return this.#follow(`/v1/tables/${table}/events`, after);
  }

  /** Who is present at a table and what they said last, live: whole, at every change. */
  async *followPeople(table: string): AsyncGenerator<Schemas["People"], void, undefined> {
    const lines = this.#follow<{ type: string; people: Schemas["People"] }>(
      `/v1/tables/${table}/events?people=true`,
      0,
    );
    for await (const { type, people } of lines) if (type === "people") yield people;
  }

  /**
   * The changes of the lobby, live; by default from now on. To miss nothing, read the list first,
   * and pass its `position`.
   */
  async *followLobby(
    filter: LobbyFilter = {},
    after?: number,
  ): AsyncGenerator<Schemas["LobbyChange"], void, undefined> {
    const { free, ...named } = filter;
    const query = { ...named, ...(free !== undefined && { free: String(free) }) };
    const path = `/v1/lobby/events?${new URLSearchParams(query)}`;
    if (after === undefined) {
      const page = (await done(this.ask.GET("/v1/lobby/events", { params: { query: filter } }))) as Schemas["LobbyPage"];
      yield* page.events;
      after = page.position;
    }
    yield* this.#follow<Schemas["LobbyChange"]>(path, after);
  }

  /** The events of all tables of the credential, live. */
  notices(after = 0): AsyncGenerator<Schemas["Notice"], void, undefined> {
    return this.#follow("/v1/me/events", after);
  }

  /** The events of all tables of the credential and of their deals, live; `types` chooses some. */
  allEvents({ after = 0, types = [] as readonly string[] } = {}): AsyncGenerator<
    Schemas["LoggedEvent"],
    void,
    undefined
  > {
    const query = types.length > 0 ? `?types=${types.join(",")}` : "";
    return this.#follow(`/v1/me/tables/events${query}`, after);
  }

  #follow<E>(path: string, after: number): AsyncGenerator<E, void, undefined> {
    return follow<E>(this.#url + path, this.#credential, this.#patience, this.runtime, after);
  }

  #send(request: Request): Promise<Response> {
    if (REPEATABLE.has(request.method) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", freshKey(this.runtime));
    }
    const { each } = this.#patience;
    return patiently(() => whole(request.clone(), each, this.runtime), this.#patience, this.runtime);
  }
}

/** Which tables of the lobby are meant, as in the list. */
export type LobbyFilter = Pick<
  NonNullable<paths["/v1/lobby/events"]["get"]["parameters"]["query"]>,
  "game" | "status" | "free"
>;

/** Which disputes are meant. */
export interface DisputeFilter {
  readonly status?: "open" | "ruled";
  readonly table?: string;
}

/** The subject of a dispute: the event, and the claim about it. */
export type Dispute = Omit<Schemas["OpenDisputeRequest"], "signature" | "move" | "at"> & {
  at: number;
};

/** The watcher's name, and how long they may watch, in seconds. */
export type Watcher = Omit<Schemas["AdmitWatcherRequest"], "signature">;

/** The reader's name, the only deal they may read, and for how long, in seconds. */
export type Reader = Omit<Schemas["AdmitReaderRequest"], "signature">;

/** A deal as it is shown. */
export type Deal = Awaited<ReturnType<Client["deal"]>>;

/** The answer of an operation; if it is a problem, it is thrown. */
export async function done<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch((cause: unknown): never => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ForeignAnswer(new Response(null, { status: 200 }), cause.message);
  });
  if (!response.ok) {
    const said = typeof error === "object" && error !== null ? error : {};
    throw new Problem(response.status, said as Partial<ProblemDetails>);
  }
  return data as Data;
}

/** A caller's idempotency key, as request parameters. */
function keyed({ idempotencyKey: key }: Acting) {
  return key === undefined ? {} : { header: { "Idempotency-Key": key } };
}

/** A signature, as part of a body or a query. */
function signed({ signature }: Acting) {
  return signature === undefined ? {} : { signature: hex(signature) };
}

/** Whether a request only asks whether the rules allow a move. */
async function isDry(request: Request): Promise<boolean> {
  return membersOf(await request.clone().text())?.["dry_run"] === true;
}

/** Read the complete body of an answer; an incomplete one counts as no answer. */
async function whole(request: Request, each: number, runtime: Runtime): Promise<Response> {
  const abort = new AbortController();
  const cancel = runtime.after(each, () => abort.abort());
  try {
    const mayBeEmpty = request.method === "DELETE" || (await isDry(request));
    const answer = await fetch(request, { signal: abort.signal, redirect: "manual" });
    const { status, statusText, headers } = answer;
    const body = await answer.text();
    requireOwn(request.url, mayBeEmpty, answer, body);
    return new Response(body === "" ? null : body, { status, statusText, headers });
  } finally {
    cancel();
  }
}
