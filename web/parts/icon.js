// Icons, drawn by us: a font may lack their signs.

import { h } from "../vendor/preact.mjs";

const PATHS = {
  previous: "M16 5 7 12l9 7Z",
  next: "M8 5v14l9-7Z",
  previousMove: "M6 5h2.5v14H6ZM19 5l-9 7 9 7Z",
  nextMove: "M15.5 5H18v14h-2.5ZM5 5v14l9-7Z",
  previousTrick: "M4 5h2v14H4ZM8 5h2v14H8ZM20 5l-8 7 8 7Z",
  nextTrick: "M14 5h2v14h-2ZM18 5h2v14h-2ZM4 5v14l8-7Z",
};

/** @param {{ name: keyof typeof PATHS }} props */
export function Icon({ name }) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true }, h("path", { d: PATHS[name] }));
}
