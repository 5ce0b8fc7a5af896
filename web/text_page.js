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

const drawn = document.querySelectorAll("[data-cards]");
if (drawn.length > 0) void import("./parts/pictures.js").then(({ draw }) => draw(drawn));

addEventListener("hashchange", unfold);
unfold();
