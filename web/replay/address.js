// The addresses of moments: `/replay/<deal>/<event>/<eyes>`.

const EYES = /^(public|full|seat:[0-9])$/;
const DEAL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * @typedef {object} Moment
 * @property {string} deal
 * @property {number} at The position of the last event that is shown.
 * @property {string} eyes `seat:<n>`, `public` or `full`.
 */

/** The moment of an address; null: there is no such address.
 * @param {Readonly<Record<string, string>>} params The values in the path.
 * @returns {Moment | null}
 */
export function momentOf({ deal = "", event = "", eyes = "" }) {
  const at = /^[1-9][0-9]{0,8}$/.test(event) ? Number(event) : null;
  return at === null || !DEAL.test(deal) || !EYES.test(eyes) ? null : { deal, at, eyes };
}

/** The address of a moment.
 * @param {Moment} moment
 */
export function addressOf({ deal, at, eyes }) {
  return `/replay/${deal}/${at}/${eyes}`;
}

/** The code by which a page of another site shows a moment.
 * @param {Moment} moment
 * @param {string} title
 */
export function frameOf({ deal, at, eyes }, title) {
  const src = `${location.origin}/embed/${deal}/${at}/${eyes}`;
  return `<iframe src="${src}" title="${title}" width="640" height="500" style="border:0;max-width:100%"></iframe>`;
}

/** Whether a text is the id of a deal.
 * @param {string | undefined} text
 */
export function isDeal(text) {
  return DEAL.test(text ?? "");
}

/** All points of view at a table: each seat, the public, and the full record.
 * @param {number} seats
 */
export function eyesOf(seats) {
  return [...Array.from({ length: seats }, (_, seat) => `seat:${seat}`), "public", "full"];
}
