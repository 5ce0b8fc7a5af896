/** Serve the toy: `server.js PORT [FOLDER DATABASE USER]`, the latter three of PostgreSQL's socket. */

const { Origins, Server } = require("boardgame.io/server");

const CONNECTIONS = 8;

const [port, host, database, username] = process.argv.slice(2);

function durable() {
  const { PostgresStore } = require("bgio-postgres");
  return new PostgresStore({ host, database, username, logging: false, pool: { max: CONNECTIONS } });
}

const db = host ? durable() : undefined; // without one, boardgame.io keeps matches in memory
Server({ games: [require("./game.js")], db, origins: [Origins.LOCALHOST] }).run(Number(port));
