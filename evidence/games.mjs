// What of the games the evidence needs: their packs, and their lots by the number of seats.

/** Every game with its rules version: the ranks of its pack, and its lots by number of seats. */
export const GAMES = {
  "durak/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
  "goat/1": { ranks: "6789TJQKA", lots: { 4: [["shown", 20], ["dealer", 4]] } },
  "skat/1": { ranks: "789TJQKA", lots: { 3: [["dealer", 3]], 4: [["dealer", 4]] } },
  "svoi_kozyri/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
};

export const packOf = (game) => ["C", "S", "H", "D"].flatMap((suit) =>
  [...GAMES[game].ranks].map((rank) => rank + suit));
