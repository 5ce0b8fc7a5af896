// The parts of a table besides its cards: loaded after them, with its texts.

import { loadTexts } from "../language.js";

export { Before, Failure, More, Seats } from "./around.js";
export { Log } from "./log.js";
export { Moves } from "./moves.js";
export { DealOutcome } from "./outcome.js";
export { Refusal } from "../parts/refusal.js";

await loadTexts("acts");
