// The parts of a table besides its cards: loaded after them, with its texts.

// no button of a move is shown before the focus is watched
import "../parts/focus.js";
import { loadRest } from "../router.js";

export { attend, basisOf } from "./attending.js";
export { Before, Failure, More, Seats } from "./around.js";
export { Log } from "./log.js";
export { HintButton, HintWords } from "./hint.js";
export { Moves } from "./moves.js";
export { Score } from "./score.js";
export { DealLinks, DealOutcome } from "./outcome.js";
export { Reason } from "./reason.js";
export { ask } from "./why.js";

await loadRest();
