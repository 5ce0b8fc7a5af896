// Focus is never lost: if what has it is removed, it goes to the nearest thing that can have it.

const FOCUSABLE = "a[href]:not(.skip), button:not([tabindex='-1']), input, select, summary, [tabindex='0']";

/** @type {readonly EventTarget[]} What had the focus last, and what is around it, from the inside. */
let path = around(document.activeElement);

/** @param {Element | null} element @returns {readonly Element[]} */
function around(element) {
  return element === null ? [] : [element, ...around(element.parentElement)];
}

/** Find a new place for the focus, if it has none. */
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

addEventListener("focusin", (event) => (path = event.composedPath()));
// it looks before the next frame is shown
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
