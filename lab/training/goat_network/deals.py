"""Goat as array operations: many deals at once, each at its own point.

Cards are the numbers of `bots/core`: 4 times the rank plus the suit, and the suit of the trumps is
the last one. Functions take one deal; `jax.vmap` makes functions of many deals of them. A molodka
out of turn is pulled as soon as its trick opens.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from lab.training.goat_network.inputs import CARDS

Array: TypeAlias = Any

SEATS: Final = 4
HAND: Final = 4
STOCK: Final = 20
SUITS: Final = 4
TRUMPS: Final = 3
MOVES: Final = 30
"""A move is one of 15 sets of the cards in the hand, face up or face down."""
STEPS: Final = 36
"""The most moves of a deal."""
NOT_DEALT: Final = 99
NO_CARD: Final = 99

IN_STOCK, UP, DOWN = 4, 5, 6
"""Where a card is: in the hand of a seat (below 4), in the stock, laid face up, or (from 6 on)
laid face down by a seat."""

CARD = jnp.arange(CARDS)
RANK, SUIT = CARD // SUITS, CARD % SUITS
POINTS = jnp.array([0, 0, 0, 0, 2, 3, 4, 10, 11])[RANK]
SETS = jnp.array([[number >> slot & 1 for slot in range(HAND)] for number in range(1, 16)])
SIZES = SETS.sum(1)


class Deal(NamedTuple):
    """A deal with all cards known."""

    place: Array
    """Where each card is."""
    order: Array
    """The place of each card in the stock; `NOT_DEALT`: it is in no stock."""
    laid_by: Array
    """The seat that laid a card face up; -1: none yet."""
    pile: Array
    """The side that took a card; -1: none yet."""
    best: Array
    trick: Array
    """The cards of the trick, up and down."""
    laid: Array
    """For each seat: it has not laid (0), face up (1), face down (2)."""
    leader: Array
    turn: Array
    best_seat: Array
    size: Array
    count: Array
    next: Array
    """How many cards of the stock are drawn."""
    shown: Array
    drawer: Array
    """The seat that drew the shown card from the bottom of the stock; -1: none yet."""
    bottom: Array
    molodka: Array


def dealt(key: Array) -> Deal:
    """A new deal."""
    cards, shown, place, leader, bottom, molodka = jax.random.split(key, 6)
    shown = TRUMPS + SUITS * jax.random.randint(shown, (), 0, 9)
    bottom = jax.random.bernoulli(bottom, 0.2)
    place = jnp.where(bottom, STOCK - 1, jax.random.randint(place, (), 0, STOCK))
    chance = jax.random.uniform(cards, (CARDS,)).at[shown].set(2.0)
    rank = jnp.argsort(jnp.argsort(chance))  # the shown card is the last of 36
    order = jnp.where(rank < SEATS * HAND, NOT_DEALT, rank - SEATS * HAND)
    order = jnp.where((rank >= SEATS * HAND) & (order >= place), order + 1, order)
    order = order.at[shown].set(place)
    zero = jnp.int32(0)
    leader = jax.random.randint(leader, (), 0, SEATS)
    deal = Deal(
        place=jnp.where(rank < SEATS * HAND, rank % SEATS, IN_STOCK),
        order=order,
        laid_by=jnp.full(CARDS, -1),
        pile=jnp.full(CARDS, -1),
        best=jnp.zeros(CARDS, bool),
        trick=jnp.zeros(CARDS, bool),
        laid=jnp.zeros(SEATS, jnp.int32),
        leader=leader,
        turn=leader,
        best_seat=leader,
        size=zero,
        count=zero,
        next=zero,
        shown=shown,
        drawer=jnp.int32(-1),
        bottom=bottom,
        molodka=jax.random.bernoulli(molodka, 0.85),
    )
    return pulled(deal)


def beats(one: Array, other: Array) -> Array:
    """Whether a card beats another (G4)."""
    same = one % SUITS == other % SUITS
    return (same & (one > other)) | ((one % SUITS == TRUMPS) & (other % SUITS != TRUMPS))


def slots(cards: Array) -> tuple[Array, Array]:
    """The first four of a set of cards, lowest first, and which they are."""
    rank = jnp.cumsum(cards) - 1
    one = cards & (rank == jnp.arange(HAND)[:, None])
    return jnp.where(one.any(1), (one * CARD).sum(1), NO_CARD), one


def legal(deal: Deal) -> tuple[Array, Array]:
    """Which of the moves are legal, and the cards of the hand in four slots."""
    cards, one = slots(deal.place == deal.turn)
    best, _ = slots(deal.best)
    held = cards < CARDS
    exists = (held >= SETS).all(1)
    suit = jnp.where(held, cards % SUITS, 0)
    suits = ((suit == jnp.arange(SUITS)[:, None]) & held) @ SETS.T  # by suit and set
    of_one_suit = (suits > 0).sum(0) == 1
    right = exists & (deal.size == SIZES)
    mine = beats(cards[:, None], best) & held[:, None]
    needed = ((best[:, None] < CARDS) & ((best[:, None] == best) | beats(best[:, None], best))).sum(
        0
    )
    enough = (SETS @ mine.astype(jnp.int32) >= needed) | (best >= CARDS)
    leads = deal.count == 0
    up = jnp.where(leads, exists & of_one_suit, right & enough.all(1))
    return jnp.concatenate([up, right & ~leads]), one


def lay(deal: Deal, cards: Array, up: Array) -> Deal:
    """The deal after the seat in turn has laid cards."""
    seat = deal.turn
    count = deal.count + 1
    deal = deal._replace(
        place=jnp.where(cards, jnp.where(up, UP, DOWN + seat), deal.place),
        laid_by=jnp.where(cards & up, seat, deal.laid_by),
        best=jnp.where(up, cards, deal.best),
        best_seat=jnp.where(up, seat, deal.best_seat),
        trick=deal.trick | cards,
        laid=deal.laid.at[seat].set(jnp.where(up, 1, 2)),
        size=jnp.where(deal.count == 0, cards.sum(), deal.size),
        turn=(seat + 1) % SEATS,
        count=count,
    )
    return where(count == SEATS, taken(deal), deal)


def taken(deal: Deal) -> Deal:
    """The deal after the trick is taken in and all have drawn."""
    leader = deal.best_seat
    held = (deal.place == leader).sum()
    drawn = jnp.minimum(SEATS * (HAND - held), STOCK - deal.next)
    due = (deal.place == IN_STOCK) & (deal.order < deal.next + drawn)
    none = jnp.zeros(CARDS, bool)
    deal = deal._replace(
        place=jnp.where(due, (leader + deal.order - deal.next) % SEATS, deal.place),
        pile=jnp.where(deal.trick, leader % 2, deal.pile),
        best=none,
        trick=none,
        laid=jnp.zeros(SEATS, jnp.int32),
        leader=leader,
        turn=leader,
        count=jnp.int32(0),
        next=deal.next + drawn,
        drawer=jnp.where(due[deal.shown] & deal.bottom, (leader + 3) % SEATS, deal.drawer),
    )
    return pulled(deal)


def where(condition: Array, one: Deal, other: Deal) -> Deal:
    """One deal or the other; with many deals, one of them for each."""

    def chosen(mine: Array, its: Array) -> Array:
        return jnp.where(
            condition.reshape(condition.shape + (1,) * (mine.ndim - condition.ndim)), mine, its
        )

    return Deal(*map(chosen, one, other))


def pulled(deal: Deal) -> Deal:
    """The deal after the nearest seat has pulled its molodka, unless the leader has one."""
    hands = deal.place == jnp.arange(SEATS)[:, None]
    most = hands.reshape(SEATS, 9, SUITS).sum(1).max(1)
    has = (most == HAND) & deal.molodka
    near = jnp.roll(has, -deal.leader)
    distance = jnp.argmax(near)
    seat = (deal.leader + distance) % SEATS
    cards = hands[seat]
    after = deal._replace(
        place=jnp.where(cards, UP, deal.place),
        laid_by=jnp.where(cards, seat, deal.laid_by),
        best=cards,
        best_seat=seat,
        trick=cards,
        laid=deal.laid.at[seat].set(1),
        size=jnp.int32(HAND),
        turn=(seat + 1) % SEATS,
        count=jnp.int32(1),
    )
    pull = near.any() & (distance > 0)
    return where(pull, after, deal)


def over(deal: Deal) -> Array:
    """Whether the deal is played out."""
    return (deal.pile >= 0).all()


def result(deal: Deal) -> Array:
    """How many points side 0 is ahead."""
    return (jnp.where(deal.pile == 0, POINTS, 0) - jnp.where(deal.pile == 1, POINTS, 0)).sum()


# --- What a seat knows --------------------------------------------------------------------------


def one_hot(number: Array, size: int) -> Array:
    """A number below a size, as so many inputs."""
    return jnp.minimum(number, size - 1) == jnp.arange(size)


def inputs(deal: Deal) -> Array:
    """The inputs of the network for the seat in turn, before its move."""
    seat, side = deal.turn, deal.turn % 2
    others = (seat + jnp.arange(1, SEATS)) % SEATS
    up = deal.place == UP
    by_seat = up & (deal.laid_by == (seat + jnp.arange(SEATS))[:, None] % SEATS)
    own_down = deal.place == DOWN + seat
    seen = (up | own_down) & (deal.pile >= 0)
    points = [jnp.where(seen & (deal.pile == (side + at) % 2), POINTS, 0).sum() for at in (0, 1)]
    down = deal.place == (DOWN + others)[:, None]
    hidden = [
        one_hot((each & (deal.pile == (side + at) % 2)).sum(), 9) for each in down for at in (0, 1)
    ]
    parts = (
        deal.place == seat,
        by_seat.reshape(-1),
        own_down,
        deal.best,
        deal.trick & up,
        (deal.laid[others][:, None] == jnp.arange(3)).reshape(-1),
        (deal.best_seat == (seat + jnp.arange(SEATS)) % SEATS) & (deal.count > 0),
        one_hot(deal.size - 1, 4) & (deal.count > 0),
        one_hot(deal.shown // SUITS, 9),
        (deal.drawer == others) & ~up[deal.shown],
        one_hot((STOCK - deal.next) // SEATS, 6),
        one_hot((deal.place == seat).sum() - 1, 4),
        *(one_hot(number // 2, 61) for number in points),
        *hidden,
        jnp.array([(deal.pile == (side + at) % 2).any() for at in (0, 1)]),
        jnp.stack([deal.bottom, deal.molodka]),
    )
    return jnp.concatenate(parts)
