// The disputes of a deal or a table, kept up to date while the page is looked at.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { forget } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { every } from "../runtime.js";
import { DisputeView } from "./dispute.js";
import { OpenForm } from "./forms.js";
import { auditorsOf, disputesOf, isHost, materialOf, rolesAt } from "./source.js";

/** @import { Dispute, Material, Where } from "./source.js" */

/** How often disputes are read, in ms: no stream shows them once a series is over. */
const LOOK = 10_000;
/** So many disputes are shown at first, and then more at a time. */
const MORE = 20;

/**
 * @param {object} props
 * @param {Where} props.where
 * @param {string} props.reader
 * @param {number | null} props.at The event that the person wants to dispute.
 */
export function Disputes({ where, reader, at }) {
  const [most, setMost] = useState(MORE);
  const { data: all, refusal, reload } = useResource((signal) => disputesOf(where, reader, signal), [JSON.stringify(where), reader]);
  useLooking(reload);
  useNews(all);
  const data = all?.slice(0, most) ?? null; // each deal is verified here
  const deals = data === null ? [] : [...new Set([..."deal" in where ? [where.deal] : [], ...data.map(({ deal }) => deal)])];
  const { data: known, refusal: missing } = useResource(async (signal) => {
    const read = await Promise.all(deals.map((deal) => materialOf(deal, reader, signal)));
    return new Map(read.map((each) => [each.source.deal, each]));
  }, [deals.join(), reader]);
  const isWhole = known !== null && deals.every((deal) => known.has(deal));
  return h(
    "div",
    {},
    h(Refusal, { refusal: refusal ?? missing }),
    !isWhole && refusal === null && missing === null && h("p", { role: "status" }, t("disputes-loading")),
    data !== null && known !== null && ("table" in where || known.has(where.deal)) && h(Shown, { disputes: data, known, where, reader, at, reload }),
    all !== null && all.length > most && h("p", {}, h(Button, { onPress: () => setMost(most + MORE), busy: !isWhole }, t("disputes-host-more"))),
  );
}

/**
 * @param {object} props
 * @param {readonly Dispute[]} props.disputes
 * @param {ReadonlyMap<string, Material>} props.known
 * @param {Where} props.where
 * @param {string} props.reader
 * @param {number | null} props.at
 * @param {() => void} props.reload
 */
function Shown({ disputes, known, where, reader, at, reload }) {
  const material = "deal" in where ? known.get(where.deal) : undefined;
  const table = "table" in where ? where.table : material?.source.table.id ?? "";
  const { data: auditors } = useResource(
    (signal) => auditorsOf(table, reader, signal),
    [table, reader, disputes],
  );
  const { data: hosts } = useResource((signal) => isHost(table, reader, signal), [table, reader]);
  const roles = rolesAt(table);
  const form = material !== undefined && roles.player !== null &&
    h(OpenForm, { key: `form ${at}`, material, player: roles.player, at, reload });
  return h(
    "div",
    {},
    h(Ways, { table, reader, of: where }),
    at !== null && form,
    disputes.length === 0 && h("p", {}, t("disputes-none")),
    disputes.length > 1 && h("p", { class: "hint" }, t("disputes-open-first")),
    disputes.map((dispute) => {
      const about = known.get(dispute.deal);
      const key = `${dispute.deal} ${dispute.dispute}`;
      return about !== undefined && h(DisputeView, { key, dispute, material: about, auditors, roles, reader, hosts: hosts === true, reload });
    }),
    at === null && form,
    roles.auditor !== null && h(Token, { token: roles.auditor.token }),
  );
}

/** The ways to the table, if the reader may see more of it, and to all its disputes.
 * @param {{ table: string, reader: string, of: Where }} props
 */
function Ways({ table, reader, of }) {
  const { data } = useResource(
    (signal) => get("/v1/tables/{table}", { params: { table }, credential: reader, signal }), [table, reader]);
  if (data === null) return null;
  const isSeen = data.visibility === "public" || !reader.startsWith("audit_");
  return h(
    "p",
    {},
    isSeen ? h("a", { href: `/t/${table}` }, t("disputes-to-table", { name: data.name })) : data.name,
    "deal" in of && [" · ", h("a", { key: "all", href: `/t/${table}/disputes` }, t("disputes-of-table"))],
  );
}

/** The button that removes the token of an auditor from this browser.
 * @param {{ token: string }} props
 */
function Token({ token }) {
  return h("div", {}, h("p", {}, h("a", { href: "/arbiter" }, t("arbiter-desk"))), h("p", { class: "hint" }, t("disputes-forget-hint")), h("p", {}, h(Button, { onPress: () => forget(token) }, t("disputes-forget"))));
}

/** Read again from time to time while the page is shown, and at once when it is shown again.
 * @param {() => void} reload
 */
function useLooking(reload) {
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && reload();
    const end = every(LOOK, look);
    document.addEventListener("visibilitychange", look);
    return () => {
      end();
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload]);
}

/** Say that something has come which this page did not do itself.
 * @param {readonly Dispute[] | null} disputes
 */
function useNews(disputes) {
  const before = useRef(/** @type {string | null} */ (null));
  const stands = disputes?.map(({ deal, dispute, status, answers }) => [deal, dispute, status, answers.length]).toSorted();
  const all = stands === undefined ? null : JSON.stringify(stands);
  useEffect(() => {
    if (before.current !== null && all !== before.current) announce(t("disputes-news"));
    before.current = all;
  }, [all]);
}
