// The texts of the page in Node, from the catalogues of this checkout.

import { readFileSync } from "node:fs";

import { LANGUAGES, loadTexts } from "../../web/language.js";
import { settings } from "../../web/storage.js";

/** Show a language, with other settings; and with the texts of games. */
export async function speak(language, more = {}, ...games) {
  const { fetch, document } = globalThis;
  delete globalThis.document; // of another test
  globalThis.fetch = async (url) => ({ ok: true, text: async () => readFileSync(url, "utf-8") });
  LANGUAGES[language] = language;
  settings.value = { ...settings.value, language, ...more };
  await loadTexts("language", "common", "play_now", "table", "page", ...games);
  globalThis.fetch = fetch;
  if (document !== undefined) globalThis.document = document;
}
