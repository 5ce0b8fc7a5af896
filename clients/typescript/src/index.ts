export {
  Client,
  done,
  type Acting,
  type Deal,
  type Dispute,
  type LobbyFilter,
  type Making,
  type Reader,
  type Schemas,
  type Watcher,
} from "./client.js";
export {
  checkLog,
  type Checkpoints,
  type Fork,
  type LogReport,
  type LogStatus,
} from "./checkpoints.js";
export { commitment } from "./framing.js";
export { checkOpening, UntrustedOpening, type DealOpening } from "./opening.js";
export { OwnSeeds } from "./ownSeeds.js";
export { PATIENCE, Unreachable, type Patience } from "./patience.js";
export { ForeignAnswer, Problem, type ProblemDetails } from "./problem.js";
export { type Runtime } from "./runtime.js";
export { Seat, type Playing } from "./seat.js";
export { SeedFile, type Committed, type Line } from "./seedFile.js";
export { ServiceKey } from "./serviceKey.js";
export { SeatKey, Signer, actToSign, moveToSign, type Place, type Sign } from "./signing.js";
