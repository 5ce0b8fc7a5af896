// Check that the record is in the signed log that others see, too; the same as verifier/translog.py.

import { checkpoint } from "./notes.mjs";
import { includes, isConsistent, joined, leafHash, same, u32, unhex } from "./recipe.mjs";
import { nameOf, proved, trusted } from "./trust.mjs";
import { Failure, NotYet, say, together } from "./verdicts.mjs";

/** The whole record is in the log, as `logged` determines. */
export async function log(made) {
  const { bundle, heads: known } = made;
  const said = await logged(made);
  const { version } = bundle.log;
  if (version < known.length) {
    throw new NotYet(say("finding-logged-first", { version, events: known.length, said }));
  }
  return proved(await trusted(made), said);
}

/** The record is in the log up to an event, by the bundle's checkpoint and all of the reader's. */
export async function logged(made) {
  const { bundle: { log: place }, held, heads: known } = made;
  if (place === null && held.checkpoints.length > 0) {
    const detail = say("finding-not-in-log-yours");
    throw new Failure(detail, { field: "log" });
  }
  const [by, seen] = await placed(made);
  for (const note of held.checkpoints) await seeHeld(made, await checkpoint(by.key, note), seen);
  const { version, position } = place;
  return say("finding-logged", { version, events: known.length, position, size: seen.size, key: nameOf(by) });
}

/** The key and the checkpoint that place the record in a log, whatever the reader holds. */
export async function placed(made) {
  const place = made.bundle.log;
  if (place === null) throw new NotYet(say("finding-not-in-log"));
  const by = await trusted(made);
  const seen = await checkpoint(by.key, place.checkpoint);
  await seePlace(made, place, seen);
  return [by, seen];
}

/** A checkpoint that the reader holds is of the same log. */
async function seeHeld(made, mine, seen) {
  if (mine.size === seen.size) {
    if (!same(mine.root, seen.root)) {
      const detail = say("finding-two-contents");
      throw new Failure(detail, { field: "checkpoint" });
    }
  } else if ((await grown(made, mine, seen)) === null) {
    const { size } = mine;
    throw new NotYet(together([
      say("finding-checkpoint-size", { size }),
      say("finding-ask-size", { size }),
    ]));
  }
}

/** Text saying how the larger log is shown to extend the smaller; null if no proof was given. */
export async function grown({ held }, one, other) {
  const [old, last] = one.size <= other.size ? [one, other] : [other, one];
  for (const { log: origin, from, to, proof } of held.growths) {
    if (origin !== last.origin || from !== old.size || to !== last.size) continue;
    if (!(await isConsistent(from, old.root, to, last.root, proof.map(unhex)))) {
      const detail = say("finding-not-grown", { size: to, old: from });
      throw new Failure(detail, { field: "consistency" });
    }
    return say("finding-grown", { size: to, old: from });
  }
  return null;
}

async function seePlace({ bundle, heads: known }, { version, position, path }, seen) {
  if (!(version >= 1 && version <= known.length)) {
    const detail = say("finding-record-events", { events: known.length });
    throw new Failure(detail, { position: version, field: "log.version" });
  }
  const stream = unhex(bundle.stream.replaceAll("-", ""));
  const leaf = await leafHash(joined(stream, u32(version), known[version - 1]));
  if (!(await includes(leaf, position, seen.size, path.map(unhex), seen.root))) {
    const detail = say("finding-log-without");
    throw new Failure(detail, { position: version, field: "log" });
  }
}
