// The settings of this device.

import { h } from "../vendor/preact.mjs";
import { Card } from "../cards.js";
import { LANGUAGES, t } from "../language.js";
import { Checkbox, Radios, Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { change, settings } from "../storage.js";

const SHOWN = ["JC", "TD", "QH", "AS"];

const VALUES = {
  deck: ["french", "german"],
  colours: ["two", "four", "tournament"],
  theme: ["system", "light", "dark"],
  motion: ["system", "reduced", "full"],
};

const SWITCHES = /** @type {const} */ (["sound", "confirmation", "forced", "digits"]);

/**
 * A choice among the values of a setting.
 * @template {"deck" | "colours" | "theme" | "motion"} N
 * @param {{ name: N, hint?: string | undefined }} props
 */
function Choice({ name, hint }) {
  return h(Radios, {
    label: t(`settings-choices-${name}-label`),
    value: settings.value[name],
    hint,
    choices: VALUES[name].map((value) => /** @type {[string, string]} */ ([value, t(`settings-choices-${name}-values-${value}`)])),
    onChange: (value) => change({ [name]: value }),
  });
}

export default function SettingsPage() {
  const { language, deck } = settings.value;
  return h(
    Page,
    { title: t("settings-title") },
    h("p", {}, t("settings-about")),
    h(Select, {
      label: t("settings-language"),
      value: language,
      choices: [["", t("settings-language-of-browser")], ...Object.entries(LANGUAGES)],
      onChange: (value) => change({ language: value }),
    }),
    h(Choice, { name: "deck" }),
    h(Choice, { name: "colours", hint: deck === "german" ? t("settings-colours-french") : undefined }),
    h(
      "p",
      { class: "cards" },
      SHOWN.map((code) => h(Card, { key: code, code })),
    ),
    h(Choice, { name: "theme" }),
    h(Choice, { name: "motion" }),
    SWITCHES.map((name) =>
      h(Checkbox, {
        key: name,
        label: t(`settings-${name}`),
        hint: t(`settings-${name}-hint`),
        checked: settings.value[name],
        onChange: (value) => change({ [name]: value }),
      })),
  );
}
