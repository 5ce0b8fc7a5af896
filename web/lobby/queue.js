// A place in the queue of people who look for others to play with: kept for the tab, sent to the service
// every few seconds, and given up by a tap.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { Problem, Unreachable, send, useAction } from "../api.js";
import { keep, wish } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Checkbox } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go, loadRest } from "../router.js";
import { now, randomBytes, sleep } from "../runtime.js";

/** @import { Schemas } from "../types.js" */
/** @import { Wish } from "../credentials.js" */
/** @typedef {Schemas["QueuePlace"]} Standing */

const OFTEN = 3_000;
/** A place ends so long after it was sent last, in ms. */
const LASTS = 60_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Take a place in the queue.
 * @param {Pick<Wish, "game" | "name" | "level">} wanted
 */
export function queueFor(wanted) {
  const secret = Array.from(randomBytes(43), (byte) => LETTERS[byte & 63]).join("");
  wish.value = { ...wanted, place: `wait_${secret}`, heard: now() };
}

/** The place of the person, until they have a seat.
 * @param {{ wanted: Wish, title: string }} props `title`: of the game.
 */
export function InQueue({ wanted, title }) {
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const [standing, setStanding] = useState(/** @type {Standing | null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Problem | Unreachable | null} */ (null));
  const [bots, setBots] = useState(true);
  const agreed = useRef(bots);
  agreed.current = bots;
  useEffect(() => {
    heading.current?.focus();
    const abort = new AbortController();
    void wait(wanted.place, { agreed, signal: abort.signal, onChange: setStanding, onRefusal: setRefusal });
    return () => {
      abort.abort();
      if (wish.value?.place === wanted.place) void leave(wanted.place); // the person went to another page
    };
  }, [wanted.place]);
  const leaving = useAction(() => leave(wanted.place));
  return h(
    "div",
    { class: "in-queue" },
    h("h3", { ref: heading, tabIndex: -1 }, t("queue-title", { game: title })),
    h(
      "p",
      { role: "status" },
      standing === null ? "" : [t("queue-ahead", { ahead: standing.ahead }), " ", standing.missing > 0 && t("queue-missing", { missing: standing.missing })],
    ),
    h(Checkbox, { label: t("queue-bots"), checked: bots, onChange: setBots }),
    h("p", { class: "hint" }, standing === null || standing.bots_in === null ? "" : t("queue-bots-in", { seconds: standing.bots_in })),
    h(Refusal, { refusal: refusal ?? leaving.refusal }),
    h("p", {}, h(Button, { onPress: () => void leaving.run(), busy: leaving.busy }, t("queue-leave"))),
  );
}

/** Say to the service again and again that the person waits, until they have a seat or the place has ended.
 * @param {string} place
 * @param {object} waiting
 * @param {{ current: boolean }} waiting.agreed Whether bots may fill the table.
 * @param {AbortSignal} waiting.signal
 * @param {(standing: Standing) => void} waiting.onChange
 * @param {(refusal: Problem | Unreachable | null) => void} waiting.onRefusal
 */
async function wait(place, { agreed, signal, onChange, onRefusal }) {
  while (!signal.aborted) {
    const value = wish.value;
    if (value?.place !== place) return;
    try {
      if (now() - value.heard > LASTS) return await leave(place); // this device has slept
      const { game, name, level } = value;
      const body = { place, game, name, bots: agreed.current ? level : null };
      const standing = await send("put", "/v1/queue", body, { signal });
      if (await settled(standing, value)) return;
      if (standing.state === "left") {
        wish.value = null; // another tab has given the place up
        return;
      }
      wish.value = { ...value, heard: now() };
      onChange(standing);
      onRefusal(null);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      onRefusal(error);
      if (error instanceof Problem && !error.passes) return;
    }
    await sleep(OFTEN);
  }
}

/** Give the place up. Who has a seat by now goes there.
 * @param {string} place
 */
async function leave(place) {
  const value = wish.value;
  if (value?.place !== place) return;
  if (await settled(await send("post", "/v1/queue/leaving", { place }), value)) return;
  wish.value = null;
}

/** Keep the seat that came of a place, and go there.
 * @param {Standing} standing
 * @param {Wish} value
 * @returns {Promise<boolean>} Whether there is one.
 */
async function settled({ table, seat, token }, { name }) {
  if (table === null || seat === null || token === null) return false;
  keep({ token, kind: "seat", table, seat, name, device: true, house: true });
  wish.value = null;
  await go(`/t/${table}`);
  return true;
}

await loadRest();
