/** A toy game: four seats play their eight cards in turn, and see no other hand. */

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SEATS = 4;
const HAND = 8;

module.exports = {
  name: "toy",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(SEATS * HAND).keys()]);
    const hand = (seat) => deck.slice(seat * HAND, (seat + 1) * HAND);
    return { players: Object.fromEntries(ctx.playOrder.map((id, n) => [id, hand(n)])), trick: [] };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, card) => {
      const hand = G.players[playerID];
      if (!hand.includes(card)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.trick = G.trick.length === SEATS ? [card] : [...G.trick, card];
    },
  },
};
