// The scene: every card of a view lies in exactly one place, keeps its key from view to view, and has a
// spot on a felt of any size.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { fitting, layOut } from "../../web/table/layout.js";
import { describe, follow, layersOf, movements, sorted } from "../../web/table/scene.js";
import { held } from "../../web/table/trick.js";

const folder = new URL("recorded/", import.meta.url);
const games = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8")));
/** Width, height, and how much bigger the text is wanted. */
const WANTED = [[320, 505], [320, 450], [360, 650], [560, 276], [555, 237], [812, 325], [768, 970], [983, 748], [1600, 1030], [360, 600, 2], [360, 900, 2], [1280, 696, 2]];
const SIZES = WANTED.map(([width, height, text = 1]) => [width, height, fitting(width, height, text)]);

const cardsOf = ({ places }) => places.flatMap(({ groups }) => groups.flat().flatMap(({ card }) => card ?? []));
/** The fans of others, and their counts, are clear of the edge by 4 px; by less on a felt that is drawn smaller. */
const clearOfEdge = ({ cards, counts }, items, me, { width, text = 1 }) => {
  const least = 3.9 * Math.min(1, text);
  for (const { key } of items.filter(({ shape, by }) => shape === "hand" && by !== me)) {
    const { x, width: card, turn } = cards.get(key);
    const angle = (Math.PI * Math.abs(turn)) / 180;
    const half = card * (0.5 * Math.cos(angle) + 0.7 * Math.sin(angle));
    assert.ok(x - half > least && x + half < width - least, `card ${key}: ${x} ± ${half}`);
  }
  for (const { seat, x } of counts) assert.ok(x - 12 * text > least && x + 12 * text < width - least, `the count of seat ${seat} at ${x}`);
};
const own = (items, me) => items.filter(({ shape, by }) => shape === "hand" && by === me).map(({ key }) => key);

