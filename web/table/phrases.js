// Phrases of people at a table, from a fixed list, in the language of the reader. Each
// device can mute seats. Loaded after the cards, at tables where people may say something.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { signal } from "../vendor/signals.mjs";
import { send, useAction } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { after, now } from "../runtime.js";
import { read, tab, write } from "../storage.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** @typedef {Schemas["Phrase"]} Phrase */
/** @typedef {{ session: Session, table: Schemas["Table"], seat: number }} Seated */

/** The phrases, six at a time; the last six are reactions. */
const GROUPS = /** @type {const} */ ([
  ["hello", "good_luck", "well_played", "thank_you", "one_moment", "hurry_please"],
  ["bravo", "laughter", "wow", "oh_no", "hmm", "phew"],
  ["good_game", "you_are_welcome", "sorry", "my_mistake", "another_game", "goodbye"],
]);
/** How long a bubble shows a phrase, in ms; an older one is only in the list. */
const SHOWN_MS = 6_000;
/** A seat says one phrase in so many ms. */
const BETWEEN_MS = 5_000;

/** Whether a phrase was said just now. */
const isPausing = signal(false);

await loadTexts("phrases");

/** Show new phrases as bubbles and say them, until the function is called that is returned.
 * @param {Session} session
 */
export function listen(session) {
  session.muted.value = new Set(/** @type {number[]} */ (read(tab(), mutedName(session)) ?? []));
  let last = 0;
  return session.people.subscribe((people) => {
    const table = session.table.value;
    const since = now() + session.clockOffset - SHOWN_MS;
    const fresh = people?.phrases.filter(({ number, at }) => number > last && Date.parse(at) > since) ?? [];
    last = people?.phrases.at(-1)?.number ?? last;
    for (const { seat, phrase, number } of fresh) {
      if (table === null || session.muted.value.has(seat)) continue;
      const text = t(`phrase-${phrase}`);
      session.spoken.value = new Map(session.spoken.value).set(seat, { number, words: text, strong: false, isSpeech: true });
      if (seat !== session.seat) announce(t("people-says", { name: playerName(table, seat), phrase: text }));
      after(SHOWN_MS, () => {
        const spoken = new Map(session.spoken.value);
        if (spoken.get(seat)?.number === number) spoken.delete(seat);
        session.spoken.value = spoken;
      });
    }
  });
}

/** @param {Session} session */
const mutedName = ({ id }) => `fairdeal.muted.${id}`;

/** The button in the bar, with the sheet of phrases that it opens.
 * @param {Seated} props
 */
export function SayButton({ session, table, seat }) {
  const [isOpen, setOpen] = useState(false);
  if (!maySpeak(table, seat)) return null;
  return [
    h(
      "button",
      {
        key: "open", type: "button", class: "tool say-button", "aria-haspopup": "dialog", "aria-label": t("people-say"),
        "aria-disabled": isPausing.value ? "true" : undefined, onClick: () => !isPausing.value && setOpen(true),
      },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14c1.5 2.5 5.5 2.5 7 0M9 9.5v.5M15 9.5v.5" })),
    ),
    isOpen && h(Dialog, { key: "sheet", title: t("people-say"), onClose: () => setOpen(false) }, h(Phrases, { session, table, onSaid: () => setOpen(false) })),
  ];
}

/** Whether a person may say something now to another one.
 * @param {Schemas["Table"]} table
 * @param {number} seat
 */
function maySpeak({ phrases, status, deal, seats }, seat) {
  const isPerson = (/** @type {number} */ each) => seats[each]?.kind === "person";
  if (phrases === "off" || status === "closed" || !isPerson(seat) || !seats.some((each) => each.seat !== seat && isPerson(each.seat))) return false;
  return phrases === "always" || deal === null;
}

/** Six phrases to choose from.
 * @param {{ session: Session, table: Schemas["Table"], onSaid?: () => void }} props
 */
function Phrases({ session, table, onSaid }) {
  const [group, setGroup] = useState(0);
  const { run, busy, refusal } = useAction(async (/** @type {Phrase["phrase"]} */ phrase) => {
    await send("post", "/v1/tables/{table}/phrases", { phrase }, session.asking({ table: table.id }));
    isPausing.value = true;
    after(BETWEEN_MS, () => (isPausing.value = false));
    onSaid?.();
  });
  return [
    h(
      "div",
      { key: "phrases", class: "phrases" },
      (GROUPS[group] ?? []).map((phrase) => h(Button, { key: phrase, busy, disabled: isPausing.value, onPress: () => void run(phrase) }, t(`phrase-${phrase}`))),
    ),
    h(Refusal, { key: "refusal", refusal }),
    h("p", { key: "more" }, h(Button, { onPress: () => setGroup((group + 1) % GROUPS.length) }, t("people-more"))),
  ];
}

/** The phrases that were said, with the means against what annoys: mute a seat here, report a phrase to the owner.
 * @param {{ session: Session, table: Schemas["Table"] }} props
 */
export function People({ session, table }) {
  const [reported, setReported] = useState(/** @type {readonly number[]} */ ([]));
  const { run, busy, refusal } = useAction(async (/** @type {number} */ phrase) => {
    await send("post", "/v1/tables/{table}/phrases/{phrase}/report", null, session.asking({ table: table.id, phrase }));
    setReported([...reported, phrase]);
  });
  const { seat: me, muted: { value: muted } } = session;
  const phrases = session.people.value?.phrases.filter(({ seat }) => !muted.has(seat)) ?? [];
  const others = table.seats.filter(({ seat, kind }) => kind === "person" && seat !== me);
  if (me === null || others.length === 0) return null;
  return h(
    "section",
    { class: "people", "aria-labelledby": "people" },
    h("h2", { id: "people" }, t("people-title")),
    h(
      "ul",
      {},
      phrases.map(({ number, seat, phrase }) =>
        h(
          "li",
          { key: number },
          t("people-says", { name: playerName(table, seat), phrase: t(`phrase-${phrase}`) }),
          seat !== me && (reported.includes(number)
            ? h("small", { role: "status" }, t("people-reported"))
            : h(Button, { busy, onPress: () => void run(number), label: t("people-report-phrase", { phrase: t(`phrase-${phrase}`) }) }, t("people-report"))),
        )),
    ),
    h(Refusal, { refusal }),
    maySpeak(table, me) ? h(Phrases, { session, table }) : table.phrases === "between_deals" && h("p", { class: "hint" }, t("people-when-between_deals")),
    h(
      "details",
      {},
      h("summary", {}, t("people-mutes")),
      h("p", { class: "row" }, others.map(({ seat }) =>
        h(Button, { key: seat, pressed: muted.has(seat), onPress: () => mute(session, seat) }, t("people-mute", { name: playerName(table, seat) })))),
    ),
  );
}

/** Mute a seat on this device, or hear it again.
 * @param {Session} session
 * @param {number} seat
 */
function mute(session, seat) {
  const muted = new Set(session.muted.value);
  if (!muted.delete(seat)) muted.add(seat);
  session.muted.value = muted;
  session.spoken.value = new Map([...session.spoken.value].filter(([each]) => !muted.has(each)));
  write(tab(), mutedName(session), [...muted]);
}
