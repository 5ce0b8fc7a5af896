// Check form, hash chain and openings of the record; the same as verifier/chain.py.

import { bytes, hex, joined, sha256, taggedHash, unhex } from "./recipe.mjs";
import { Failure, eventsOf, say, together } from "./verdicts.mjs";
import { eventOf, isErasable, isForAll } from "./events.mjs";

/** The head of a stream without events. */
export const genesis = (stream) => (
  sha256(joined(bytes("fairdeal/1/genesis"), unhex(stream.replaceAll("-", ""))))
);

/** The chain head after each event, computed from the bytes alone. */
export async function heads(bundle) {
  let head = await genesis(bundle.stream);
  const made = [];
  for (const { body } of bundle.events) {
    head = await sha256(joined(new Uint8Array([2]), head, await sha256(bytes(body))));
    made.push(head);
  }
  return made;
}

/** Every event is well-formed. */
export function form({ bundle, decoded: events, unformed }) {
  if (unformed !== undefined) throw unformed;
  const { kind, stream, game, view } = bundle;
  const said = say("finding-events-of", { events: events.length, kind, stream, game, view });
  const rewritten = bundle.rewritten ? [say("finding-rewritten")] : [];
  return together([said, ...rewritten, ...clock(events)]);
}

/**
 * Where an event has an earlier time than the one before it. Clocks differ, so this is no failure.
 */
function clock(events) {
  let [most, position] = [0, 0];
  for (const [at, each] of events.slice(1).entries()) {
    const back = events[at].at - each.at;
    if (back > most) [most, position] = [back, each.position];
  }
  return most > 0 ? [say("finding-clock-back", { us: most, event: position })] : [];
}

/** Every hash follows from the events before it. */
export function chain({ bundle, heads: made }) {
  for (const [at, { hash }] of bundle.events.entries()) {
    if (hash !== hex(made[at])) {
      const detail = say("finding-hash");
      throw new Failure(detail, { position: at + 1, field: "hash" });
    }
  }
  if (bundle.head !== hex(made.at(-1))) {
    const detail = say("finding-head-end");
    throw new Failure(detail, { position: made.length, field: "head" });
  }
  return say("finding-head", { head: bundle.head });
}

/** Every opening fits its commitment, and the bundle opens exactly what its viewer may open. */
export async function openings(made) {
  let [opened, sealed] = [0, 0];
  for (const each of eventsOf(made)) {
    const { commitments, leaves } = each;
    const at = (slot, detail) => new Failure(detail, { ...each, field: slot });
    seeHands(each, made.decoded[0].data.seats, at);
    seeCommitments(each, at);
    for (const { slot, salt, payload } of each.openings) {
      if (!commitments.has(slot)) throw at(slot, say("finding-no-commitment"));
      const hash = await taggedHash("fairdeal/1/secret", unhex(salt), bytes(payload));
      if (hex(hash) !== commitments.get(slot).sha256) {
        throw at(slot, say("finding-opening"));
      }
    }
    const given = new Set(each.openings.map(({ slot }) => slot));
    for (const [slot, { audience }] of leaves) {
      const may = mayOpen(made.bundle, audience);
      if (given.has(slot) && !may) throw at(slot, say("finding-secret-not-of-view"));
      if (!given.has(slot) && may && !isErasable(audience)) {
        throw at(slot, say("finding-secret-closed"));
      }
    }
    opened += given.size;
    sealed += commitments.size;
  }
  return say("finding-openings", { opened, sealed });
}

/** Whether the bundle's viewer may open a secret that is meant for an audience. */
export const mayOpen = ({ view }, audience) => (
  view === "full" || view === `seat:${audience}` || isForAll(audience)
);

/** A field with a value for each seat has one for each seat of the deal. */
function seeHands({ type, data }, seats, at) {
  for (const [name, audience] of Object.entries(eventOf(type).hidden ?? {})) {
    if (audience === "each" && data[name].length !== seats) {
      throw at(name, say("finding-not-each-seat"));
    }
  }
}

/** Commitments stand exactly where the event hides something, each with its number of cards. */
function seeCommitments({ commitments, leaves }, at) {
  const open = [...leaves.keys()].filter((slot) => !commitments.has(slot));
  const [odd] = [...open, ...[...commitments.keys()].filter((slot) => !leaves.has(slot))].sort();
  if (odd !== undefined) {
    throw at(odd, open.includes(odd)
      ? say("finding-secret-open")
      : say("finding-nothing-hidden"));
  }
  for (const [slot, { count }] of commitments) {
    if (count !== leaves.get(slot).cards) {
      throw at(slot, say("finding-other-count", { count }));
    }
  }
}
