// Whether the record is one, and whole, and what is opened is what was hidden: evidence/chain.py.

import { bytes, hex, joined, sha256, taggedHash, unhex } from "./recipe.mjs";
import { Failure, eventsOf } from "./verdicts.mjs";

/** What must be hidden in an event of each kind, whatever the game. */
const SECRETS = new Map([
  ["deal.opened", ["seed"]], ["deal.shuffled", ["deck", "lots"]],
  ["deal.move_signed", ["signature"]],
]);

/** The chain head after each event, as it follows from the bytes alone. */
export async function heads(bundle) {
  const stream = unhex(bundle.stream.replaceAll("-", ""));
  let head = await sha256(joined(bytes("fairdeal/1/genesis"), stream));
  const made = [];
  for (const { body } of bundle.events) {
    head = await sha256(joined(new Uint8Array([2]), head, await sha256(bytes(body))));
    made.push(head);
  }
  return made;
}

/** The record is a record: every event has its form. */
export function form({ bundle, told: events, unformed }) {
  if (unformed !== undefined) throw unformed;
  const { kind, stream, game, view } = bundle;
  return `${events.length} events of ${kind} ${stream}, ${game}, ${view}${clock(events)}`;
}

/** Where an event is said to be earlier than the one before it: clocks differ, so nothing fails. */
function clock(events) {
  let [most, position] = [0, 0];
  for (const [at, each] of events.slice(1).entries()) {
    const back = events[at].at - each.at;
    if (back > most) [most, position] = [back, each.position];
  }
  return most > 0 ? `; the clock goes back by ${most} µs at event ${position}` : "";
}

/** Every hash follows from the events before it. */
export function chain({ bundle, heads: made }) {
  for (const [at, { hash }] of bundle.events.entries()) {
    if (hash !== hex(made[at])) {
      const detail = "the hash does not follow from the events";
      throw new Failure(detail, { position: at + 1, field: "hash" });
    }
  }
  if (bundle.head !== hex(made.at(-1))) {
    const detail = "the record does not end at its head";
    throw new Failure(detail, { position: made.length, field: "head" });
  }
  return `the head is ${bundle.head}`;
}

/** Every opening fits its commitment, and there are those that the view must have. */
export async function openings(made) {
  let [opened, sealed] = [0, 0];
  for (const each of eventsOf(made)) {
    const at = placed(each);
    for (const slot of SECRETS.get(each.type) ?? []) seeSecret(made.bundle, each, slot);
    for (const [slot, { salt, payload, value }] of each.openings) {
      const commitment = each.commitments.get(slot);
      if (commitment === undefined) throw at(slot, "there is no commitment to open");
      const hash = await taggedHash("fairdeal/1/secret", unhex(salt), bytes(payload));
      if (hex(hash) !== commitment.sha256) {
        throw at(slot, "the opening does not fit its commitment");
      }
      if (commitment.count !== counted(slot, value)) {
        throw at(slot, miscounted(commitment));
      }
    }
    if (made.bundle.view === "full") {
      for (const slot of each.commitments.keys()) {
        if (!each.openings.has(slot)) {
          throw at(slot, "the view has this secret, and it is not opened");
        }
      }
    }
    opened += each.openings.size;
    sealed += each.commitments.size;
  }
  return `${opened} of ${sealed} secrets are opened, and fit`;
}

/** A secret of every game is hidden, and opened to none but its readers. */
function seeSecret({ view }, each, slot) {
  const at = placed(each);
  const commitment = each.commitments.get(slot);
  if (commitment === undefined) throw at(slot, "this is a secret, and stands open");
  if (slot !== "deck" && commitment.count !== 1) throw at(slot, miscounted(commitment));
  const isReader = view === "full" || (slot === "signature" && view === `seat:${each.data.seat}`);
  if (each.openings.has(slot) && !isReader) throw at(slot, "the view does not have this secret");
}

const placed = (each) => (slot, detail) => new Failure(detail, { ...each, field: slot });

const miscounted = ({ count }) => `${count} cards are said to be hidden, and it is another number`;

/** How many cards a commitment must say that it hides: of other secrets, one. */
function counted(slot, value) {
  const cards = Array.isArray(value) && slot !== "lots";
  return cards ? value.length : 1;
}
