// The pages of text (rules, problems, the contract) follow the settings of this device.

import { startSettings } from "./storage.js";

startSettings();

/** Unfold what the address names: a clause lies behind the short rules. */
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = named?.closest("details");
  if (folded == null || folded.open) return;
  folded.open = true;
  named?.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
