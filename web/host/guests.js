// The guests of a table: invitations, readers, watchers, auditors. All four work alike.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Field } from "../parts/fields.js";
import { LinkToShare, linkTo } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { now } from "../runtime.js";

/** @import { Options } from "../types.js" */
/** @typedef {"invitations" | "readers" | "watchers" | "auditors"} Kind */

/**
 * @typedef {object} Guest
 * @property {number} number
 * @property {string | null} name
 * @property {string} until
 * @property {boolean} open Whether the token still opens something.
 */

/**
 * @typedef {object} Work
 * @property {(options: Options) => Promise<Guest[]>} list
 * @property {(name: string, options: Options) => Promise<{ token: string }>} add
 * @property {(number: number, options: Options) => Promise<unknown>} end
 */

const WEEK = 604_800;

/** @param {number} number @param {{ name: string, until: string, dismissed: boolean }} guest */
function shown(number, { name, until, dismissed }) {
  return { number, name, until, open: !dismissed && Date.parse(until) > now() };
}

/** @param {Options} options @param {Record<string, number>} more @returns {Options} */
function of(options, more) {
  return { ...options, params: { ...options.params, ...more } };
}

/** @type {Readonly<Record<Kind, Work>>} */
const WORK = {
  invitations: {
    async list(options) {
      const { invitations } = await get("/v1/tables/{table}/invitations", options);
      return invitations.map(({ invitation, name, until, state }) => {
        return { number: invitation, name, until, open: state === "open" };
      });
    },
    add: (name, options) =>
      send("post", "/v1/tables/{table}/invitations", { name, seat: null, expires_in: WEEK }, options),
    end: (number, options) =>
      send("delete", "/v1/tables/{table}/invitations/{invitation}", null, of(options, { invitation: number })),
  },
  readers: {
    async list(options) {
      const { readers } = await get("/v1/tables/{table}/readers", options);
      return readers.map((each) => shown(each.reader, each));
    },
    add: (name, options) =>
      send("post", "/v1/tables/{table}/readers", { name, deal: null, expires_in: WEEK }, options),
    end: (number, options) =>
      send("delete", "/v1/tables/{table}/readers/{reader}", null, of(options, { reader: number })),
  },
  watchers: {
    async list(options) {
      const { watchers } = await get("/v1/tables/{table}/watchers", options);
      return watchers.map((each) => shown(each.watcher, each));
    },
    add: (name, options) =>
      send("post", "/v1/tables/{table}/watchers", { name, expires_in: WEEK }, options),
    end: (number, options) =>
      send("delete", "/v1/tables/{table}/watchers/{watcher}", null, of(options, { watcher: number })),
  },
  auditors: {
    async list(options) {
      const { auditors } = await get("/v1/tables/{table}/auditors", options);
      return auditors.map((each) => shown(each.auditor, each));
    },
    add: (name, options) =>
      send("post", "/v1/tables/{table}/auditors", { name, expires_in: WEEK }, options),
    end: (number, options) =>
      send("delete", "/v1/tables/{table}/auditors/{auditor}", null, of(options, { auditor: number })),
  },
};
export const KINDS = /** @type {readonly Kind[]} */ (Object.keys(WORK));

/** The guests of one kind of a table.
 * @param {{ kind: Kind, table: string, credential: string }} props
 */
export function Guests({ kind, table, credential }) {
  const heading = useId();
  const options = { params: { table }, credential };
  const { data, refusal, reload } = useResource(
    (signal) => WORK[kind].list({ ...options, signal }),
    [kind, table, credential],
  );
  const [name, setName] = useState("");
  const [made, setMade] = useState(/** @type {{ name: string, token: string } | null} */ (null));
  const adding = useAction(async () => {
    const { token } = await WORK[kind].add(name.trim(), options);
    setMade({ name: name.trim(), token });
    setName("");
    reload();
  });
  const ending = useAction(async (/** @type {number} */ number) => {
    await WORK[kind].end(number, options);
    reload();
  });
  return h(
    "section",
    { "aria-labelledby": heading },
    h("h4", { id: heading }, t(`host-guests-titles-${kind}`)),
    h("p", {}, t(`host-guests-about-${kind}`)),
    h(Refusal, { refusal: refusal ?? ending.refusal }),
    h(
      "ul",
      { class: "lines" },
      data?.map((guest) =>
        h(
          "li",
          { key: guest.number },
          h("p", {}, guest.name ?? t("host-guests-erased"), " · ", guest.open ? [t("host-guests-until"), " ", h(Moment, { key: "until", at: guest.until })] : t("host-guests-ended")),
          guest.open &&
            h(Button, { onPress: () => void ending.run(guest.number), busy: ending.busy }, t("host-guests-end", { name: guest.name ?? "" })),
        ),
      ),
    ),
    h(
      "form",
      {
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void adding.run();
        },
      },
      h(Field, { label: t(`host-guests-names-${kind}`), value: name, onInput: setName, required: true, longest: 80 }),
      h(Refusal, { refusal: adding.refusal }),
      h(Button, { busy: adding.busy }, t(`host-guests-add-${kind}`)),
    ),
    made !== null && h(LinkToShare, { label: made.name, link: linkTo(table, made.token) }),
  );
}
