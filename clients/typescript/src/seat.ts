// Play a seat, from the first deal of a series to the last.

import {
  done,
  type Acting,
  type Client,
  type Deal,
  type Dispute,
  type Schemas,
  type Reader,
  type Watcher,
} from "./client.js";
import { type LogReport } from "./checkpoints.js";
import { OwnSeeds } from "./ownSeeds.js";
import { Problem } from "./problem.js";
import { SeedFile, usualFile } from "./seedFile.js";
import { moveToSign, Signer, type Sign } from "./signing.js";

export interface Playing {
  /** Called with each event of each deal, once and in order. */
  readonly hear?: (deal: string, event: Schemas["Event"]) => void;
  /**
   * Whether the seat adds seeds to deals that do not wait for them, too (default: true). A seat that
   * was taken with `commits` always adds them.
   */
  readonly addsSeeds?: boolean;
  /**
   * The file with seeds, commitments and openings; by default one for
   * each service, in `.fairdeal` of the home folder. A client that is restarted with the same file continues where it was.
   */
  readonly seedFile?: string;
  /**
   * The text of the service's key, from a source that the player trusts. Without it, the client
   * fetches the key from the service once, keeps it in the file, and trusts it from then on.
   */
  readonly serviceKey?: string;
  /** Signs with the seat's own key; required for a seat that has brought one. */
  readonly sign?: Sign;
  /**
   * Whether the seat returns by itself after a bot has taken over because a turn was missed or the
   * player left (default: true). Otherwise the bot plays to the end of the series, unless
   * `comeBack` is called.
   */
  readonly comesBack?: boolean;
  /** Called if the service's log is not the one that was seen before; by default on the console. */
  readonly warn?: (report: LogReport) => void;
}

/** Problems of a move that was overtaken by another player's move: read the deal again. */
const OVERTAKEN: ReadonlySet<string> = new Set(["stale-version", "not-your-turn"]);

/**
 * A seat, played with its token. If the seat has a key, all its moves and acts are signed. If other
 * events made the signature of an act obsolete, the act is signed again and repeated under its
 * idempotency key.
 */
export class Seat {
  /** Whether the deal must be read again. */
  private isOld = false;
  private seeds: OwnSeeds | undefined;
  private addsSeeds: boolean;
  private readonly signer: Signer;

  private constructor(
    readonly client: Client,
    readonly table: string,
    readonly number: number,
    private readonly playing: Playing,
    private readonly isAwaited: boolean,
    private readonly makeSeeds: () => Promise<OwnSeeds>,
  ) {
    this.signer = new Signer(number, playing.sign, client.runtime);
    this.addsSeeds = isAwaited || (playing.addsSeeds ?? true);
  }

  /**
   * The seat of a client's token. Throws if the seat needs a seed file or a key that is missing.
   */
  static async of(client: Client, playing: Playing = {}): Promise<Seat> {
    const { kind, table, seat } = await done(client.ask.GET("/v1/me"));
    if (kind !== "seat" || table === undefined || seat === undefined) {
      throw new TypeError(`this is not the token of a seat, but of a ${kind}`);
    }
    const { commits, key } = (await client.table(table)).seats[seat] ?? {};
    if (key && playing.sign === undefined) {
      throw new TypeError("this seat has a key: without `sign` it can do nothing");
    }
    const makeSeeds = async () => {
      const path = playing.seedFile ?? (await usualFile(client.origin));
      return await OwnSeeds.of(client, table, seat, new SeedFile(path, client.runtime), playing);
    };
    const made = new Seat(client, table, seat, playing, commits === true, makeSeeds);
    if (made.isAwaited) await made.ownSeeds();
    return made;
  }

  /**
   * Yields the deal each time the seat may move, until the series is over. The seat's seeds are
   * added meanwhile. If the service does not prove the opening of a deal, the seed is not shown,
   * and an `UntrustedOpening` is thrown.
   */
  async *turns(): AsyncGenerator<Deal, void, undefined> {
    await this.checkLog();
    const heard = new Set<string>();
    for (;;) {
      const table = await this.client.table(this.table);
      const { status, deal, version } = table;
      if (status !== "open" && status !== "playing") return;
      await this.commit(table);
      if (deal !== null && !heard.has(deal.id)) {
        heard.add(deal.id);
        yield* this.turnsOf(deal.id);
      }
      for await (const _ of this.client.tableEvents(this.table, version)) break;
    }
  }

  /**
   * Make a move in a deal as it was shown; signed if the seat has a key. If the deal has changed
   * since, the move is refused (`stale-version`).
   */
  async move(
    deal: Deal,
    move: Schemas["Move"],
    idempotencyKey?: string,
  ): Promise<Schemas["MoveResult"]> {
    const signature = await this.playing.sign?.(moveToSign(deal, move));
    const making = { expectedVersion: deal.version, signature, idempotencyKey };
    return this.client.move(deal.id, move, making).catch((error: unknown) => {
      this.isOld = error instanceof Problem && OVERTAKEN.has(error.code);
      throw error;
    });
  }

  /** Leave a running deal. A bot plays on, or the series is lost, depending on the table. */
  leave(deal: string, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.leave(deal, acting);
    return this.inDeal(deal, "leave", send, idempotencyKey);
  }

  /** Return to a deal in which a bot has taken over the seat. */
  comeBack(deal: string, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.comeBack(deal, acting);
    return this.inDeal(deal, "return", send, idempotencyKey);
  }

  /** Resign the series. It ends in the same deal once all persons of the side have resigned. */
  resign(deal: string, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.resign(deal, acting);
    return this.inDeal(deal, "resign", send, idempotencyKey);
  }

