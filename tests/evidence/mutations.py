"""Every way to alter a bundle that we could think of, each with the checks that may find it.

A mutation gets a whole bundle, and gives an altered one with what a reader holds against it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from random import Random
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, NamedTuple, TypeVar, cast
from uuid import UUID

import orjson

import bots
from bots.actor import is_bot
from domain.deal import MoveSigned, Opened, Revealed, SeedRevealed, Shuffled, Terms
from domain.deal import shuffled as shuffled_by
from domain.event import Digest, Event
from domain.game import Game, breaches, evolve, fold, legal_moves, settle, view
from domain.games import GAMES
from events.canonical import canonical
from events.chain import genesis, link
from evidence.bundle import Bundle, Entry, write
from tests.evidence.making import (
    KEY,
    OTHER_KEY,
    Step,
    begun,
    bundled,
    deal,
    kept,
    place,
    played,
    played_by_bots,
    signed,
)
from tests.laws.play import proposal, seat_of
from tests.laws.test_record import altered_events

E = TypeVar("E", bound=Event)

FORM: Final = frozenset({"unreadable", "form"})
SIGNED: Final = frozenset({"receipts", "log"})
BOTS: Final = frozenset({"actors", "bots"})


class Mutant(NamedTuple):
    """An altered bundle.

    Attributes:
        kind: how it was altered.
        raw: the file.
        found_by: the checks of which one must fail, or ``unreadable``.
        held: what its reader holds besides.
        position: the event that a failure must name, where it is one.
    """

    kind: str
    raw: bytes
    found_by: frozenset[str]
    held: Mapping[str, Any] = MappingProxyType({})
    position: int | None = None


class Whole(NamedTuple):
    """A bundle as it should be, and the commands that it is a record of."""

    key: str
    seats: int
    number: int

    @property
    def bundle(self) -> Bundle:
        return _whole(*self)

    @property
    def steps(self) -> list[Step]:
        return _steps(*self)

    @property
    def steps_of_bots(self) -> list[Step]:
        """Of another deal at such a table, in which bots play with a person."""
        return _steps_of_bots(*self)


@cache
def _steps(key: str, seats: int, number: int) -> list[Step]:
    return played(GAMES[key], seats=seats, number=number)


@cache
def _steps_of_bots(key: str, seats: int, number: int) -> list[Step]:
    return played_by_bots(key, seats, number)


@cache
def _whole_of_bots(key: str, seats: int, number: int) -> Bundle:
    return bundled(kept(_steps_of_bots(key, seats, number)), receipts=False, logged=False)


@cache
def _whole(key: str, seats: int, number: int) -> Bundle:
    return bundled(deal(key, seats, number))


Mutation = Callable[[Whole, Random], Mutant | None]


# --- Bits ---------------------------------------------------------------------------------------


def flipped(raw: bytes, chance: Random) -> bytes:
    """One bit turned."""
    at = chance.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


def any_bit(whole: Whole, chance: Random) -> Mutant:
    checks = frozenset({"form", "chain", "openings", *SIGNED, "unreadable"})
    return Mutant("any_bit", flipped(write(whole.bundle), chance), checks)


def with_entry(bundle: Bundle, at: int, **changes: Any) -> Bundle:
    entry = bundle.events[at]._replace(**changes)
    return bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))


def bit_of_a_body(whole: Whole, chance: Random) -> Mutant | None:
    """Of one that stays text; whether it stays JSON is another matter."""
    bundle, at = whole.bundle, chance.randrange(len(whole.bundle.events))
    body = flipped(bundle.events[at].body, chance)
    try:
        raw = write(with_entry(bundle, at, body=body))
    except UnicodeDecodeError:
        return None
    return Mutant("bit_of_a_body", raw, frozenset({"chain"}), position=at + 1)


def bit_of_a_hash(whole: Whole, chance: Random) -> Mutant:
    bundle, at = whole.bundle, chance.randrange(len(whole.bundle.events))
    altered = with_entry(bundle, at, hash=flipped(bundle.events[at].hash, chance))
    return Mutant("bit_of_a_hash", write(altered), frozenset({"chain"}), position=at + 1)


def bit_of_the_head(whole: Whole, chance: Random) -> Mutant:
    altered = whole.bundle._replace(head=flipped(whole.bundle.head, chance))
    return Mutant("bit_of_the_head", write(altered), frozenset({"chain"}))


def bit_of_an_opening(whole: Whole, chance: Random) -> Mutant | None:
    bundle = whole.bundle
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    openings = list(bundle.events[at].openings)
    place = chance.randrange(len(openings))
    name = chance.choice(("salt", "payload"))
    changed: Any = flipped(getattr(openings[place], name), chance)
    openings[place] = openings[place]._replace(**{name: changed})
    try:
        raw = write(with_entry(bundle, at, openings=tuple(openings)))
    except UnicodeDecodeError:
        return None
    return Mutant("bit_of_an_opening", raw, FORM | {"openings"}, position=at + 1)


def bit_of_a_receipt(whole: Whole, chance: Random) -> Mutant:
    bundle = whole.bundle
    receipts = list(bundle.receipts)
    at = chance.randrange(len(receipts))
    one, name = receipts[at], chance.choice(("deal", "position", "head", "at", "key", "signature"))
    value = getattr(one, name)
    changed: Any
    if isinstance(value, bytes):
        changed = flipped(value, chance)
    elif isinstance(value, UUID):
        changed = UUID(bytes=flipped(value.bytes, chance))
    else:
        changed = value ^ 1 << chance.randrange(32)
    receipts[at] = one._replace(**{name: changed})
    raw = write(bundle._replace(receipts=tuple(receipts)))
    return Mutant("bit_of_a_receipt", raw, frozenset({"receipts"}))


def bit_of_the_log(whole: Whole, chance: Random) -> Mutant | None:
    bundle, log = whole.bundle, whole.bundle.log
    assert log is not None
    name = chance.choice(("version", "position", "path", "checkpoint"))
    changed: Any = None
    value: Any = getattr(log, name)
    if name == "path":
        at = chance.randrange(len(value))
        changed = (*value[:at], flipped(value[at], chance), *value[at + 1 :])
    elif name == "checkpoint":
        try:
            changed = flipped(value.encode(), chance).decode()
        except UnicodeDecodeError:
            return None
    else:
        changed = value ^ 1 << chance.randrange(16)
    raw = write(bundle._replace(log=log._replace(**{name: changed})))
    return Mutant("bit_of_the_log", raw, frozenset({"log"}))


# --- Events -------------------------------------------------------------------------------------


def drop(events: tuple[Entry, ...], chance: Random) -> tuple[Entry, ...]:
    at = chance.randrange(len(events))
    return events[:at] + events[at + 1 :]


def insert(events: tuple[Entry, ...], chance: Random) -> tuple[Entry, ...]:
    at = chance.randrange(len(events))
    return (*events[:at], chance.choice(events), *events[at:])


def swap(events: tuple[Entry, ...], chance: Random) -> tuple[Entry, ...]:
    one, other = chance.sample(range(len(events)), 2)
    altered = list(events)
    altered[one], altered[other] = altered[other], altered[one]
    return tuple(altered)


def truncate(events: tuple[Entry, ...], chance: Random) -> tuple[Entry, ...]:
    return events[: chance.randrange(1, len(events))]


def out_of_order(whole: Whole, chance: Random) -> Mutant | None:
    """Events dropped, inserted, swapped or cut off, and nothing else touched."""
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    if events == whole.bundle.events:
        return None
    raw = write(whole.bundle._replace(events=events))
    return Mutant(alter.__name__, raw, frozenset({"chain"}))


def out_of_order_with_another_chain(whole: Whole, chance: Random) -> Mutant | None:
    """The same, and every hash made anew: only who has seen the record before can tell."""
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    if [each.body for each in events] == [each.body for each in whole.bundle.events]:
        return None
    raw = write(rechained(whole.bundle, events))
    return Mutant(f"{alter.__name__} and chain anew", raw, SIGNED)


def out_of_order_and_stripped(whole: Whole, chance: Random) -> Mutant | None:
    """The same, and the bundle names no receipt and no log: what the reader holds tells."""
    last, log = whole.bundle.receipts[-1], whole.bundle.log
    assert log is not None
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    seen = [each.body for each in whole.bundle.events[: last.position]]
    if [each.body for each in events[: last.position]] == seen:
        return None
    raw = write(rechained(whole.bundle, events)._replace(receipts=(), log=None))
    held, found_by = chance.choice(
        [({"receipts": (last,)}, "receipts"), ({"checkpoints": (log.checkpoint,)}, "log")]
    )
    kind = f"{alter.__name__} and nothing signed"
    return Mutant(kind, raw, frozenset({found_by}), cast("Any", held))


def out_of_order_after_the_log(whole: Whole, chance: Random) -> Mutant | None:
    """What follows an event altered, up to which the log and all receipts are as they were."""
    bundle, last = whole.bundle, whole.bundle.receipts[-1]
    version = chance.randrange(1, min(last.position, len(bundle.events) - 1))
    alter = chance.choice((drop, insert, swap, truncate))
    rest = alter(bundle.events[version:], chance)
    if [e.body for e in rest[: last.position - version]] == [
        e.body for e in bundle.events[version : last.position]
    ]:
        return None
    before = bundle._replace(events=bundle.events[:version], head=bundle.events[version - 1].hash)
    receipts = tuple(each for each in bundle.receipts if each.position <= version)
    forged = rechained(bundle, (*before.events, *rest))
    raw = write(forged._replace(receipts=receipts, log=place(before)))
    kind = f"{alter.__name__} after the log"
    return Mutant(kind, raw, frozenset({"receipts"}), cast("Any", {"receipts": (last,)}))


def rechained(bundle: Bundle, events: Sequence[Entry]) -> Bundle:
    head, made = genesis(bundle.stream), []
    for entry in events:
        head = link(head, entry.body)
        made.append(entry._replace(hash=head))
    return bundle._replace(events=tuple(made), head=head)


# --- Openings -----------------------------------------------------------------------------------


def openings_lost(whole: Whole, chance: Random) -> Mutant:
    bundle = whole.bundle
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    openings = bundle.events[at].openings
    lost = chance.choice(openings)
    rest = tuple(each for each in openings if each != lost)
    raw = write(with_entry(bundle, at, openings=rest))
    return Mutant("openings_lost", raw, frozenset({"openings"}), position=at + 1)


def openings_moved(whole: Whole, chance: Random) -> Mutant:
    """The opening of one secret for another."""
    bundle = whole.bundle
    every = [(at, n) for at, each in enumerate(bundle.events) for n in range(len(each.openings))]
    (at, n), (other, m) = chance.sample(every, 2)
    openings = list(bundle.events[at].openings)
    openings[n] = bundle.events[other].openings[m]._replace(slot=openings[n].slot)
    raw = write(with_entry(bundle, at, openings=tuple(openings)))
    return Mutant("openings_moved", raw, frozenset({"form", "openings"}), position=at + 1)


# --- Another deal -------------------------------------------------------------------------------


def played_on(game: Game[Any], steps: list[Step], move: Event, chance: Random) -> list[Step]:
    """The commands so far, a move, and the deal played on at random to its end."""
    made, seed = list(steps), cast("Any", steps[0][1][0]).seed
    state = fold(game, [event for _, events in steps for event in events])
    while True:
        follow, state = settle(game, evolve(game, state, move))
        made.append((f"seat:{seat_of(move)}", (move, *follow)))
        if game.outcome(state) is not None:
            actor, last = made[-1]
            return [*made[:-1], (actor, (*last, Revealed(seed)))]
        move = chance.choice(lasting(legal(game, state)))


def first_move(steps: Sequence[Step]) -> int:
    return next(at for at, (_, events) in enumerate(steps) if events[0].MOVE is not None)


def legal(game: Game[Any], state: Any) -> list[Event]:
    return [each for seat in range(len(state.hands)) for each in legal_moves(game, state, seat)]


def lasting(moves: list[Event]) -> list[Event]:
    return [each for each in moves if not each.EARLY] or moves


def another_move(whole: Whole, chance: Random) -> Mutant | None:
    """A legal move for another, the deal played on from there, and all hashes made anew."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(first_move(steps), len(steps))
    state = fold(game, [event for _, events in steps[:at] for event in events])
    others = [each for each in legal(game, state) if each != steps[at][1][0]]
    if not others:
        return None
    record = kept(played_on(game, steps[:at], chance.choice(others), chance))
    forged = bundled(record)._replace(receipts=whole.bundle.receipts, log=whole.bundle.log)
    return Mutant("another_move", write(forged), SIGNED)


