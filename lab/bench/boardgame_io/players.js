/**
 * Play the toy at a server: `players.js URL CLIENTS MATCHES`.
 *
 * Each client plays its matches one after another, one move at a time; the four seats of a match
 * are connected and follow it. It says "ready" when all are connected, begins at a line on its
 * standard input, and ends when the first client has ended. Then it prints one line of JSON.
 */

const { io } = require("socket.io-client");

const SEATS = ["0", "1", "2", "3"];
const MOVES = 32;
const LONGEST = 120_000;

const [url, clients, matches] = process.argv.slice(2);
const waits = [];
let over = false;

function fail(error) {
  console.error(error);
  process.exit(1);
}

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/games/toy/${path}`, request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Wait for a message of a match. An update of an earlier move may come first. */
const heard = (socket, event, fits = () => true) =>
  new Promise((resolve) => {
    const hear = (_match, said) => {
      if (!fits(said)) return;
      socket.off(event, hear);
      resolve(said);
    };
    socket.on(event, hear);
  });

/** Connect a seat, which follows the state that it is shown. */
async function connect(match, playerID, credentials) {
  const socket = io(`${url}/toy`, { transports: ["websocket"], forceNew: true });
  socket.on("disconnect", (reason) => fail(new Error(`disconnected: ${reason}`)));
  socket.emit("sync", match, playerID, credentials, SEATS.length);
  const seat = { playerID, credentials, socket, state: (await heard(socket, "sync")).state };
  socket.on("update", (_match, state) => {
    seat.state = state;
  });
  return seat;
}

/** Open a match. All have joined before the first connects: both write the same metadata. */
async function openMatch() {
  const { matchID } = await post("create", { numPlayers: SEATS.length });
  const credentials = [];
  for (const playerID of SEATS) {
    const said = await post(`${matchID}/join`, { playerID, playerName: `P${playerID}` });
    credentials.push(said.playerCredentials);
  }
  const seats = [];
  for (const playerID of SEATS) seats.push(await connect(matchID, playerID, credentials[playerID]));
  return { matchID, seats };
}

async function play({ matchID, seats }) {
  let stateID = seats[0].state._stateID;
  for (let move = 0; move < MOVES && !over; move += 1) {
    const { playerID, credentials, socket, state } = seats[move % seats.length];
    const args = [state.G.players[playerID][0]];
    const payload = { type: "play", args, playerID, credentials };
    const sent = performance.now();
    const answer = heard(socket, "update", (shown) => shown._stateID > stateID);
    socket.emit("update", { type: "MAKE_MOVE", payload }, stateID, matchID, playerID);
    stateID = (await answer)._stateID;
    waits.push((performance.now() - sent) / 1000);
  }
}

async function client(opened) {
  for (const match of opened) await play(match);
  over = true;
}

async function main() {
  const tables = [];
  for (let number = 0; number < Number(clients); number += 1) {
    tables.push([]);
    for (let match = 0; match < Number(matches); match += 1) tables[number].push(await openMatch());
  }
  console.log("ready");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const start = performance.now();
  await Promise.race(tables.map(client));
  console.log(JSON.stringify({ seconds: (performance.now() - start) / 1000, waits }));
  process.exit(0);
}

setTimeout(() => fail(new Error("the players do not get on")), LONGEST);
main().catch(fail);
