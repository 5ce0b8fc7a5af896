// Taking a seat: what a person brings to it, and the ways to sit down.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { forget, keep, kindOf } from "../credentials.js";
import { t } from "../language.js";
import { go, loaded } from "../router.js";
import { change, settings } from "../storage.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { Checkbox, Field, Select } from "./fields.js";
import { Refusal } from "./refusal.js";

/**
 * The choices of a person who takes a seat.
 * @typedef {object} Sitter
 * @property {string} name
 * @property {boolean} device Whether the token is kept for the device.
 * @property {boolean} commits Whether the seat adds seeds to the shuffle.
 * @property {boolean} signs Whether the seat signs its moves.
 * @property {() => Promise<string>} key The key that it signs with: made once, so that a request can be repeated.
 */

/**
 * @typedef {object} FreeSeat
 * @property {string} table
 * @property {number} seat
 * @property {string} credential The API key or the invitation.
 */

/** Somebody with the name that this browser knows.
 * @param {string} [otherwise] The name if it knows none.
 * @returns {Sitter}
 */
export function usualSitter(otherwise = "") {
  let made = "";
  const key = async () => (made ||= await (await loaded(() => import("../table/signing.js"))).makeKey());
  return { name: settings.value.name || otherwise, device: true, commits: isSecureContext, signs: false, key };
}

/** The seat in a request.
 * @param {Sitter} sitter
 */
export async function requestOf({ name, commits, signs, key }) {
  return { name: name.trim(), commits, ...(signs && { key: await key() }) };
}

/** Keep the token of a seat that was taken, and the person's name.
 * @param {{ table: string, seat: number, token: string }} taken
 * @param {Sitter} sitter
 */
export function keepSeat({ table, seat, token }, { name, device, commits }) {
  keep({ token, kind: "seat", table, seat, name: name.trim(), device, ...(!commits && { seeds: false }) });
  change({ name: name.trim() });
}

/** Take a seat, and forget a used invitation.
 * @param {FreeSeat} free
 * @param {Sitter} sitter
 */
async function takeSeat({ table, seat, credential }, sitter) {
  const params = { table, seat };
  const body = await requestOf(sitter);
  const taken = await send("put", "/v1/tables/{table}/seats/{seat}", body, { params, credential });
  keepSeat({ table, seat: taken.seat, token: taken.token }, sitter);
  if (kindOf(credential) === "invite") forget(credential);
}

/** @typedef {{ sitter: Sitter, onChange: (sitter: Sitter) => void }} Sitting */

/** The name of a person who takes a seat.
 * @param {Sitting} props
 */
export function SeatName({ sitter, onChange }) {
  return h(Field, { label: t("seat-name"), value: sitter.name, onInput: (name) => onChange({ ...sitter, name }), required: true, longest: 80 });
}

/** What is seldom changed: where the seat is kept, and what it adds to the proof.
 * @param {Sitting} props
 */
export function SeatOptions({ sitter, onChange }) {
  const set = (/** @type {Partial<Sitter>} */ changes) => onChange({ ...sitter, ...changes });
  return [
    h(Checkbox, { key: "device", label: t("seat-device"), hint: t("seat-device-hint"), checked: sitter.device, onChange: (device) => set({ device }) }),
    h(
      "fieldset",
      { key: "proof" },
      h("legend", {}, t("seat-proof")),
      isSecureContext
        ? [
            h(Checkbox, { key: "commits", label: t("seat-commits"), hint: t("seat-commits-hint"), checked: sitter.commits, onChange: (commits) => set({ commits }) }),
            h(Checkbox, { key: "signs", label: t("seat-sign-moves"), hint: t("seat-sign-moves-hint"), checked: sitter.signs, onChange: (signs) => set({ signs }) }),
          ]
        : h("p", { class: "hint" }, t("seat-insecure")),
    ),
  ];
}

/** The form that takes one of some free seats.
 * @param {object} props
 * @param {string} props.table
 * @param {readonly number[]} props.seats
 * @param {string} props.credential The API key or the invitation.
 * @param {() => void} props.onSeated
 */
export function SeatForm({ table, seats, credential, onSeated }) {
  const [sitter, setSitter] = useState(() => usualSitter(t("seat-unnamed", { number: (seats[0] ?? 0) + 1 })));
  const [chosen, setChosen] = useState(0);
  const seat = seats[chosen] ?? seats[0] ?? 0;
  const { run, busy, refusal } = useAction(async () => {
    await takeSeat({ table, seat, credential }, sitter);
    onSeated();
  });
  const given = sitter.name.trim();
  const sits = given === "" ? t("seat-sit") : t("seat-sit-as", { name: given });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    seats.length > 1 &&
      h(Select, {
        label: t("seat-which"),
        value: String(chosen),
        choices: seats.map((each, at) => /** @type {const} */ ([String(at), t("seat-unnamed", { number: each + 1 })])),
        onChange: (at) => setChosen(Number(at)),
      }),
    h(SeatName, { sitter, onChange: setSitter }),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, sits)),
    h("details", {}, h("summary", {}, t("common-more-options")), h(SeatOptions, { sitter, onChange: setSitter })),
  );
}

/** A button that takes a seat at once, if the person's name is known; otherwise it asks for it first.
 * @param {FreeSeat & { label: string, about: string }} props `about` describes the button.
 */
export function TakeSeat({ label, about, ...free }) {
  const [asking, setAsking] = useState(false);
  const seated = () => go(`/t/${free.table}`);
  const { run, busy, refusal } = useAction(async () => {
    await takeSeat(free, usualSitter());
    await seated();
  });
  const press = () => (settings.value.name === "" ? setAsking(true) : void run());
  const { table, seat, credential } = free;
  return [
    h(Button, { key: "take", onPress: press, busy, look: "main", label: about }, label),
    asking
      ? h(
          Dialog,
          { key: "form", title: t("seat-title"), onClose: () => setAsking(false) },
          h(SeatForm, { table, seats: [seat], credential, onSeated: () => void seated() }),
        )
      : h(Refusal, { key: "refusal", refusal }),
  ];
}