for (const { game, table, views, events } of games) {
  const scene = (view) => describe(view, game, table, layersOf(events.filter(({ position }) => position <= view.at)));

  test(`${game.key}: a scene has each card once, and my choices are in my hand`, () => {
    for (const view of views) {
      const { places } = scene(view);
      const shown = cardsOf({ places });
      assert.equal(new Set(shown).size, shown.length);
      assert.equal(places.reduce((sum, { count }) => sum + count, 0), game.cards.length);
      assert.equal(new Set(places.map(({ id }) => id)).size, places.length);
      const mine = places.find(({ shape, seats }) => shape === "hand" && seats[0] === 0);
      const named = view.choices.flatMap(({ fields }) => Object.values(fields).flatMap(({ cards }) => cards ?? []));
      for (const card of named) assert.ok(mine.groups.flat().some((each) => each.card === card), card);
    }
  });

  test(`${game.key}: the observer is first, then the seats in order, with the roles of the game`, () => {
    for (const me of table.seats.keys()) {
      const { seats } = describe({ ...views[0], view: `seat:${me}` }, game, table);
      assert.deepEqual(seats.map(({ seat }) => seat), seats.map((_, at) => (me + at) % seats.length));
      assert.deepEqual(seats.map(({ mine }) => mine), seats.map((_, at) => at === 0));
      assert.equal(seats.filter(({ roles }) => roles.includes("dealer")).length, 1);
    }
    assert.equal(describe({ ...views[0], view: "public" }, game, table).me, null);
  });

  test(`${game.key}: a card keeps its key from view to view, forwards and backwards`, () => {
    let items = follow(scene(views[0]), []);
    const keys = items.map(({ key }) => key).sort();
    for (const view of [...views, ...views.toReversed()]) {
      const before = new Map(items.flatMap(({ card, key }) => (card === null ? [] : [[card, key]])));
      const next = follow(scene(view), items);
      assert.deepEqual(next.map(({ key }) => key).sort(), keys);
      for (const { card, key } of next) if (before.has(card)) assert.equal(before.get(card), key);
      assert.equal(movements(items, next).length, next.length);
      items = next;
    }
  });

  for (const [width, height, text = 1] of SIZES) {
    test(`${game.key}: every card lies on a felt of ${width} × ${height} with text × ${text}, no button over it, none too narrow or small`, () => {
      for (const view of views) {
        const at = scene(view);
        const items = follow(at, []);
        const mine = own(items, at.me);
        const felt = layOut(at, items, { width, height, text }, mine);
        const cut = felt.kind === "flat" ? 0.38 : 0;
        assert.equal(felt.cards.size, items.length);
        for (const [key, { x, y, width: card, turn }] of felt.cards) {
          const [across, down] = turn === 90 ? [1.4, 1] : [1, 1.4];
          const isOwn = mine.includes(key);
          const bottom = y + (down * card) / 2 - (isOwn ? cut * 1.4 * card : 0);
          assert.ok(x - (across * card) / 2 > -2 && x + (across * card) / 2 < width + 2, `${key}: ${x} ± ${card / 2}`);
          assert.ok(y - (down * card) / 2 > -2 && bottom < height + 2, `${key}: ${y} ± ${0.7 * card}`);
          const { top, height: tall } = felt.actions;
          if (isOwn) assert.ok(y - 0.7 * card > top + tall - 1, "own cards lie below the buttons");
        }
        clearOfEdge(felt, items, at.me, { width, text });
        assert.ok(felt.strip >= 25, String(felt.strip));
        for (const { x, y } of felt.seats.values()) assert.ok(x > 0 && x < width && y > 0 && y < felt.actions.top);
        if (felt.kind === "upright") {
          for (const { y } of felt.seats.values()) assert.ok(y + 76 * text < felt.own.y - 42 * text, "a seat ends above the own one");
        }
        for (const { key, shape } of items) if (shape === "laid") assert.ok(felt.cards.get(key).width > 28, String(felt.cards.get(key).width));
      }
    });
  }

  for (const [width, height] of [[476, 364], [360, 420], [900, 560]]) {
    test(`${game.key}: on a felt of ${width} × ${height} that is watched, the nearest hand is clear of the middle`, () => {
      for (const view of views) {
        const at = describe({ ...view, view: "public" }, game, table, layersOf([]));
        const items = follow(at, []);
        const { cards } = layOut(at, items, { width, height, text: 1 }, []);
        const near = items.filter(({ shape, by }) => shape === "hand" && by === at.seats[0].seat);
        const top = Math.min(height, ...near.map(({ key }) => cards.get(key)).map((card) => card.y - 0.7 * card.width));
        for (const { key, shape } of items.filter(({ shape }) => ["laid", "pairs", "row"].includes(shape))) {
          const { y, width: card } = cards.get(key);
          assert.ok(y + 0.7 * card < top + 2, `${shape} ${key}: ${y + 0.7 * card} ${top}`);
        }
      }
    });
  }

  test(`${game.key}: a finished trick is held with all its cards`, () => {
    const taken = views.findLast(({ last_trick: trick }) => trick !== null);
    if (taken === undefined) return;
    const view = views.findLast(({ at }) => at < taken.last_trick.position) ?? views[0];
    const before = scene(view);
    const items = follow(before, []);
    const laid = taken.last_trick.laid.filter(({ seat }) => seat !== null);
    const full = held(before, items, { laid, taker: taken.last_trick.taker });
    if (full === null) return;
    const cards = full.items.filter(({ shape }) => ["laid", "pairs", "row"].includes(shape)).map(({ card }) => card);
    for (const card of laid.flatMap((each) => each.cards)) assert.ok(cards.includes(card), card);
    assert.deepEqual(full.items.map(({ key }) => key).sort(), items.map(({ key }) => key).sort());
  });
}

const seats = [{ seat: 0, side: 0, name: "A", bot: null }, { seat: 1, side: 1, name: "B", bot: "easy" }];
const shown = (state) => ({ view: "public", state, away: [1], bots: [null, "easy"], waiting_for: { seats: [1] } });
const zone = (name, shape, owner, at, more = {}) => ({ zone: name, shape, owner, at, by: null, shown: null, tricks: [], ...more });

