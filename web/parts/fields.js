// Fields of forms: each has a label, and a hint if it needs one.

import { h } from "../vendor/preact.mjs";
import { useId } from "../vendor/hooks.mjs";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/**
 * A line of text, or a number.
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {(value: string) => void} props.onInput
 * @param {"text" | "number" | "url" | "password" | "datetime-local"} [props.type]
 * @param {string} [props.hint]
 * @param {boolean} [props.required]
 * @param {number} [props.least]
 * @param {number} [props.most]
 * @param {number} [props.step]
 * @param {number} [props.longest]
 * @param {string} [props.placeholder]
 */
export function Field({ label, value, onInput, type = "text", hint, ...limits }) {
  const id = useId();
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("input", {
      id,
      type,
      value,
      required: limits.required,
      min: limits.least,
      max: limits.most,
      step: limits.step,
      maxLength: limits.longest,
      placeholder: limits.placeholder,
      autocomplete: "off",
      "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
      onInput: (/** @type {InputEvent} */ event) =>
        onInput(/** @type {HTMLInputElement} */ (event.currentTarget).value),
    }),
    hint !== undefined && h("p", { id: `${id}-hint`, class: "hint" }, hint),
  );
}

/**
 * A text of several sentences. A line break becomes a space: the service takes none.
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {(value: string) => void} props.onInput
 * @param {number} props.longest
 * @param {string} [props.hint]
 */
export function LongField({ label, value, onInput, longest, hint }) {
  const id = useId();
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("textarea", {
      id,
      value,
      rows: 4,
      required: true,
      maxLength: longest,
      dir: "auto",
      "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
      onInput: (/** @type {InputEvent} */ event) =>
        onInput(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value.replace(/\s*[\r\n]\s*/g, " ")),
    }),
    hint !== undefined && h("p", { id: `${id}-hint`, class: "hint" }, hint),
  );
}

/**
 * A choice of one value from a list.
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {readonly (readonly [value: string, text: string])[]} props.choices
 * @param {(value: string) => void} props.onChange
 * @param {boolean} [props.required] Whether one must be chosen.
 */
export function Select({ label, value, choices, onChange, required }) {
  const id = useId();
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        value,
        required,
        onChange: (/** @type {Event} */ event) =>
          onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value),
      },
      choices.map(([each, text]) => h("option", { key: each, value: each, selected: each === value }, text)),
    ),
  );
}

/**
 * A choice of one value of a few.
 * @template {string} V
 * @param {object} props
 * @param {string} props.label
 * @param {V | null} props.value null: none is chosen yet, and one must be.
 * @param {readonly (readonly [value: V, text: ComponentChildren])[]} props.choices
 * @param {(value: V) => void} props.onChange
 * @param {string | undefined} [props.hint]
 */
export function Radios({ label, value, choices, onChange, hint }) {
  const name = useId();
  return h(
    "fieldset",
    { class: "radios", "aria-describedby": hint && name },
    h("legend", {}, label),
    choices.map(([each, text]) =>
      h(
        "label",
        { key: each },
        h("input", { type: "radio", name, required: true, checked: each === value, onChange: () => onChange(each) }),
        " ",
        text,
      ),
    ),
    hint && h("p", { id: name, class: "hint" }, hint),
  );
}

/**
 * Something that is on or off.
 * @param {object} props
 * @param {string} props.label
 * @param {boolean} props.checked
 * @param {(checked: boolean) => void} props.onChange
 * @param {string} [props.hint]
 */
export function Checkbox({ label, checked, onChange, hint }) {
  const id = useId();
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked,
        "aria-describedby": hint === undefined ? undefined : id,
        onChange: (/** @type {Event} */ event) =>
          onChange(/** @type {HTMLInputElement} */ (event.currentTarget).checked),
      }),
      " ",
      label,
    ),
    hint !== undefined && h("p", { id, class: "hint" }, hint),
  );
}
