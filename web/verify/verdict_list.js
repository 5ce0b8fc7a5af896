// The verdicts on a record: one sentence for all of them, then each check in words.

import { h } from "../vendor/preact.mjs";
import { useId } from "../vendor/hooks.mjs";
import { rivalsSummary, summary } from "../../verifier/summary.mjs";
import { t, tOr } from "../language.js";
import { Detail, inWords, viewName } from "./details.js";
import { useNames } from "./names.js";

/** @import { Said } from "../../languages/catalogue.mjs" */
/** @import { Verdict } from "../../verifier/verify.mjs" */
/** @import { NameOf } from "./details.js" */
/** @import { Audit, Report } from "./run.js" */

/** Stands for the name of a field in a text. */
const FIELD = "\u{1}";
const SIGNS = { holds: "✓", fails: "✗", open: "?", hand: "✎", none: "–" };

/** @param {{ report: Report, link?: ((position: number) => string) | undefined }} props `link`: of a record that the
 *   service has given.
 */
export function Verified({ report, link }) {
  const { name, answer, bundle, verdicts, took } = report;
  const fails = verdicts.filter(({ status }) => status === "fails");
  const positions = fails.flatMap(({ position }) => (position === null ? [] : [position]));
  const first = positions.length === 0 ? null : Math.min(...positions);
  const open = verdicts.filter(({ status }) => status === "open").length;
  const trust = verdicts.find(({ check }) => check === "key");
  const says = fails.some(({ check }) => check === "fork")
    ? t("verify-forked")
    : t(`verify-answers-${answer}${answer === "fails" && first !== null ? "-at" : ""}`, { fails: fails.length, first, open });
  const id = useId();
  const nameOf = useNames(report.table, link === undefined ? null : bundle);
  return h(
    "section",
    { class: "report", "aria-labelledby": id },
    h("h2", { id, class: `answer ${answer}` }, says),
    trust !== undefined && h("p", { class: `verdict ${trust.status}` }, h(Detail, { verdict: trust })),
    h(Summed, { verdicts }),
    h("p", {}, name, bundle !== null && ` · ${t("verify-about", { events: bundle.events.length, view: viewName(bundle.view) })}`),
    h(Verdicts, { verdicts, link, nameOf, game: bundle?.game }),
    h("p", { class: "hint" }, t("verify-took", { ms: Math.round(took) })),
  );
}

/** The facts that the record shows, and those that rest on the word of the service.
 * @param {{ verdicts: readonly Verdict[] }} props
 */
export function Summed({ verdicts }) {
  const { shown, rests, cannot } = summary(verdicts);
  const parts = /** @type {const} */ ([[t("summary-shown"), shown], [t("summary-rests"), rests]]);
  return [
    parts.map(([title, sentences]) => sentences.length > 0 &&
      h("div", { key: title, class: "summary" }, h("h3", {}, title),
        h("ul", {}, sentences.map(({ key }) => h("li", { key }, t(key)))))),
    h("p", { key: "cannot", class: "hint" }, t(cannot.key)),
  ];
}

/**
 * @param {object} props
 * @param {readonly Verdict[]} props.verdicts
 * @param {((position: number) => string) | undefined} [props.link]
 * @param {NameOf | undefined} [props.nameOf]
 * @param {string | undefined} [props.game]
 */
export function Verdicts({ verdicts, link, nameOf, game }) {
  const rank = (/** @type {Verdict} */ { status }) => (status === "fails" ? 0 : 1);
  const sorted = verdicts.toSorted((one, other) => rank(one) - rank(other));
  return h("ul", { class: "verdicts" }, sorted.map((each) => h(One, { key: each.check, verdict: each, link, nameOf, game })));
}

/**
 * @param {object} props
 * @param {Verdict} props.verdict
 * @param {((position: number) => string) | undefined} props.link
 * @param {NameOf | undefined} props.nameOf
 * @param {string | undefined} props.game
 */
function One({ verdict, link, nameOf, game }) {
  const { check, status, position, checked } = verdict;
  const [title, meaning] = wordsOf(check);
  const shown = status === "open" && checked === false ? t("verify-not-here") : t(`verify-statuses-${status}`);
  return h(
    "li",
    { class: `verdict ${status}` },
    h("h3", {}, title, h("span", { class: "verdict-status" }, SIGNS[status], " ", shown)),
    h("p", {}, meaning),
    position !== null &&
      h("p", {}, h("strong", {}, t("verify-at-event", { at: position })), link && [" ", h("a", { href: link(position) }, t("verify-look"))]),
    h("p", { class: "hint" }, h(Detail, { verdict, nameOf, game })),
  );
}

/** The contribution of each piece of evidence.
 * @param {{ added: Audit["added"] }} props
 */
export function Added({ added }) {
  if (added.length === 0) return null;
  return h(
    "section",
    { "aria-labelledby": "added" },
    h("h2", { id: "added" }, t("verify-added-title")),
    h(
      "ul",
      { class: "verdicts" },
      added.map(({ name, kind, changes }) =>
        h(
          "li",
          { key: name, class: "verdict" },
          h("h3", {}, `${t(`verify-kinds-${kind}`)}: ${name}`),
          h("p", {}, t(`verify-adds-${kind}`)),
          changes.length === 0 && h("p", {}, t("verify-adds-nothing")),
          changes.map(({ before, after }) =>
            h(
              "p",
              { key: after.check, class: "hint" },
              wordsOf(after.check)[0],
              ": ",
              h("del", {}, h(Detail, { verdict: before })), " ", h("ins", {}, h(Detail, { verdict: after })),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Whether two records agree.
 * @param {{ compared: Audit["compared"] }} props
 */
export function Compared({ compared }) {
  return compared.map(({ names, verdicts }) =>
    h(
      "section",
      { key: names.join(), class: "report", "aria-label": t("verify-compared", { one: names[0], other: names[1] }) },
      h("h2", {}, t("verify-compared", { one: names[0], other: names[1] })),
      h(Rivals, { verdicts }),
      h(Verdicts, { verdicts }),
    ),
  );
}

/** Which of two records is genuine, where they part, and how that is known.
 * @param {{ verdicts: readonly Verdict[] }} props
 */
function Rivals({ verdicts }) {
  const { answer, shown, cannot } = rivalsSummary(verdicts);
  return [
    h("p", { key: "answer" }, h("strong", {}, inWords(answer))),
    h("ul", { key: "shown" }, shown.map((each) => h("li", { key: each.key }, withField(each)))),
    h("p", { key: "cannot", class: "hint" }, t(cannot.key)),
  ];
}

/** A sentence, with the name of a field in it as code.
 * @param {Said} sentence
 */
function withField({ key, values }) {
  const { field } = values;
  if (typeof field !== "string") return inWords({ key, values });
  const [before, after] = inWords({ key, values: { ...values, field: FIELD } }).split(FIELD);
  return [before, h("code", { key: "field", translate: false }, field), after];
}

/** The title of a check, and what it shows.
 * @param {string} check
 */
const wordsOf = (check) => [tOr(`verify-checks-${check}`, check), tOr(`verify-checks-${check}-meaning`, "")];