def dealt_anew(whole: Whole, chance: Random, *, seed: bytes, commitment: str | None) -> Bundle:
    """Another deal under the same id, from another seed of the server, and played at random."""
    game, opened = GAMES[whole.key], cast("Opened", whole.steps[0][1][0])
    terms = Terms(**{name: getattr(opened, name) for name in Terms._fields})
    shown = {e.seat: bytes.fromhex(e.seed) for e in events_of(whole.steps, SeedRevealed)}
    steps = begun(game, terms, seed=seed, seeds=shown)
    if commitment is not None:
        steps = [*steps]
        altered = replace(cast("Opened", steps[0][1][0]), commitment=Digest(commitment))
        lots, seeds = game.lots(opened.seats), events_of(steps, SeedRevealed)
        order = shuffled_by(altered, pack=game.pack, lots=lots, seed=seed, shown=seeds)
        follow = settle(game, evolve(game, game.initial(altered), order))[0]
        first = [(actor, events[:1]) for actor, events in steps]
        first[0] = ("system", (altered,))
        steps = [*first[:-1], (first[-1][0], (*first[-1][1], order, *follow))]
    state = fold(game, [event for _, events in steps for event in events])
    return bundled(kept(played_on(game, steps, chance.choice(legal(game, state)), chance)))


