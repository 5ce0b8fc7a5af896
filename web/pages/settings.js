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

/**
 * A choice among the values of a setting.
 * @template {"deck" | "colours" | "theme" | "motion"} N
 * @param {{ name: N }} props
 */
function Choice({ name }) {
  return h(Radios, {
    label: t(`settings-choices-${name}-label`),
    value: settings.value[name],
    choices: VALUES[name].map((value) => /** @type {[string, string]} */ ([value, t(`settings-choices-${name}-values-${value}`)])),
    onChange: (value) => change({ [name]: value }),
  });
}

export default function SettingsPage() {
  const { language, sound, confirmation } = settings.value;
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
    h(Choice, { name: "colours" }),
    h(
      "p",
      { class: "cards" },
      SHOWN.map((code) => h(Card, { key: code, code })),
    ),
    h(Choice, { name: "theme" }),
    h(Choice, { name: "motion" }),
    h(Checkbox, {
      label: t("settings-sound"),
      hint: t("settings-sound-hint"),
      checked: sound,
      onChange: (value) => change({ sound: value }),
    }),
    h(Checkbox, {
      label: t("settings-confirmation"),
      hint: t("settings-confirmation-hint"),
      checked: confirmation,
      onChange: (value) => change({ confirmation: value }),
    }),
  );
}
