// Frames of a deal that never was, for the tests of the timeline.

const DEAL = "00000000-0000-7000-8000-000000000001";

/** Pages of frames with so many events, and the deal after each event, made without patches. */
export function recorded(events, { each = 500, perCommand = 2 } = {}) {
  const deals = Array.from({ length: events }, (_, at) => dealAfter(at + 1, events));
  const frames = deals.slice(1).map((deal, at) => ({
    event: {
      position: deal.at, type: "goat.led", schema: 1, at: "2026-01-01T00:00:00Z", actor: "seat:1",
      command: deal.at - ((deal.at - 1) % perCommand), data: { seat: 1, cards: ["9C"] },
    },
    patch: patchFrom(deals[at], deal),
  }));
  const pages = [];
  for (let at = 0; at < frames.length || pages.length === 0; at += each) {
    const next = at + each < frames.length ? at + each + 1 : null;
    const first = deals[at];
    pages.push({ deal: DEAL, view: "full", version: events, first, frames: frames.slice(at, at + each), next });
  }
  return { pages, deals };
}

function dealAfter(at, events) {
  const hands = [[`${at}`], [null, null], []];
  const inner = at % 3 === 0 ? null : { laid: at % 5, by: { seat: at % 4 } };
  return {
    id: DEAL, at, version: events, status: at === events ? "over" : "playing", choices: [],
    state: { hands, stock: Array(at % 30).fill(null), phase: inner, turn: at % 4 === 0 ? null : at % 4 },
  };
}

/** The merge patch of RFC 7396; a field that has become null is removed. */
function patchFrom(before, after) {
  const patch = {};
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    patch[name] = isObject(old) && isObject(value) ? patchFrom(old, value) : value;
  }
  return patch;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
