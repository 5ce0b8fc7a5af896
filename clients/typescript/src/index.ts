export { Client, done, type Deal, type Making, type Schemas } from "./client.js";
export { PATIENCE, Unreachable, type Patience } from "./patience.js";
export { Problem, type ProblemDetails } from "./problem.js";
export { Seat, type Playing } from "./seat.js";
export { Secret, commitment } from "./seeds.js";
export { SeatKey, moveToSign, type Sign } from "./signing.js";
