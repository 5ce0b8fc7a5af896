// A lesson at a table: what it says to its learner now, and the move that it asks for.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useState } from "../vendor/hooks.mjs";
import { get, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { fitting, open } from "../pages/lobby.js";
import { Button } from "../parts/button.js";
import { Clause } from "../parts/clause.js";
import { beginLesson, endLesson } from "../parts/lesson.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";
import { settings } from "../storage.js";
import { moveWords } from "./move_words.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** @typedef {{ session: Session, game: Schemas["Game"], deal: Schemas["Deal"], seat: number | null }} At */

let count = 0;

/** @param {At} props */
export function Coach({ session, game, deal, seat }) {
  const { data } = useResource((signal) => get("/v1/deals/{deal}/lesson", { ...session.asking({ deal: deal.id }), signal }), [deal.id, deal.at]);
  const [place, setPlace] = useState({ at: 0, step: 0 });
  const isOver = deal.status === "over";
  const isMine = isOver || deal.to_act === seat;
  const steps = data !== null && isMine && data.at >= deal.at ? data.steps : [];
  const last = steps.at(-1);
  const at = Math.min(place.at === deal.at ? place.step : 0, Math.max(0, steps.length - 1));
  const step = steps[at];
  const isTold = step === last;
  const stray = session.stray.value;
  const tries = useMemo(() => ++count, [stray]);
  useEffect(() => {
    session.asked.value = last?.move == null ? null : { move: last.move, isTold };
    session.stray.value = null;
    return () => void (session.asked.value = null);
  }, [last, isTold]);
  if (data === null || data.lesson === null) return null;
  if (data.left) return h(Card, {}, h("p", {}, t("learn-left")), h(After, { game }));
  if (step === undefined) return isMine ? null : h(Card, {}, h("p", {}, t("learn-watch")));
  const progress = h("span", { class: "progress" }, t("table-number-of", { number: step.number, of: data.of }),
    step.clause !== null && [" · ", h(Clause, { key: step.clause, game: game.key, id: step.clause })]);
  if (stray !== null) {
    return h(
      Card,
      {},
      // another tap is answered anew
      h("p", { key: tries, class: "answer" }, h("b", {}, moveWords(game, stray)), ". ", step.otherwise ?? t("learn-otherwise")),
      h(
        "p",
        { class: "row" },
        h(Button, { look: "main", onPress: () => (session.stray.value = null) }, t("learn-back")),
        h(Button, { onPress: () => void session.move(stray) }, t("learn-insist")),
      ),
    );
  }
  if (!isTold) {
    const next = h(Button, { look: "main", onPress: () => setPlace({ at: deal.at, step: at + 1 }) }, t("learn-next"));
    return h(Card, { isBeside: true }, h("p", {}, step.text), h("p", { class: "row" }, next, progress));
  }
  if (step.number === data.of) return h(Card, {}, h("p", {}, step.text), h(After, { game, progress }));
  const asked = step.move !== null && h("span", { class: "asked" }, moveWords(game, step.move));
  return h(Card, {}, h("p", {}, step.text), h("p", { class: "row" }, asked, progress));
}

/** @param {{ isBeside?: boolean, children?: ComponentChildren }} props `isBeside`: the button stands beside the text. */
function Card({ isBeside = false, children }) {
  return h("section", { class: "coach", "aria-label": t("learn-lesson") }, h("div", { class: isBeside ? "with-next" : "", role: "status" }, children));
}

/** The choices after a lesson.
 * @param {{ game: Schemas["Game"], progress?: ComponentChildren }} props
 */
function After({ game, progress }) {
  const { run, busy, refusal } = useAction(async (/** @type {() => Promise<string>} */ begin) => go(`/t/${await begin()}`));
  const play = async () => {
    await endLesson();
    const { name, level } = settings.value;
    return open({ game: game.key, level: fitting(game.bots, level), friend: false }, name);
  };
  return h(
    "p",
    { class: "row" },
    h(Button, { look: "main", busy, onPress: () => void run(play) }, t("learn-play")),
    h(Button, { busy, onPress: () => void run(() => beginLesson(game.key)) }, t("learn-again")),
    h("a", { href: `/rules/${game.key}` }, t("link-rules")),
    progress,
    h(Refusal, { refusal }),
  );
}
