// The frame of every page: the header with links, the title and heading, the state of the connection,
// and one polite live region: what a person with a screen reader hears of what happens.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { signal } from "../vendor/signals.mjs";
import { connected } from "../api.js";
import { t } from "../language.js";
import { Shown, loading, place } from "../router.js";

/** @import { ComponentChildren, VNode } from "../vendor/preact.mjs" */

/** The links of the header: hosts and programmers find theirs at the end. */
const LINKS = /** @type {const} */ ({
  "/": "play",
  "/rules": "rules",
  "/verify": "verify",
  "/settings": "settings",
  "/host": "host",
  "/docs": "contract",
});

const FOCUSABLE = "a[href]:not(.skip), button:not([tabindex='-1']), input, select, summary, [tabindex='0']";

export function Frame() {
  return h(
    "div",
    { class: menu.value ? "frame menu" : "frame", "aria-busy": loading.value ? "true" : undefined },
    h("a", { class: "skip", href: "#content" }, t("common-skip")),
    h(Header, {}),
    h("main", { id: "content", tabIndex: -1 }, h(Shown, { otherwise: Unknown })),
    h(
      "div",
      { class: "connection", role: "status" },
      connected.value ? null : h("p", {}, t("common-reconnecting")),
    ),
    h(Announcer, {}),
  );
}

function Header() {
  const path = place.value?.path;
  return h(
    "header",
    { class: "site" },
    h("a", { class: "brand", href: "/" }, "Fairdeal"),
    h(
      "nav",
      { "aria-label": t("common-navigation") },
      Object.entries(LINKS).map(([href, name]) =>
        h("a", { key: href, href, "aria-current": href === path ? "page" : undefined }, t(`link-${name}`)),
      ),
    ),
  );
}

function Unknown() {
  return h(
    Page,
    { title: t("common-unknown-page") },
    h("p", {}, t("common-unknown-page-hint")),
    h("p", {}, h("a", { href: "/" }, t("link-play"))),
  );
}

/** Whether the links of the header are shown, on a page with a bar of its own. */
const menu = signal(false);
place.subscribe(() => (menu.value = false));

/** The content of a page.
 * @param {object} props
 * @param {ComponentChildren} [props.bar] What stands in the bar of a page that has one, besides its heading.
 * @param {string} props.title
 * @param {string} [props.kind] The CSS class of the content.
 * @param {ComponentChildren} [props.children]
 */
export function Page({ title, kind, bar, children }) {
  useEffect(() => {
    document.title = `${title} · Fairdeal`;
  }, [title]);
  if (bar === undefined) return h("div", { class: kind }, h("h1", {}, title), children);
  const toggle = () => (menu.value = !menu.value);
  const button = h(
    "button",
    { type: "button", class: "tool", "aria-expanded": menu.value, "aria-label": t("common-menu"), onClick: toggle },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 6h16M4 12h16M4 18h16" })),
  );
  return h("div", { class: kind }, h("div", { class: "bar" }, button, h("h1", {}, title), bar), children);
}

const said = signal(/** @type {VNode[]} */ ([]));
let count = 0;

/** Say texts, each once, after what is being said: two may come before the first is shown. The same
 * text twice is said twice.
 * @param {readonly string[]} texts
 */
export function announce(...texts) {
  said.value = [...said.value, ...texts.map((text) => h("p", { key: ++count }, text))].slice(-20);
}

function Announcer() {
  return h("div", { class: "unseen", role: "log", "aria-live": "polite" }, said.value);
}

/** @type {readonly EventTarget[]} What had the focus last, and what is around it, from the inside. */
let path = [];

/** Find a new place for the focus, if it has none: what had it was removed, and it goes to the nearest thing that
 * can have it. */
function look() {
  const [lost] = path;
  if (document.activeElement !== document.body || !(lost instanceof Element) || lost.isConnected) return;
  for (const place of path) {
    const near = place instanceof HTMLElement ? place.querySelectorAll(FOCUSABLE) : [];
    for (const each of near) {
      if (each instanceof HTMLElement) each.focus();
      if (document.activeElement === each) return;
    }
    if (place instanceof HTMLElement && place.id === "content") return place.focus();
  }
}

/** Watch the focus from now on. */
export function watchFocus() {
  addEventListener("focusin", (event) => (path = event.composedPath()));
  // it looks before the next frame is shown
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