  /** Leave the seat before the series begins. */
  leaveSeat(idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.leaveSeat(this.table, this.number, acting);
    return this.atTable({ type: "leave" }, send, idempotencyKey);
  }

  /** Say that the player is ready for the deal with a number: `next_deal` of the table. */
  ready(number: number, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.ready(this.table, this.number, number, acting);
    return this.atTable({ type: "ready", number }, send, idempotencyKey);
  }

  /** Dispute an event of a finished deal; an auditor rules on it. */
  openDispute(deal: string, { at, claim, text }: Dispute, idempotencyKey?: string) {
    const said = { at, claim, text: text.trim() };
    const send = (acting: Acting) => this.client.openDispute(deal, said, acting);
    return this.atTable({ type: "dispute", deal, ...said }, send, idempotencyKey);
  }

  /** Answer a dispute that has no ruling yet. */
  answerDispute(deal: string, dispute: number, text: string, idempotencyKey?: string) {
    const act = { type: "answer", deal, dispute, text: text.trim() };
    const send = (acting: Acting) => this.client.answerDispute(deal, dispute, act.text, acting);
    return this.atTable(act, send, idempotencyKey);
  }

  /** Withdraw a dispute of this seat that has no ruling yet. */
  withdrawDispute(deal: string, dispute: number, idempotencyKey?: string) {
    const act = { type: "withdraw", deal, dispute };
    const send = (acting: Acting) => this.client.withdrawDispute(deal, dispute, acting);
    return this.atTable(act, send, idempotencyKey);
  }

  /** Appeal the first ruling on a dispute: another auditor rules once more. */
  appealRuling(deal: string, dispute: number, text: string, idempotencyKey?: string) {
    const act = { type: "appeal", deal, dispute, text: text.trim() };
    const send = (acting: Acting) => this.client.appealRuling(deal, dispute, act.text, acting);
    return this.atTable(act, send, idempotencyKey);
  }

  /** Admit a watcher to the table. */
  admitWatcher(watcher: Watcher, idempotencyKey?: string) {
    const name = watcher.name.trim();
    const send = (acting: Acting) =>
      this.client.admitWatcher(this.table, { ...watcher, name }, acting);
    return this.atTable({ type: "admit_watcher", name }, send, idempotencyKey);
  }

  /** End the token of a watcher that the seat has admitted. */
  dismissWatcher(watcher: number, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.dismissWatcher(this.table, watcher, acting);
    return this.atTable({ type: "dismiss_watcher", watcher }, send, idempotencyKey);
  }

  /** Admit a reader of finished deals of the table. */
  admitReader(reader: Reader, idempotencyKey?: string) {
    const said = { name: reader.name.trim(), deal: reader.deal ?? null };
    const send = (acting: Acting) =>
      this.client.admitReader(this.table, { ...reader, ...said }, acting);
    return this.atTable({ type: "admit_reader", ...said }, send, idempotencyKey);
  }

  /** End the token of a reader that the seat has admitted. */
  dismissReader(reader: number, idempotencyKey?: string) {
    const send = (acting: Acting) => this.client.dismissReader(this.table, reader, acting);
    return this.atTable({ type: "dismiss_reader", reader }, send, idempotencyKey);
  }

  /** The current state of the series. */
  series(): Promise<Schemas["Series"]> {
    const params = { path: { table: this.table } };
    return done(this.client.ask.GET("/v1/tables/{table}/series", { params }));
  }

  /** Warn if the service's log is not the one that was seen before. */
  private async checkLog(): Promise<void> {
    const { warn = (report: LogReport) => console.warn(report.text) } = this.playing;
    const report = await this.client.checkLog().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return null; // it has no checkpoint yet
    });
    if (report !== null && report.status !== "first" && report.status !== "holds") warn(report);
  }

  private async *turnsOf(deal: string): AsyncGenerator<Deal, void, undefined> {
    const { hear, comesBack = true } = this.playing;
    let known = 0;
    for await (const event of this.client.events(deal)) {
      hear?.(deal, event);
      this.isOld = event.position > known;
      while (this.isOld) {
        this.isOld = false;
        const shown = await this.client.deal(deal);
        known = shown.version;
        if (this.isAwaited || shown.fairness.waiting.includes(this.number)) {
          await (await this.ownSeeds()).show(shown);
        }
        if (comesBack && shown.away.includes(this.number)) {
          await unlessLate(this.comeBack(deal)); // an event shows the return
        } else if (shown.legal_moves.length > 0) yield shown;
      }
    }
  }

  private inDeal<Done>(
    deal: string,
    type: string,
    send: (acting: Acting) => Promise<Done>,
    idempotencyKey?: string,
  ): Promise<Done> {
    return this.signer.act({ type }, () => this.client.deal(deal), send, idempotencyKey);
  }

  private atTable<Done>(
    act: object,
    send: (acting: Acting) => Promise<Done>,
    idempotencyKey?: string,
  ): Promise<Done> {
    return this.signer.act(act, () => this.client.table(this.table), send, idempotencyKey);
  }

  private async commit({ next_deal }: Schemas["Table"]): Promise<void> {
    if (!this.addsSeeds || !next_deal?.may_commit.includes(this.number)) return;
    const seeds = await this.ownSeeds().catch((error: unknown) => {
      const isOfFile = error instanceof Error && "syscall" in error;
      if (this.isAwaited || !isOfFile) throw error;
      this.addsSeeds = false; // there is no place for the file
    });
    await seeds?.commit(next_deal);
  }

  private async ownSeeds(): Promise<OwnSeeds> {
    return (this.seeds ??= await this.makeSeeds());
  }
}

/** Ignore problems of requests that came too late; the next event shows the new state. */
async function unlessLate(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}