def events_of(steps: Sequence[Step], kind: type[E]) -> list[E]:
    return [event for _, events in steps for event in events if isinstance(event, kind)]


def redealt(whole: Whole, chance: Random) -> Mutant:
    """Another seed under the old commitment; pack, play and all hashes and signatures fit it."""
    old = cast("Opened", whole.steps[0][1][0]).commitment
    forged = dealt_anew(whole, chance, seed=chance.randbytes(32), commitment=old)
    return Mutant("redealt", write(forged), frozenset({"seeds"}))


def redealt_and_committed(whole: Whole, chance: Random) -> Mutant:
    """Another deal from the first event on, whole and by the rules, in the place of this one."""
    forged = dealt_anew(whole, chance, seed=chance.randbytes(32), commitment=None)
    forged = forged._replace(receipts=whole.bundle.receipts, log=whole.bundle.log)
    return Mutant("redealt_and_committed", write(forged), SIGNED)


# --- Bots -------------------------------------------------------------------------------------


def another_move_of_a_bot(whole: Whole, chance: Random) -> Mutant | None:
    """A legal move for a bot's own, from which its deal goes on; hashes and signatures fit."""
    game, steps = GAMES[whole.key], whole.steps_of_bots
    at = chance.choice([at for at, (actor, _) in enumerate(steps) if is_bot(actor)])
    (actor, (move, *_)), before = steps[at], [event for _, each in steps[:at] for event in each]
    seat = seat_of(move)
    others = {*legal_moves(game, view(game, before, seat), seat)} - {move}
    if not others:
        return None
    other = chance.choice(lasting(sorted(others, key=str)))
    made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
    forged = played_by_bots(*whole, first=[*made, (actor, other)])
    raw = write(bundled(kept(forged)))
    return Mutant("another_move_of_a_bot", raw, BOTS, position=len(before) + 1)