test("a game that nobody has seen is laid out by its declarations alone", () => {
  const game = {
    zones: [
      zone("row", "hand", "seat", ["/rows/*"]),
      zone("played", "laid", "seat", ["/on/*/card"], { by: "seat" }),
      zone("heap", "heap", "side", ["/heaps/*"], { by: "parties", tricks: ["/won"] }),
      zone("pair", "pairs", "table", ["/pairs/*/under", "/pairs/*/over"]),
      zone("stock", "deck", "table", ["/stock"], { shown: { at: ["/open"], where: "beside" } }),
    ],
    trumps: { owner: "seat", at: ["/own/*"], cards: {}, before: [] },
    roles: [{ role: "dealer", at: ["/dealer"], others: "other" }, { role: "first", at: ["/playing/0"], others: "out" }, { role: "second", at: ["/playing/1"], others: "out" }, { role: "party", at: ["/parties/1"], others: null }],
    best: ["/best/seat"],
  };
  const state = {
    rows: [["1A", null], []], on: [{ seat: 1, card: "2A" }, { seat: 0, card: null }], heaps: [[], [null, "3A"]],
    pairs: [{ under: "4A", over: "5A" }, { under: "6A", over: null }], own: [null, "A"], stock: [null], open: "7A",
    parties: [[0], [1]], dealer: 0, playing: [1], best: { seat: 1 }, won: [0, 3],
  };
  const scene = describe(shown(state), game, { seats });
  const lying = scene.places.map(({ id, count }) => [id, count]);
  assert.deepEqual(lying, [["row:0", 2], ["row:1", 0], ["played:1", 1], ["played:0", 0], ["heap:0", 0], ["heap:1", 2], ["pair:", 3], ["stock:", 1]]);
  assert.deepEqual(scene.places[6].groups.map((group) => group.map(({ card }) => card)), [["4A", "5A"], ["6A"]]);
  assert.deepEqual(scene.places[7].shown, { card: "7A", where: "beside" });
  assert.deepEqual(scene.seats.map(({ roles, trumps, standIn, isBot }) => [roles, trumps, standIn, isBot]), [[["dealer", "out"], [], null, false], [["other", "first", "party"], ["A"], "easy", true]]);
  assert.deepEqual([scene.best, scene.trumps], [1, []]);
  assert.deepEqual(scene.places.slice(4, 6).map(({ tricks }) => tricks), [0, 3]);
});

test("the cards of a deal leave the stock one after another, round by round, within 900 ms", () => {
  const { game, table, views } = games.find((each) => each.game.key === "skat");
  const items = follow(describe(views[0], game, table), []);
  const hands = items.filter(({ shape }) => shape === "hand");
  const before = items.map((item) => ({ ...item, shape: "deck" }));
  const dealt = movements(before, items).filter(({ key }) => hands.some((item) => item.key === key));
  const round = ({ key }) => hands.find((item) => item.key === key).at;
  const inTurn = dealt.toSorted((one, other) => one.delay - other.delay);
  assert.deepEqual(inTurn.map(round), inTurn.map(round).toSorted((one, other) => one - other));
  assert.equal(new Set(inTurn.map(({ delay }) => delay)).size, hands.length);
  for (const { delay, duration } of dealt) {
    assert.equal(duration, 400);
    assert.ok(delay + duration <= 900);
  }
});

test("a hand is sorted with trumps first, and with those of any game before they are named", () => {
  const trumps = { owner: "table", at: [], cards: { H: ["JC", "AH", "TH"] }, before: ["JC"] };
  const game = { trumps, cards: ["TH", "AH", "AD", "AS", "JC", "AC"].map((code) => ({ code })) };
  const hand = ["AC", "AD", "TH", "AS", "AH", "JC"];
  assert.deepEqual(sorted(hand, game, ["H"]), ["JC", "AH", "TH", "AS", "AD", "AC"]);
  assert.equal(sorted(hand, game, [])[0], "JC");
});

