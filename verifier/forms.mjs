// Readers of untrusted JSON: each takes a value and its place, and returns the value or throws
// Malformed.

import { say } from "./verdicts.mjs";

/** A value has the wrong form; the sentence begins with its place. */
export class Malformed extends Error {
  constructor(where, why) {
    super(why.key);
    this.sentence = say("finding-malformed", { where, why });
  }
}

export const is = (test, form) => (value, where) => {
  if (!test(value)) throw new Malformed(where, form);
  return value;
};
export const isText = (value) => typeof value === "string";
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const text = is(isText, say("finding-must-text"));
export const whole = is((value) => Number.isSafeInteger(value) && value >= 0, say("finding-must-whole"));
export const counted = is((value) => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32,
  say("finding-must-counted"));
export const word = (...words) => is((value) => words.includes(value), say("finding-must-word", { words }));
export const matching = (pattern) => is((value) => isText(value) && pattern.test(value), say("finding-must-match", { pattern: String(pattern) }));
export const identifier = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const hexadecimal = (size) => matching(new RegExp(`^[0-9a-f]{${2 * size}}$`));
export const optional = (read) => (value, where) => (value === null ? null : read(value, where));
export const list = (read, most = Infinity) => (value, where) => {
  if (is(Array.isArray, say("finding-must-list"))(value, where).length > most) {
    throw new Malformed(where, say("finding-must-most-items", { most }));
  }
  return value.map((each, at) => read(each, `${where}[${at}]`));
};
export const object = (readers) => (value, where) => {
  const names = Object.keys(readers);
  const fits = isObject(value) && Object.keys(value).sort().join() === [...names].sort().join();
  if (!fits) throw new Malformed(where, say("finding-must-fields", { fields: names }));
  return Object.fromEntries(names.map((name) => [name, readers[name](value[name], `${where}.${name}`)]));
};

/** Whether two JSON values are equal. */
export function equal(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => equal(each, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}
