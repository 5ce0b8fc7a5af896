// Server-sent events that resume at their last position whenever the connection breaks.

import { Unreachable, patiently, rest, type Patience } from "./patience.js";
import { type Runtime } from "./runtime.js";
import { ForeignAnswer, Problem, problem } from "./problem.js";

/** A stream sends something every few seconds; after so many ms of silence it counts as broken. */
const SILENT = 30_000;
const OVER = 204;
const KIND = "text/event-stream";
const LINES = "application/x-ndjson";

interface Message {
  readonly id: number;
  readonly type: string;
  readonly data: string;
}

/** The header with a credential; empty: none, as of a person who joins a tournament. */
export const authorized = (credential: string): Record<string, string> =>
  credential === "" ? {} : { Authorization: `Bearer ${credential}` };

/** Each event after a position, live: once and in order, until no more can follow. */
export async function* follow<E>(
  url: string,
  credential: string,
  patience: Patience,
  runtime: Runtime,
  after = 0,
): AsyncGenerator<E, void, undefined> {
  for (let failures = 0; ; failures++) {
    if (failures > 1) await rest(patience, runtime, failures); // the stream breaks as soon as it is open
    const connection = new Connection(runtime);
    const opened = runtime.monotonic();
    try {
      const headers = {
        Accept: KIND,
        ...authorized(credential),
        "Last-Event-ID": String(after),
      };
      const response = await patiently(() => connection.open(url, headers), patience, runtime);
      if (response.status === OVER) return;
      if (!response.ok) throw await problem(response);
      const messages = read(response, connection);
      for (let next; (next = await unbroken(messages)) !== null; ) {
        if (next.type === "end") return;
        const event = data<E>(next);
        if (event === null) break; // another server's: open the stream again
        if (next.id > after) failures = 0;
        after = next.id;
        yield event;
      }
      if (runtime.monotonic() - opened > patience.longest) failures = 0;
    } finally {
      connection.close();
    }
  }
}

/** A long answer, one record a line, in the parts in which it comes. */
export async function* lines(
  url: string,
  credential: string,
  patience: Patience,
  runtime: Runtime,
): AsyncGenerator<Uint8Array, void, undefined> {
  const connection = new Connection(runtime, LINES);
  try {
    const headers = { Accept: LINES, ...authorized(credential) };
    const response = await patiently(() => connection.open(url, headers), patience, runtime);
    if (!response.ok) throw await problem(response);
    for await (const part of response.body ?? []) {
      connection.lives();
      yield part;
    }
  } catch (cause) {
    if (cause instanceof Problem || cause instanceof Unreachable) throw cause;
    throw new Unreachable(String(cause), { cause });
  } finally {
    connection.close();
  }
}

/** A connection that is closed when it is silent for too long. */
class Connection {
  #abort = new AbortController();
  #cancel: () => void = () => undefined;

  constructor(
    private readonly runtime: Runtime,
    private readonly kind = KIND,
  ) {}

  async open(url: string, headers: Record<string, string>): Promise<Response> {
    this.close();
    this.#abort = new AbortController();
    this.lives();
    const { signal } = this.#abort;
    return stream(await fetch(url, { headers, signal, redirect: "manual" }), this.kind);
  }

  lives(): void {
    this.#cancel();
    this.#cancel = this.runtime.after(SILENT, () => this.#abort.abort());
  }

  close(): void {
    this.#cancel();
    this.#abort.abort();
  }
}

/** An answer that is a stream, the end of one or a refusal of the service. */
async function stream(response: Response, wanted: string): Promise<Response> {
  const kind = (response.headers.get("Content-Type") ?? "").split(";", 1)[0];
  if (response.status === OVER || (response.ok && kind === wanted)) return response;
  const refusal = await problem(response);
  if (refusal instanceof ForeignAnswer) throw refusal;
  return new Response(JSON.stringify(refusal.more), { status: response.status, headers: response.headers });
}

/** The event in a message; null if there is none. */
function data<E>({ id, data }: Message): E | null {
  try {
    return Number.isSafeInteger(id) ? (JSON.parse(data) as E) : null;
  } catch {
    return null;
  }
}

/** The next message, or null if the stream has ended or broken. */
async function unbroken(messages: AsyncGenerator<Message>): Promise<Message | null> {
  try {
    const next = await messages.next();
    return next.done ? null : next.value;
  } catch {
    return null;
  }
}

/** Complete messages only: a partial message at the end of the stream is dropped. */
async function* read(response: Response, connection: Connection): AsyncGenerator<Message> {
  let begun = "";
  const text = response.body?.pipeThrough(new TextDecoderStream());
  for await (const part of text ?? []) {
    connection.lives();
    const blocks = (begun + part).split("\n\n");
    begun = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = parsed(block);
      if (message !== null) yield message;
    }
  }
}

function parsed(block: string): Message | null {
  const fields = new Map(block.split("\n").map((line) => splitAt(line, line.indexOf(": "))));
  const data = fields.get("data");
  if (data === undefined) return null;
  return { id: Number(fields.get("id")), type: fields.get("event") ?? "message", data };
}

function splitAt(line: string, colon: number): [string, string] {
  return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 2)];
}
