// The verifier as one file, which needs no service and no connection: `fairdeal-verify.html`.

import { h, render } from "../vendor/preact.mjs";
import { LANGUAGES, loadTexts, t, tag } from "../language.js";
import { Select } from "../parts/fields.js";
import { settings } from "../storage.js";
import { Verifying } from "./verifying.js";

/** This file has no key: a log is trusted by a seed file that is dropped, or not at all. */
const PINS = Promise.resolve([]);

function Alone() {
  return h(
    "main",
    { class: "alone", "data-language": tag.value },
    h("h1", {}, t("verify-title")),
    h("p", {}, t("verify-alone-intro")),
    h(Select, {
      label: t("settings-language"), value: tag.value, choices: Object.entries(LANGUAGES),
      onChange: (/** @type {string} */ language) => (settings.value = { ...settings.value, language }),
    }),
    globalThis.crypto?.subtle === undefined ? h("p", { class: "refusal" }, t("verify-insecure")) : h(Verifying, { first: [], pins: PINS }),
  );
}

settings.value = { ...settings.value, language: LANGUAGES[navigator.language.slice(0, 2)] === undefined ? "en" : navigator.language.slice(0, 2) };
await loadTexts("first", "page", "records");
document.title = t("verify-title");
render(h(Alone, {}), /** @type {HTMLElement} */ (document.getElementById("page")));
settings.subscribe(() => void loadTexts());
