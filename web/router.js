// The routes of the page, and navigation without a reload.

import { h } from "./vendor/preact.mjs";
import { useEffect, useState } from "./vendor/hooks.mjs";
import { batch, signal } from "./vendor/signals.mjs";
import { loadTexts } from "./language.js";
import { connected, pause } from "./api.js";
import { sleep } from "./runtime.js";
import { tab } from "./storage.js";

/** @import { VNode } from "./vendor/preact.mjs" */

/**
 * The page of each route: a module `pages/<name>.js`, whose default export is its component. The service reads
 * this table too: it serves exactly these.
 */
const ROUTES = /** @type {const} */ ({
  "/": "lobby",
  "/learn": "lobby",
  "/learn/:lesson": "learn",
  "/host": "host",
  "/settings": "settings",
  "/replay/:deal/:event/:eyes": "replay",
  "/verify": "verify",
  "/verify/:deal": "verify",
  "/verify/:deal/shuffle": "shuffle",
  "/t/:table": "table",
  "/t/:table/series": "series",
  "/t/:table/disputes": "disputes",
  "/d/:deal": "disputes",
  "/d/:deal/:dispute": "ruling",
  "/arbiter": "arbiter",
  "/archive": "archive",
  "/ratings": "ratings",
  "/tournament": "tournaments",
  "/tournament/:tournament": "tournament",
  "/tournament/:tournament/sheets": "sheets",
  "/tournament/:tournament/boards/:round/:board": "board",
});

/** @typedef {(typeof ROUTES)[keyof typeof ROUTES]} PageName */
/** @typedef {Readonly<Record<string, string>>} Params The values in the path, by their names. */
/** @typedef {(props: { params: Params }) => VNode | null} Page */

/**
 * @typedef {object} Place
 * @property {Page | null} page null: there is no such page.
 * @property {Params} params
 * @property {string} path
 */

/** The page that is shown; null while the first page is loaded. */
export const place = signal(/** @type {Place | null} */ (null));

/** Whether the next page is being loaded. */
export const loading = signal(false);

/** The page of a path and the values in it; null if there is none.
 * @param {string} path
 * @returns {{ name: PageName, params: Params } | null}
 */
export function match(path) {
  for (const [route, name] of Object.entries(ROUTES)) {
    const pattern = new RegExp(`^${route.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    const found = pattern.exec(path);
    if (found === null) continue;
    const values = Object.entries(found.groups ?? {});
    const params = Object.fromEntries(values.map(([key, value]) => [key, decoded(value)]));
    return { name, params };
  }
  return null;
}

/** Go to an address of the page.
 * @param {string} path
 * @param {{ replace?: boolean }} [options]
 */
export async function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname + location.search) history.pushState(null, "", path);
  await show();
  scrollTo(0, 0);
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** Show the page of the present address, and later ones. */
export async function startRouter() {
  addEventListener("popstate", () => void show());
  addEventListener("click", (event) => {
    const path = pathOf(event);
    if (path === null) return;
    event.preventDefault();
    void go(path);
  });
  await show();
}

const RELOADED = "fairdeal.reloaded";
let latest = 0;

/** Load the page of the present address, and show it unless another one has been asked for. */
async function show() {
  const path = location.pathname;
  const found = match(path);
  const number = ++latest;
  loading.value = true;
  const page = found === null ? await loadTexts("first").then(() => null) : await load(found.name);
  if (number !== latest) return;
  batch(() => {
    place.value = { page, params: found?.params ?? {}, path };
    loading.value = false;
  });
}

/** Load a page and its texts.
 * @param {PageName} name
 * @returns {Promise<Page>}
 */
async function load(name) {
  const isEnough = (name === "lobby" || name === "table") && rest === null;
  const needed = () => (isEnough ? loadTexts("first") : loadRest());
  const [module] = await loaded(() => Promise.all([import(`./pages/${name}.js`), needed()]));
  return module.default;
}

/** @type {Promise<unknown> | null} */
let rest = null;

/** Load the texts and the style of all pages, once: only the first games of the lobby and the first cards of a table do
 * without. */
export function loadRest() {
  rest ??= Promise.all([loadTexts("first", "page"), loadStyle(new URL("more.css", import.meta.url).pathname)]).catch((error) => {
    rest = null;
    throw error;
  });
  return rest;
}

/** @param {string} href */
function loadStyle(href) {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((onload, fail) => {
    const onerror = (/** @type {unknown} */ cause) => (link.remove(), fail(new Error(href, { cause })));
    document.head.append(Object.assign(link, { onload, onerror }));
  });
}

/** The path of a plain click on a link to a page of ours; null for all other clicks.
 * @param {MouseEvent} event
 */
function pathOf(event) {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download")) return null;
  if (link.origin !== location.origin || link.hash !== "" || match(link.pathname) === null) return null;
  return link.pathname + link.search;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The page that is shown, as an element.
 * @param {{ otherwise: () => VNode }} props
 */
export function Shown({ otherwise }) {
  const { page, params, path } = place.value ?? { page: null, params: {}, path: "" };
  return page === null ? h(otherwise, {}) : h(page, { params, key: path });
}

/** Load something. If it is gone, so is this version of the page: start anew, once.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loaded(load) {
  try {
    const found = await load();
    tab()?.removeItem(RELOADED);
    return found;
  } catch (error) {
    if (await wasAway()) return loaded(load);
    if (tab()?.getItem(RELOADED) !== null) throw error;
    tab()?.setItem(RELOADED, "once");
    location.reload();
    return await new Promise(() => undefined);
  }
}

/** Wait until the service answers.
 * @returns {Promise<boolean>} Whether it did not answer at first.
 */
async function wasAway(failures = 0) {
  connected.value = await fetch("/", { method: "HEAD", mode: "no-cors" }).then(() => true, () => false);
  if (connected.value) return failures > 0;
  await sleep(pause(failures));
  return wasAway(failures + 1);
}

/** A module that what is shown first does without: null until it is loaded.
 * @template T
 * @param {() => Promise<T>} load
 * @param {boolean} [shown] Whether what is shown first is there.
 * @returns {T | null}
 */
export function useLater(load, shown = true) {
  const [found, setFound] = useState(/** @type {T | null} */ (null));
  useEffect(() => {
    if (shown) void loaded(load).then((module) => setFound(() => module));
  }, [shown]);
  return found;
}