for (const [width, height] of SIZES.filter(([, , text = 1]) => text === 1)) {
  test(`five seats and six have their places on a felt of ${width} × ${height}, and their fans stay apart`, () => {
    for (const count of [5, 6]) {
      const game = { zones: [zone("hand", "hand", "seat", ["/hands/*"])], trumps: null, roles: [], best: [] };
      const many = Array.from({ length: count }, (_, seat) => ({ seat, side: seat, name: "A", bot: null }));
      const hands = many.map(() => [null, null, null, null, null]);
      const view = { view: "seat:0", state: { hands }, away: [], bots: [], waiting_for: { seats: [0] } };
      const at = describe(view, game, { seats: many });
      const items = follow(at, []);
      const { cards, seats: points } = layOut(at, items, { width, height, text: 1 }, own(items, 0));
      const fans = many.slice(1).map(({ seat }) => items.filter(({ by }) => by === seat).map(({ key }) => cards.get(key)));
      for (const fan of fans) for (const { x, width: card } of fan) assert.ok(x - card / 2 > -2 && x + card / 2 < width + 2);
      const middles = [...points.values()];
      for (const [place, one] of middles.entries()) {
        for (const other of middles.slice(place + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 44, "avatars stay apart");
      }
    }
  });
}

for (const count of [5, 6, 8]) {
  const many = Array.from({ length: count }, (_, seat) => ({ seat, side: seat, name: `Seat ${seat}`, bot: null }));
  const game = {
    zones: [
      zone("hands", "hand", "seat", ["/hands/*"]),
      zone("trick", "laid", "seat", ["/trick/*/card"], { by: "seat" }),
      zone("stock", "deck", "table", ["/stock"], { shown: { at: ["/open"], where: "beside" } }),
      zone("pile", "heap", "table", ["/pile"]),
    ],
    trumps: { owner: "table", at: [], cards: {}, before: [] }, roles: [], best: [],
  };
  const state = {
    hands: many.map(() => Array(5).fill(null)), trick: many.map(({ seat }) => ({ seat, card: `${seat}A` })),
    stock: [null, null], open: "7A", pile: [null, null, null],
  };
  const scene = describe({ ...shown(state), view: "seat:0", away: [], bots: many.map(() => null) }, game, { seats: many });
  const items = follow(scene, []);
  // beside each other on a wide felt, names of more than six seats are too long
  for (const [width, height, text = 1] of SIZES.filter(([width, height, text]) => height > 280 && (text === 1 || width < height) && (count === 5 || width < height || (count === 6 && height > 420)))) {
    test(`${count} seats on a felt of ${width} × ${height} with text × ${text}: fans, names, stock and pile lie apart`, () => {
      const felt = layOut(scene, items, { width, height, text }, own(items, 0));
      const boxes = (isWanted) => items.filter(isWanted).map(({ key }) => felt.cards.get(key)).map(({ x, y, width: card }) => ({ left: x - card / 2, right: x + card / 2, top: y - 0.7 * card, bottom: y + 0.7 * card }));
      const meet = (one, other) => Math.min(one.right, other.right) > Math.max(one.left, other.left) + 1 && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top) + 1;
      const upright = felt.kind === "upright";
      const [across, down] = upright ? [(0.42 * width) / (count - 1), 76 * text] : [60 * text, 38 * text];
      const stacks = boxes(({ shape }) => shape === "deck" || shape === "heap");
      for (const [seat, { x, y }] of felt.seats) {
        const fan = boxes(({ shape, by }) => shape === "hand" && by === seat);
        const others = boxes(({ shape, by }) => shape === "hand" && by !== seat && by !== 0);
        for (const card of fan) assert.ok(!others.some((other) => meet(card, other)), `the fan of seat ${seat} touches another`);
        const name = { left: x - across, right: x + across, top: y, bottom: y + down };
        for (const card of [...stacks, ...others]) assert.ok(!meet(card, name), `a card lies at the name of seat ${seat}`);
      }
      clearOfEdge(felt, items, 0, { width, text });
      for (const { left, right, top } of [...stacks, ...boxes(({ shape }) => shape === "hand")]) assert.ok(left > -2 && right < width + 2 && top > -2);
    });
  }
}

const pile = (count) => {
  const game = { zones: [zone("pile", "row", "table", ["/pile"]), zone("hand", "hand", "seat", ["/hands/*"])], trumps: null, roles: [], best: [] };
  const state = { pile: Array.from({ length: count }, (_, at) => `${at}A`), hands: [[null, null], Array(13).fill(null)] };
  const scene = describe({ ...shown(state), view: "seat:0", away: [] }, game, { seats });
  return { scene, items: follow(scene, []) };
};

for (const [width, height] of [[320, 505], [360, 650], [390, 740], [983, 748]]) {
  test(`the indices of a row of 19 cards are seen on a felt of ${width} × ${height}, and there is room below it`, () => {
    const { scene, items } = pile(19);
    const { cards, actions, counts } = layOut(scene, items, { width, height, text: 1 }, own(items, 0));
    const row = items.filter(({ shape }) => shape === "row").map(({ key }) => cards.get(key));
    for (const [at, { x, y, width: card }] of row.entries()) {
      const next = row[at + 1];
      if (next !== undefined) assert.ok(next.y - y > 0.4 * 1.4 * card || next.x - x >= 0.26 * card, `${at}: ${next.x - x} of ${card}`);
      assert.ok(y + 0.7 * card + 20 < actions.top);
    }
    assert.deepEqual(counts.map(({ seat, count }) => [seat, count]), [[1, 13]]);
  });
}

