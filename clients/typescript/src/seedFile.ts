// The file with a player's seeds, commitments, openings and the service's key. The Python client
// uses the same format; clients/python/fairdeal_client/seed_file.py documents the lines.

import { mkdir, open, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { commitment, hex, roundSeeds, unhex } from "./framing.js";
import { SYSTEM, type Runtime } from "./runtime.js";
import { ServiceKey } from "./serviceKey.js";

const SEED_BYTES = 32;
const OWNER_ONLY = 0o600;

/** A seed, and the deal and seat for which it was committed to. */
export interface Committed {
  readonly deal: string;
  readonly table: string;
  readonly number: number;
  readonly seat: number;
  readonly seed: string;
  readonly commitment: string;
}

/** A line of the file. */
export interface Line {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** The file of seeds for a service, in the home folder of the user. */
export async function usualFile(origin: string): Promise<string> {
  const folder = join(homedir(), ".fairdeal");
  await mkdir(folder, { mode: 0o700, recursive: true });
  return join(folder, `seeds-${origin.replace(/[^A-Za-z0-9.-]+/g, "-")}`);
}

/**
 * A file of seeds, created with the first line and readable by its owner only. Every line is on
 * disk (fsync) when the method that adds it is done.
 */
export class SeedFile {
  constructor(
    readonly path: string,
    private readonly runtime: Runtime = SYSTEM,
  ) {}

  /** The seed for a deal: drawn and stored on the first call, then always the same. */
  async commit(deal: string, table: string, number: number, seat: number): Promise<Committed> {
    const raw = this.runtime.randomBytes(SEED_BYTES);
    const made = await commitment(deal, seat, raw);
    const drawn = { deal, table, number, seat, seed: hex(raw), commitment: made };
    await this.add({ kind: "commitment", ...((await this.committed(deal, seat)) ?? drawn) });
    const kept = (await this.committed(deal, seat)) ?? drawn;
    if (kept.table !== table || kept.number !== number) {
      const [said, here] = [`${number} of table ${table}`, `${kept.number} of table ${kept.table}`];
      throw new TypeError(`${this.path} has ${deal} as deal ${here}; the service says ${said}`);
    }
    return kept;
  }

  /** The seed that was committed to; undefined if the file has none for this deal and seat. */
  async committed(deal: string, seat: number): Promise<Committed | undefined> {
    const line = await this.find("commitment", deal, seat);
    if (line === undefined) return undefined;
    const { kind: _, ...committed } = line;
    return committed as unknown as Committed;
  }

  /**
   * The commitment of a player of a tournament, and their seed of each round: drawn and stored on
   * the first call, then always the same. Spaces around the name are cut off, as the service does.
   */
  async rounds(tournament: string, given: string, rounds: number): Promise<string[]> {
    const name = given.trim();
    const seed = hex(this.runtime.randomBytes(SEED_BYTES));
    const drawn = { kind: "rounds", tournament, name, rounds, seed };
    await this.add((await this.#rounds(tournament, name)) ?? drawn);
    const kept = (await this.#rounds(tournament, name)) ?? drawn;
    return roundSeeds(tournament, unhex(String(kept["seed"])), rounds);
  }

  async #rounds(tournament: string, name: string): Promise<Line | undefined> {
    return (await this.lines()).find(
      (line) => line.kind === "rounds" && line["tournament"] === tournament && line["name"] === name,
    );
  }

  /**
   * The key whose receipts are trusted: the key in the file; otherwise the key that the player
   * gives; otherwise the key fetched from the service, once (trust on first use). `service` is its
   * origin, kept because verifiers trust a key only if it came over HTTPS, or from the machine itself.
   */
  async serviceKey(
    given: string | undefined,
    ask: () => Promise<string>,
    service: string,
  ): Promise<ServiceKey> {
    let kept = await this.#keptKey();
    if (kept === undefined) {
      const { text } = await ServiceKey.read(given ?? (await ask()));
      const source =
        given === undefined ? { source: "service", service } : { source: "player" };
      await this.add({ kind: "key", key: text, ...source });
      kept = (await this.#keptKey()) ?? text;
    }
    if (given !== undefined && given.trim() !== kept) {
      throw new TypeError(`${this.path} has the service key ${kept}, not ${given.trim()}`);
    }
    return ServiceKey.read(kept);
  }

  async #keptKey(): Promise<string | undefined> {
    return (await this.lines()).find(({ kind }) => kind === "key")?.["key"] as string | undefined;
  }

  /** The first line of a kind for a deal and seat. */
  async find(kind: string, deal: string, seat: number): Promise<Line | undefined> {
    return (await this.lines()).find(
      (line) => line.kind === kind && line["deal"] === deal && line["seat"] === seat,
    );
  }

  /** All complete lines, in order. */
  async lines(): Promise<Line[]> {
    return (await this.#read()).split("\n").flatMap((text) => {
      try {
        const line: unknown = JSON.parse(text);
        return typeof line === "object" && line !== null && "kind" in line ? [line as Line] : [];
      } catch {
        return [];
      }
    });
  }

  /** Add a line, unless the file already has it. */
  async add(line: Line): Promise<void> {
    const before = await this.#read();
    const torn = before === "" || before.endsWith("\n") ? "" : "\n";
    const isThere = (await this.lines()).some((each) => isDeepStrictEqual(each, line));
    const file = await open(this.path, "a", OWNER_ONLY);
    try {
      if (!isThere) await file.appendFile(`${torn}${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (before === "") await syncFolder(dirname(this.path));
  }

  async #read(): Promise<string> {
    try {
      return await readFile(this.path, "utf-8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return "";
    }
  }
}

/**
 * Sync the folder, so that a new file's name survives a crash, if the system supports it (POSIX).
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
