// A seat at a table: what there is to do on it, from the first deal of a series to the last.

import { done, type Client, type Deal, type Schemas } from "./client.js";
import { Problem } from "./problem.js";
import type { Secret } from "./seeds.js";
import { moveToSign, type Sign } from "./signing.js";

export interface Playing {
  /** Is told each event of each deal once, in order. */
  readonly hear?: (deal: string, event: Schemas["Event"]) => void;
  /** Where the seeds come from: a seat that commits needs it. */
  readonly secret?: Secret;
  /** Signs with the seat's own key: a seat that has brought one needs it. */
  readonly sign?: Sign;
  /**
   * Whether it comes back where a bot plays for it, since it has missed a turn, or left; by default
   * it does. Else the bot plays to the end of the series, unless `comeBack` is called.
   */
  readonly comesBack?: boolean;
}

/** By these a move is refused which another's has overtaken: the deal is read again. */
const OVERTAKEN: ReadonlySet<string> = new Set(["stale-version", "not-your-turn"]);

/** A seat, played with its token. */
export class Seat {
  /**
   * By deal, the receipt that fixes the server's commitment: what was signed before this seat
   * showed its seed. Keep them, if the deal should be proved to others.
   */
  readonly openings = new Map<string, Schemas["Receipt"]>();

  /** Whether the deal has to be read again. */
  private isOld = false;

  private constructor(
    readonly client: Client,
    readonly table: string,
    readonly number: number,
    private readonly playing: Playing,
  ) {}

  /** The seat of a client's token. It throws where it could not do what the seat has promised. */
  static async of(client: Client, playing: Playing = {}): Promise<Seat> {
    const { kind, table, seat } = await done(client.ask.GET("/v1/me"));
    if (table === undefined || seat === undefined) {
      throw new TypeError(`this is no seat's token, but that of a ${kind}`);
    }
    const { commits, key } = (await client.table(table)).seats[seat] ?? {};
    if (commits && playing.secret === undefined) {
      throw new TypeError("this seat adds seeds to the shuffle: without a `secret` it is forfeited");
    }
    if (key && playing.sign === undefined) {
      throw new TypeError("this seat has a key: without `sign` no move of it is taken");
    }
    return new Seat(client, table, seat, playing);
  }

  /**
   * The deal whenever something has happened and the seat may move; until the series is over. The
   * seat's seeds are added meanwhile.
   */
  async *turns(): AsyncGenerator<Deal, void, undefined> {
    const heard = new Set<string>();
    for (;;) {
      const { status, deal, next_deal, version } = await this.client.table(this.table);
      if (status !== "open" && status !== "playing") return;
      await this.commit(next_deal);
      if (deal !== null && !heard.has(deal.id)) {
        heard.add(deal.id);
        yield* this.turnsOf(deal.id);
      }
      for await (const _ of this.client.tableEvents(this.table, version)) break;
    }
  }

  /** Make a move in a deal as it was shown, signed if the seat signs. */
  async move(
    deal: Deal,
    move: Schemas["Move"],
    idempotencyKey?: string,
  ): Promise<Schemas["Played"]> {
    const signature = await this.playing.sign?.(moveToSign(deal, move));
    const expectedVersion = signature && deal.version;
    const making = { expectedVersion, signature, idempotencyKey };
    return this.client.move(deal.id, move, making).catch((error: unknown) => {
      this.isOld = error instanceof Problem && OVERTAKEN.has(error.code);
      throw error;
    });
  }

  /** The series as it stands. */
  series(): Promise<Schemas["SeriesShown"]> {
    const params = { path: { table: this.table } };
    return done(this.client.ask.GET("/v1/tables/{table}/series", { params }));
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
        await this.showSeed(shown);
        if (comesBack && shown.away.includes(this.number)) {
          await unlessLate(this.client.comeBack(deal)); // an event says that it is back
        } else if (shown.legal_moves.length > 0) yield shown;
      }
    }
  }

  /** Show the seed, if it is waited for, and none without the receipt of the opening (F3). */
  private async showSeed({ id, fairness: { receipt, waiting } }: Deal): Promise<void> {
    const { secret } = this.playing;
    if (secret === undefined || receipt === null || !waiting.includes(this.number)) return;
    this.openings.set(id, receipt);
    await unlessLate(this.client.showSeed(id, await secret.seed(id)));
  }

  private async commit(following: Schemas["TableShown"]["next_deal"]): Promise<void> {
    const { secret } = this.playing;
    if (secret === undefined || following === null || !following.waiting.includes(this.number)) return;
    const commitment = await secret.commitment(following.id, this.number);
    await unlessLate(this.client.commit(this.table, this.number, following.id, commitment));
  }
}

/** What may come too late: then the next event says so. */
async function unlessLate(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}
