// Bytes that are hashed and signed: parts under a tag, each after its length, so that nothing else
// gives the same bytes. Numbers are big-endian.

const encoder = new TextEncoder();

/** A tag and some parts. */
export function tagged(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return joined(framed(encoder.encode(tag)), u32(parts.length), ...parts.map(framed));
}

/** Four bytes. */
export function u32(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/** The 16 bytes of an id. */
export function uuid(id: string): Uint8Array {
  return unhex(id.replaceAll("-", ""));
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
