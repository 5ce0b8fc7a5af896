// Framing of bytes that are hashed and signed: a tag, and parts that each follow their length, so
// that no other input gives the same bytes. Numbers are big-endian.

const encoder = new TextEncoder();
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The bytes of a tag and some parts. */
export function tagged(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return joined(framed(encoder.encode(tag)), u32(parts.length), ...parts.map(framed));
}

/** Four bytes. */
export function u32(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/** A whole number up to 2^53 as eight bytes. */
export function u64(number: number): Uint8Array {
  return joined(u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32));
}

/** The 16 bytes of an id. Each id has only one text form, so a deal has only one seed. */
export function uuid(id: string): Uint8Array {
  if (!ID.test(id)) throw new TypeError(`not the id of a deal or table: ${id}`);
  return unhex(id.replaceAll("-", ""));
}

export async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

/** TH("fairdeal/1/commit", deal, "P", u32 seat, seed), in hex. */
export async function commitment(deal: string, seat: number, seed: Uint8Array): Promise<string> {
  const role = encoder.encode("P");
  return hex(await sha256(tagged("fairdeal/1/commit", uuid(deal), role, u32(seat), seed)));
}

/**
 * The commitment of a player of a tournament, and their seed of each round, in hex: each is the
 * commitment to the next one, with the number of its round (C6).
 */
export async function roundSeeds(
  tournament: string,
  last: Uint8Array,
  rounds: number,
): Promise<string[]> {
  const links = [hex(last)];
  for (let number = rounds; number > 0; number--) {
    links.unshift(await commitment(tournament, number, unhex(links[0] ?? "")));
  }
  return links;
}

export function hex(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError("this is no hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function framed(part: Uint8Array): Uint8Array {
  return joined(u32(part.length), part);
}

/** The canonical JSON (RFC 8785) of a value, for ASCII names. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
