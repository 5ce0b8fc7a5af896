// Check that bots and hints followed their policies: recompute each move from what its seat saw, as
// verifier/policies.py does. Here it is done for the policies in MADE_HERE; others are left open.
//
// A record that is not by the rules is not noticed here, only one that cannot be followed.

import { botTurns, readBot } from "./actors.mjs";
import { EVENTS } from "./tables.mjs";
import { canonical, isByHand } from "./reading.mjs";
import { Deal as SvoiKozyri, Impossible } from "./svoi_kozyri.mjs";
import { below, botSeed, bytes, dealKey, stream, taggedHash, u32, unhex } from "./recipe.mjs";
import { badOption, gameOf, moveOf } from "./events.mjs";
import { ByHand, Failure, NotHere, NotYet, Nothing, eventsOf, say } from "./verdicts.mjs";

/** The policies whose decisions are made here, and the deal that they see, by the rules of a game. */
const MADE_HERE = new Map([
  ["svoi_kozyri/1", { policies: ["medium/2", "hard/1"], Deal: SvoiKozyri }],
]);
const LABEL = "fairdeal/1/bot";
/** The last schema of deal.opened from the time before bots named budgets. */
const BEFORE_BUDGETS = 2;

const at = (decoded, detail, field = "actor") => new Failure(detail, { ...decoded, field });

/** Whether every bot move is the move of its policy. */
export async function bots(made) {
  const turns = allowed(made);
  if (turns.length === 0) throw new Nothing(say("finding-no-bot-moved"));
  const choices = turns.map(({ decoded, bot }) => ({ decoded, bot, words: wordsOf(decoded) }));
  const labels = await recomputed(made, choices);
  return say("finding-bot-moves", { moves: turns.length, policies: labels });
}

/** Whether every hint is the move of its policy. */
export async function hints(made) {
  const given = eventsOf(made).filter(({ type }) => type === "hint.given");
  if (given.length === 0) throw new Nothing(say("finding-no-hint"));
  const labels = await recomputed(made, given.map(hinted));
  return say("finding-hints", { hints: given.length, policies: labels });
}

function allowed(made) {
  const events = eventsOf(made);
  try {
    return botTurns(events);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new NotYet(say("finding-actor-not-allowed"));
  }
}

function hinted(decoded) {
  const { seat, policy, move } = decoded.data;
  const bot = readBot(`bot:${seat}:${policy}`);
  if (bot === undefined) throw at(decoded, say("finding-no-policy-named"), "policy");
  return { decoded, bot, words: move };
}

/** The labels of the policies, where all choices are theirs. */
async function recomputed(made, choices) {
  const [opened] = eventsOf(made);
  const { game, rules } = opened.data;
  const reasons = choices.map((each) => irreproducible(opened, each));
  const first = reasons.find((reason) => reason !== null);
  const here = MADE_HERE.get(`${game}/${rules}`);
  const isMadeHere = ({ bot: { policy, version } }) => (
    here?.policies.includes(`${policy}/${version}`)
  );
  const known = choices.filter((_, place) => reasons[place] === null);
  const again = known.filter(isMadeHere);
  if (again.length === 0 && first === undefined) {
    throw new NotHere(say("finding-rules-unchecked"));
  }
  if (made.bundle.view !== "full") throw new NotHere(say("finding-view-lacks-cards"));
  if (isByHand(opened.data)) {
    throw new ByHand(say("finding-bots-by-hand"));
  }
  if (again.length > 0) await seeMadeAgain(made, again, here.Deal);
  if (first !== undefined) throw new NotYet(first);
  const labels = (some) => [...new Set(some.map(({ bot }) => bot.label))].sort().join(", ");
  if (again.length < choices.length) {
    const others = choices.filter((each) => !isMadeHere(each));
    throw new NotHere(say("finding-moves-unchecked", { policies: labels(others) }));
  }
  return labels(choices);
}

// --- Which policies they are ---------------------------------------------------------------------

/** Why a choice cannot be recomputed, if the record itself shows that it is old; otherwise null.
 * It is by the policy that plays this seat in deals that were opened like this, or it fails.
 */
function irreproducible(opened, { decoded, bot }) {
  const { game, rules } = opened.data;
  const fitting = gameOf(`${game}/${rules}`).bots.filter(([label, since]) => (
    label.startsWith(`${bot.policy}/`) && since <= opened.schema
  ));
  const [known] = fitting.at(-1) ?? [];
  if (bot.label === known) return null;
  let missing = say("finding-policy-unknown", { policy: bot.label, game });
  if (known?.startsWith(`${bot.policy}/${bot.version}@`)) {
    if (bot.budget !== null) throw at(decoded, say("finding-policy-is", { policy: known }));
    missing = say("finding-seed-not-recorded", { policy: bot.label });
  }
  if (opened.schema > BEFORE_BUDGETS) throw at(decoded, missing);
  return say("finding-at-event", { event: decoded.position, why: missing });
}

// --- What they should have done ------------------------------------------------------------------

/** Recompute moves, as far as the record can be followed. */
async function seeMadeAgain(made, choices, Deal) {
  const [opened, ...events] = eventsOf(made);
  const shuffled = events.find(({ type }) => type === "deal.shuffled");
  const { seed, game, rules, options, seats } = opened.data;
  if (shuffled === undefined || typeof seed !== "string") {
    throw new NotYet(say("finding-chance-not-recorded"));
  }
  const key = await dealKey(unhex(seed), unhex(shuffled.data.transcript));
  try {
    if (badOption(gameOf(`${game}/${rules}`), options, seats) !== undefined) throw new Impossible();
    const deal = new Deal(options);
    for (const decoded of events) {
      const choice = choices.find((each) => each.decoded === decoded);
      if (choice !== undefined) await seeMove(made, choice, deal, key);
      deal.follow(decoded);
    }
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    throw new NotHere(say("finding-record-unchecked"));
  }
}

async function seeMove(made, { decoded, bot, words }, deal, key) {
  const due = await deal.due(bot.seat, bot.budget, {
    pick: (moves) => pick(moves, decoded.position - 1, bot.seat, key),
    ask: (name, question) => answer(made, name, question),
  });
  if (due === words) return;
  const field = decoded.type === "hint.given" ? "move" : difference(JSON.parse(due), decoded);
  throw at(decoded, say("finding-other-move", { policy: bot.label, move: due }), field);
}

/** One of some moves by the fresh chance of this decision; the same as domain/kernel/chance.py. */
async function pick(moves, events, seat, key) {
  const sorted = [...moves].sort();
  const parts = [await botSeed(key, seat), u32(seat), bytes(sorted.join("\n")), u32(events)];
  const numbers = stream(await taggedHash(LABEL, ...parts), LABEL);
  return sorted[await below(sorted.length, numbers)];
}

async function answer({ held: { core } }, name, question) {
  const cannot = new NotHere(say("finding-core-cannot"));
  if (core === null) throw cannot;
  try {
    return await core(name, question);
  } catch (error) {
    throw error instanceof NotHere ? error : cannot;
  }
}

/** A move in its API form, as canonical JSON. */
function wordsOf({ type, data: { seat, ...values } }) {
  const said = Object.entries(values).filter(([, value]) => value !== null);
  return canonical({ type: moveOf(type), ...Object.fromEntries(said) });
}

/** The first field in which a move is not what was due; null where it is another move. */
function difference(due, { type, data }) {
  if (moveOf(type) !== due.type) return null;
  const [first] = Object.keys(EVENTS[type].fields)
    .filter((name) => name !== "seat" && (due[name] ?? null) !== data[name]);
  return first ?? null;
}
