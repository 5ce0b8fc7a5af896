// What a browser has kept of the log, and what it is told: the visits of one browser in their order.

const kept = new Map();
Object.assign(globalThis, {
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
});
const { compareLog, forget } = await import("../../web/verify/log_watch.js");

/** Compare each of these logs with what was seen before: what is told, and what is kept then.
 * @param {Record<string, string>[]} logs The answers of the service by the ends of their addresses.
 */
export async function compared(logs) {
  kept.clear();
  const fetched = globalThis.fetch;
  const found = [];
  try {
    for (const answers of logs) {
      globalThis.fetch = async (url) => new Response(answers[String(url).split("?")[0].split("/").at(-1)] ?? "", { status: 200 });
      const notice = await compareLog();
      if (notice?.status === "begun-anew") forget(notice.seen);
      found.push({ notice, kept: JSON.parse(kept.get("fairdeal.checkpoints") ?? "{}") });
    }
  } finally {
    globalThis.fetch = fetched;
  }
  return found;
}
