// Which key of a service the reader trusts, and why; the same as verifier/trust.py.

import { readKey } from "./notes.mjs";
import { Failure, Nothing, NotYet, say, together } from "./verdicts.mjs";

/**
 * The key that must have made all signatures of a bundle: the reader's, or the bundle's own. `reason`
 * is why the reader trusts it; null: only the bundle names it.
 */
export async function trusted({ bundle, held }) {
  const own = bundle.key && (await readKey(bundle.key));
  if (own && held.key && own.text !== held.key.text) {
    const detail = say("finding-other-key", { named: own.text, key: held.key.text });
    throw new Failure(detail, { field: "key" });
  }
  if (held.key) return { key: held.key, reason: say("finding-you-gave-it") };
  if (!own) throw new Failure(say("finding-no-key"), { field: "key" });
  const pin = held.pins.find(({ key }) => key === own.text);
  return { key: own, reason: pin ? say("finding-pinned", { source: pin.source }) : null };
}

/** A key as text, with a note if only the bundle names it. */
export function nameOf({ key, reason }) {
  const name = `${key.name}+${key.id}`;
  return reason === null ? say("finding-key-of-bundle", { key: name }) : name;
}

/** The detail of what a key's signatures show; open where only the bundle names the key. */
export function proved({ reason }, said) {
  if (reason === null) throw new NotYet(said);
  return said;
}

/** The reader trusts the key that has signed the log and the receipts of the bundle. */
export async function key(made) {
  const { bundle, held } = made;
  if (bundle.log === null && bundle.receipts.length === 0 && held.receipts.length === 0) {
    throw new Nothing(say("finding-nothing-signed"));
  }
  const { key: { text }, reason } = await trusted(made);
  const pinned = held.pins.some((pin) => pin.key === text);
  const others = (pinned ? [] : held.pins)
    .map((pin) => say("finding-other-pinned", { source: pin.source, key: pin.key }));
  if (reason !== null) return together([say("finding-trusted", { key: text, reason }), ...others]);
  throw new NotYet(together([
    say("finding-key-unproved", { key: text }),
    say("finding-give-key"),
    ...others,
  ]));
}
