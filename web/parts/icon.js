// Icons, drawn by us: a font may lack their signs.

import { h } from "../vendor/preact.mjs";

const PATHS = {
  previous: "M16 5 7 12l9 7Z",
  next: "M8 5v14l9-7Z",
  previousMove: "M6 5h2.5v14H6ZM19 5l-9 7 9 7Z",
  nextMove: "M15.5 5H18v14h-2.5ZM5 5v14l9-7Z",
};

/** @param {{ name: keyof typeof PATHS }} props */
export function Icon({ name }) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true }, h("path", { d: PATHS[name] }));
}
