// The settings of this device.

import { h } from "../vendor/preact.mjs";
import { Card } from "../cards.js";
import { LANGUAGES, texts } from "../language.js";
import { Checkbox, Radios, Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { change, settings } from "../storage.js";

const SHOWN = ["JC", "TD", "QH", "AS"];

/**
 * A choice among the values of a setting.
 * @template {"deck" | "colours" | "theme" | "motion"} N
 * @param {{ name: N }} props
 */
function Choice({ name }) {
  const { label, values } = texts("settings").choices[name];
  return h(Radios, {
    label,
    value: settings.value[name],
    choices: /** @type {[string, string][]} */ (Object.entries(values)),
    onChange: (value) => change({ [name]: value }),
  });
}

export default function SettingsPage() {
  const t = texts("settings");
  const { language, sound, confirmation } = settings.value;
  return h(
    Page,
    { title: t.title },
    h("p", {}, t.about),
    h(Select, {
      label: t.language,
      value: language,
      choices: [["", t.languageOfBrowser], ...Object.entries(LANGUAGES)],
      onChange: (value) => change({ language: value }),
    }),
    h(Choice, { name: "deck" }),
    h(Choice, { name: "colours" }),
    h(
      "p",
      { class: "cards" },
      SHOWN.map((code) => h(Card, { key: code, code })),
    ),
    h(Choice, { name: "theme" }),
    h(Choice, { name: "motion" }),
    h(Checkbox, {
      label: t.sound,
      hint: t.soundHint,
      checked: sound,
      onChange: (value) => change({ sound: value }),
    }),
    h(Checkbox, {
      label: t.confirmation,
      hint: t.confirmationHint,
      checked: confirmation,
      onChange: (value) => change({ confirmation: value }),
    }),
  );
}