test("cards in the middle of a flat phone are not small, and a deck of two shows both", () => {
  const { game, table, views } = games.find((each) => each.game.key === "goat");
  const view = views.findLast(({ state }) => state.laid.length === 3) ?? views[0];
  const scene = describe(view, game, table);
  const items = follow(scene, []);
  const { cards } = layOut(scene, items, { width: 800, height: 315, text: 1 }, own(items, scene.me));
  for (const { key, shape } of items) if (shape === "laid") assert.ok(cards.get(key).width >= 54, String(cards.get(key).width));
  const { game: skat, table: three, views: [first] } = games.find((each) => each.game.key === "skat");
  const auction = describe(first, skat, three);
  const all = follow(auction, []);
  const felt = layOut(auction, all, { width: 360, height: 650, text: 1 }, own(all, auction.me));
  const [one, other] = all.filter(({ shape }) => shape === "deck").map(({ key }) => felt.cards.get(key));
  assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 5);
});

test("the fan of an opponent on a phone stays beside the card under the stock", () => {
  const { game, table, views } = games.find((each) => each.game.key === "durak");
  for (const [width, height] of [[320, 505], [360, 650], [390, 740], [430, 830]]) {
    for (const view of views.slice(0, 4)) {
      const scene = describe(view, game, table);
      const items = follow(scene, []);
      const { cards } = layOut(scene, items, { width, height, text: 1 }, own(items, 0));
      const stock = items.filter(({ shape }) => shape === "deck").map(({ key }) => cards.get(key));
      const fan = items.filter(({ shape, by }) => shape === "hand" && by === 1).map(({ key }) => cards.get(key));
      const right = Math.max(...stock.map(({ x, width: card, turn }) => x + (turn === 90 ? 0.7 : 0.5) * card));
      const [bottom, top] = [Math.max(...fan.map(({ y, width: card }) => y + 0.7 * card)), Math.min(...stock.map(({ y, width: card }) => y - 0.7 * card))];
      for (const { x, width: card } of fan) assert.ok(x - card / 2 >= right - 1 || bottom <= top + 30, `${x - card / 2} < ${right}`);
    }
  }
});

test("where no move has a button, the trick has the room of their row", () => {
  const { game, table, views } = games.find((each) => each.game.key === "goat");
  const scene = describe(views.findLast(({ state }) => state.laid.length > 0), game, table);
  const items = follow(scene, []);
  const laid = items.find(({ shape }) => shape === "laid").key;
  const [usual, bare] = [1, 0].map((rows) => layOut(scene, items, { width: 360, height: 564, text: 1 }, own(items, scene.me), { rows }));
  assert.ok(bare.cards.get(laid).width > 1.2 * usual.cards.get(laid).width);
  assert.deepEqual([bare.own.y - usual.own.y, bare.actions.height], [usual.actions.height, 0]);
});

test("the cards of a trick on a small phone are not small either", () => {
  const { game, table, views } = games.find((each) => each.game.key === "goat");
  const scene = describe(views.findLast(({ state }) => state.laid.length === 3), game, table);
  const items = follow(scene, []);
  const { cards } = layOut(scene, items, { width: 360, height: 564, text: 1 }, own(items, scene.me));
  for (const { key, shape } of items) if (shape === "laid") assert.ok(cards.get(key).width >= 56, String(cards.get(key).width));
});

test("a pair has a place for its answer only while somebody else is awaited", () => {
  const { game, table, views } = games.find((each) => each.game.key === "durak");
  const attacked = views.map((view) => describe(view, game, table)).find((scene) => follow(scene, []).filter(({ shape }) => shape === "pairs").length === 1);
  const items = follow(attacked, []).map((item) => (item.shape === "pairs" ? { ...item, by: 0 } : item));
  const outlines = (...awaited) => layOut(
    { ...attacked, seats: attacked.seats.map((each) => ({ ...each, awaited: awaited.includes(each.seat) })) },
    items, { width: 360, height: 564, text: 1 }, own(items, attacked.me),
  ).outlines.length;
  assert.deepEqual([outlines(1), outlines(0), outlines()], [1, 0, 0]);
});