def another_actor(whole: Whole, chance: Random) -> Mutant:
    """An event that names another bot, or a person in its place; hashes and signatures fit."""
    opened = cast("Opened", whole.steps_of_bots[0][1][0])
    bundle = _whole_of_bots(*whole)
    at = chance.randrange(len(bundle.events))
    envelope = orjson.loads(bundle.events[at].body)
    names = [
        f"bot:{seat}:{level}/1@{budget}"
        for seat in range(whole.seats)
        for level in ("easy", "medium")
        for budget in (7, bots.actor(GAMES[whole.key], level, seat=seat).budget)
    ]
    if is_bot(envelope["actor"]):
        names += ["system", *(f"seat:{seat}" for seat in range(opened.seats))]
    envelope["actor"] = chance.choice([name for name in names if name != envelope["actor"]])
    altered = with_entry(bundle, at, body=canonical(envelope))
    raw = write(rechained(altered, altered.events))
    after = altered.events[at + 1 : at + 2]
    followed = any(orjson.loads(each.body)["command"] == envelope["command"] for each in after)
    return Mutant("another_actor", raw, BOTS, position=None if followed else at + 1)


# --- Signed by another key ----------------------------------------------------------------------


def resigned(whole: Whole, chance: Random) -> Mutant:
    """Every receipt, and the checkpoint, signed by a key that the bundle does not name."""
    receipts = signed(deal(*whole), OTHER_KEY)
    log = place(whole.bundle, OTHER_KEY)
    forged = whole.bundle._replace(receipts=receipts)
    if chance.random() < 0.5:
        return Mutant("resigned", write(forged), frozenset({"receipts"}))
    return Mutant("resigned", write(whole.bundle._replace(log=log)), frozenset({"log"}))


