// Compute the signed bytes of moves, and the validity of keys, from the inputs of the test vectors.

import { readFileSync } from "node:fs";

import { isKey } from "../../verifier/keys.mjs";
import { MOVE, statementBytes } from "../../verifier/signatures.mjs";
import { signedBy } from "../../verifier/notes.mjs";
import { canonical } from "../../verifier/reading.mjs";
import { hex, unhex } from "../../verifier/recipe.mjs";

const { moves, keys } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const signed = moves.map(({ deal, seat, position, head, move }) => (
  statementBytes({ tag: MOVE, stream: deal, seat, position, head, said: canonical(move) })
));
const fits = await Promise.all(moves.map(({ key, signature }, at) => (
  signedBy({ raw: unhex(key) }, unhex(signature), signed[at])
)));
console.log(JSON.stringify({
  signed: signed.map(hex), fits, keys: keys.map(({ key }) => isKey(unhex(key))),
}));
