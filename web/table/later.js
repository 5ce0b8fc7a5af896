// The parts of a table besides its cards: loaded after them, with its texts.

import { loadRest } from "../router.js";

export { attend } from "./attending.js";
export { Before, Failure, More, Seats } from "./around.js";
export { Log } from "./log.js";
export { handOf, resume } from "./hand.js";
export { HintButton } from "./hint.js";
export { Top } from "./closing.js";
export { Score } from "./score.js";
export { DealLinks, DealOutcome } from "./outcome.js";
export { toldBy } from "./sentences.js";
export { Status, Taker } from "./waiting.js";

await loadRest();
