// The start of the page: settings, credentials, language, router, and the frame around every page.

import { h, render } from "./vendor/preact.mjs";
import { linkedKey, startCredentials, tokenIn } from "./credentials.js";
import { loadTexts } from "./language.js";
import { Frame } from "./parts/frame.js";
import { loaded, startRouter } from "./router.js";
import { settings, startSettings } from "./storage.js";

async function start() {
  startSettings();
  const token = startCredentials();
  const leads = token !== null && location.pathname === "/";
  const entered = leads ? import("./entrance.js").then(({ enter }) => enter(token)) : Promise.resolve();
  await Promise.all([loadTexts("common"), entered.then(startRouter)]);
  render(h(Frame, {}), /** @type {HTMLElement} */ (document.getElementById("page")));
  settings.subscribe(() => void loadTexts());
  const key = linkedKey;
  if (key !== null) void import("./host/linked_key.js").then(({ ask }) => ask(key));
}

// a link with a token was followed in a tab that has the page open already
addEventListener("hashchange", () => tokenIn(location.hash) !== null && location.reload());
addEventListener("focusin", () => void loaded(() => import("./parts/focus.js")), { once: true });
void start();
