// The start of the page: settings, credentials, language, router, and the frame around every page.

import { h, render } from "./vendor/preact.mjs";
import { startCredentials, tokenIn } from "./credentials.js";
import { loadTexts } from "./language.js";
import { Frame, watchFocus } from "./parts/frame.js";
import { loaded, startRouter } from "./router.js";
import { after } from "./runtime.js";
import { settings, startSettings } from "./storage.js";

/** When the log is compared with what was seen of it: after all that a person waits for. */
const LOG_MS = 5_000;

async function start() {
  startSettings();
  const linked = startCredentials();
  if (linked?.held && location.pathname === "/") await import("./entrance.js").then(({ enter }) => enter(linked.token));
  if (linked?.held === false) await asked(linked.token);
  await startRouter();
  show();
  settings.subscribe(() => void loadTexts());
  // by plain HTTP, anybody on the way could answer; a window that an embedded replay has opened remembers nothing
  if (isSecureContext && self.origin !== "null") after(LOG_MS, () => void import("./verify/log_notice.js").then(({ watch }) => watch(), () => undefined));
}

/** Ask about the credential of a link; if the person takes it, the lobby's address leads where it does.
 * @param {string} token
 */
async function asked(token) {
  const { ask } = await loaded(() => import("./parts/linked.js"));
  const path = await ask(token, show);
  if (path !== null && location.pathname === "/") history.replaceState(null, "", path);
}

function show() {
  render(h(Frame, {}), /** @type {HTMLElement} */ (document.getElementById("page")));
}

// a link with a token was followed in a tab that has the page open already
addEventListener("hashchange", () => tokenIn(location.hash) !== null && location.reload());
watchFocus();
void start();