def resigned_and_named(whole: Whole, chance: Random) -> Mutant:
    """The bundle names the other key too: who holds anything of the true one can tell."""
    bundle, log = whole.bundle, whole.bundle.log
    assert log is not None
    forged = bundle._replace(
        receipts=signed(deal(*whole), OTHER_KEY),
        log=place(bundle, OTHER_KEY),
        key=str(OTHER_KEY.verifier),
    )
    held, found_by = chance.choice(
        [
            ({"receipts": (chance.choice(bundle.receipts),)}, frozenset({"receipts"})),
            ({"checkpoints": (log.checkpoint,)}, frozenset({"log"})),
            ({"key": KEY.verifier}, SIGNED),
        ]
    )
    return Mutant("resigned_and_named", write(forged), found_by, cast("Any", held))


# --- Against the rules, with nothing signed -----------------------------------------------------


def unsigned(steps: Sequence[Step]) -> bytes:
    return write(bundled(kept(steps), receipts=False, logged=False))


def an_illegal_move(whole: Whole, chance: Random) -> Mutant | None:
    """Instead of a move that was made."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(first_move(steps), len(steps))
    before = [event for _, events in steps[:at] for event in events]
    state = fold(game, before)
    run: Any = SimpleNamespace(game=game, state=state, seats=range(whole.seats))
    move = proposal(run, chance)
    if not breaches(game, state, move):
        return None
    actor, (_, *follow) = steps[at]
    forged = [*steps[:at], (actor, (move, *follow)), *steps[at + 1 :]]
    found_by = frozenset({"form", "moves"})  # no form: no such card
    return Mutant("an_illegal_move", unsigned(forged), found_by, position=len(before) + 1)


def a_false_fact(whole: Whole, chance: Random) -> Mutant | None:
    """One field of what the table did by itself, the shuffle and the score among it."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(len(steps))
    actor, events = steps[at]
    place = chance.randrange(len(events))
    event = events[place]
    if event.MOVE is not None or isinstance(event, Opened):
        return None
    altered = [each for each in altered_events(event, game, chance) if each != event]
    if not altered:
        return None
    forged = (*events[:place], chance.choice(altered), *events[place + 1 :])
    raw = unsigned([*steps[:at], (actor, forged), *steps[at + 1 :]])
    position: int | None = sum(len(each) for _, each in steps[:at]) + place + 1
    found_by = frozenset({"form", "consequences", "score"})
    if isinstance(event, Shuffled):
        found_by = frozenset({"form", "pack", "root"})
    elif isinstance(event, Revealed | SeedRevealed):
        found_by = frozenset({"form", "commitments", "seeds"})
        position = None  # another seat's name is found where that seat shows its own
    elif isinstance(event, MoveSigned):
        found_by = frozenset({"form", "signatures"})
        position = None  # another seat's name is found at the move
    return Mutant("a_false_fact", raw, found_by, position=position)


def a_false_count(whole: Whole, chance: Random) -> Mutant | None:
    """A commitment that says another number of cards, and all hashes made anew."""
    bundle = bundled(deal(*whole), receipts=False, logged=False)
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    envelope = orjson.loads(bundle.events[at].body)
    slot = chance.choice(bundle.events[at].openings).slot
    key, _, item = slot.partition("/")
    holder = envelope["data"][key]
    (holder[int(item)] if item else holder)["count"] += 1
    altered = with_entry(bundle, at, body=canonical(envelope))
    raw = write(rechained(altered, altered.events))
    return Mutant("a_false_count", raw, frozenset({"openings"}), position=at + 1)


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(any_bit, bit_of_a_body, bit_of_a_hash, bit_of_the_head, bit_of_an_opening),
    *(bit_of_a_receipt, bit_of_the_log, out_of_order, out_of_order_with_another_chain),
    *(out_of_order_and_stripped, out_of_order_after_the_log),
    *(openings_lost, openings_moved),
    *(resigned, resigned_and_named, an_illegal_move, a_false_fact, a_false_count),
    another_actor,
)
DEAR: Final[tuple[Mutation, ...]] = (
    *(another_move, redealt, redealt_and_committed),
    another_move_of_a_bot,
)
"""For these, a deal is played out: they have their turn every sixth time."""
TURNS: Final[tuple[Mutation, ...]] = MUTATIONS * 6 + DEAR

DEALS: Final = 3
"""How many deals of a table are altered."""


def mutants(key: str, seats: int, *, count: int, seed: int = 0) -> Iterator[Mutant]:
    """So many altered bundles of a game at a table of a size, of every kind."""
    chance, made = Random(seed), 0
    for mutation in cycle(TURNS):
        mutant = mutation(Whole(key, seats, 1 + made % DEALS), chance)
        if mutant is not None:
            yield mutant
            made += 1
        if made == count:
            return
