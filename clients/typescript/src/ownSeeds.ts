// The seeds of one seat: committed to, kept in a file, and shown once the opening is proved.

import { isDeepStrictEqual } from "node:util";

import type { Acting, Client, Deal, Schemas } from "./client.js";
import { unhex } from "./framing.js";
import { checkOpening, UntrustedOpening, type DealOpening } from "./opening.js";
import { Problem } from "./problem.js";
import type { Committed, SeedFile } from "./seedFile.js";
import type { ServiceKey } from "./serviceKey.js";
import { Signer, type Sign } from "./signing.js";

/** Commits a seat to its seeds, and shows each seed when it is safe. */
export class OwnSeeds {
  private constructor(
    private readonly client: Client,
    private readonly table: string,
    private readonly seat: number,
    private readonly file: SeedFile,
    private readonly key: ServiceKey,
    private readonly signer: Signer,
  ) {}

  static async of(
    client: Client,
    table: string,
    seat: number,
    file: SeedFile,
    { serviceKey, sign }: { serviceKey?: string | undefined; sign?: Sign | undefined } = {},
  ): Promise<OwnSeeds> {
    const key = await file.serviceKey(serviceKey, () => client.logKey(), client.origin);
    return new OwnSeeds(client, table, seat, file, key, new Signer(seat, sign, client.runtime));
  }

  /** Commit to the seed for the next deal. The seed is stored before it is sent to the service. */
  async commit(following: Schemas["NextDeal"]): Promise<void> {
    const { id, number } = following;
    const { commitment } = await this.file.commit(id, this.table, number, this.seat);
    const act = { type: "commit", deal: id, commitment };
    const read = () => this.client.table(this.table);
    const send = (acting: Acting) =>
      this.client.commit(this.table, this.seat, id, commitment, acting);
    await this.signer.act(act, read, send).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "already-committed") throw this.missing(id);
      // too late: the next event shows it
    });
  }

  /**
   * Show the seed for a deal, if the deal waits for it, after checking and storing the opening.
   * Throws `UntrustedOpening` if the check fails, or if the deal was opened without this seat's
   * seed although the table does not say that it is left out. All evidence that the service gave is then in the file.
   */
  async show(deal: Deal): Promise<void> {
    const { seats, waiting } = deal.fairness;
    if (!seats.some(({ seat }) => seat === this.seat)) {
      const { seats: players } = await this.client.table(this.table);
      if (players[this.seat]?.left_out) return; // it was late, which the table has recorded
      const bundle = await this.client.bundle(deal.id);
      throw await this.refused(deal, bundle, "the deal was opened without a seed of this seat");
    }
    if (!waiting.includes(this.seat)) return;
    const committed = await this.file.committed(deal.id, this.seat);
    if (committed === undefined) throw this.missing(deal.id);
    await this.check(deal, committed);
    try {
      const { receipt } = await this.client.showSeed(deal.id, unhex(committed.seed));
      await this.add("shown", deal.id, { receipt });
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // too late: the next event shows it
    }
  }

  private async check(deal: Deal, committed: Committed): Promise<void> {
    const bundle = await this.client.bundle(committed.deal);
    try {
      await this.keep(committed, await checkOpening(deal, bundle, committed, this.key));
    } catch (error) {
      if (!(error instanceof UntrustedOpening)) throw error;
      throw await this.refused(deal, bundle, error.message);
    }
  }

  /** Store an opening; a deal has only one. */
  private async keep(committed: Committed, { receipt, events }: DealOpening): Promise<void> {
    const { deal } = committed;
    if ((await this.file.find("opening", deal, this.seat)) === undefined) {
      await this.add("opening", deal, { receipt, events });
    }
    const kept = await this.file.find("opening", deal, this.seat);
    if (!isDeepStrictEqual([kept?.["receipt"], kept?.["events"]], [receipt, events])) {
      throw new UntrustedOpening("another opening of this deal was signed before");
    }
  }

  /** Store the service's answers; return the error that names the reason. */
  private async refused(deal: Deal, bundle: string, reason: string): Promise<UntrustedOpening> {
    await this.add("refused", deal.id, { reason, receipt: deal.fairness.receipt, bundle });
    return new UntrustedOpening(
      `the seed for deal ${deal.id} was not shown: ${reason}; ` +
        `what the service gave is kept in ${this.file.path}`,
    );
  }

  private add(kind: string, deal: string, members: object): Promise<void> {
    return this.file.add({ kind, deal, seat: this.seat, ...members });
  }

  private missing(deal: string): TypeError {
    return new TypeError(
      `this seat has committed to a seed for deal ${deal} that is not in ${this.file.path}: ` +
        "name the file in which it was kept",
    );
  }
}
