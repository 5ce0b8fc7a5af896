"""Alterations of signed moves, with everything else consistent: hashes, log, receipts, rules."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import MoveSigned, Opened
from domain.kernel.event import Event, Signature
from domain.kernel.game import fold, legal_moves
from tests.keys import signature_of
from tests.laws.play import seat_of
from tests.verifier.making import Step, bundled, kept, signed_by_players
from tests.verifier.mutations import Mutant, Mutation, Whole
from tests.verifier.mutations_of_play import played_on
from verifier.bundle import write

KEYED = 3
"""A deal in which all seats but one have keys."""


def steps_of(whole: Whole) -> list[Step]:
    return [*whole._replace(number=KEYED).steps]


def mutant(kind: str, steps: Sequence[Step], position: int | None = None) -> Mutant:
    """A bundle in which everything is signed by the log's own key."""
    return Mutant(kind, write(bundled(kept(steps))), frozenset({"signatures"}), position=position)


def is_signed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, MoveSigned) for event in events)


def positions(steps: Sequence[Step]) -> list[int]:
    """The commands that are signed."""
    return [at for at, (_, events) in enumerate(steps) if is_signed(events)]


def position(steps: Sequence[Step], at: int) -> int:
    """The first event of a command: the move."""
    return 1 + sum(len(events) for _, events in steps[:at])


def with_events(steps: Sequence[Step], at: int, *events: Event) -> list[Step]:
    return [*steps[:at], (steps[at][0], events), *steps[at + 1 :]]


def a_signature_stripped(whole: Whole, chance: Random) -> Mutant:
    steps = steps_of(whole)
    at = chance.choice(positions(steps))
    move, _, *follow = steps[at][1]
    stripped = with_events(steps, at, move, *follow)
    return mutant("a_signature_stripped", stripped, position(steps, at))


def signatures_swapped(whole: Whole, chance: Random) -> Mutant | None:
    steps = steps_of(whole)
    if len(positions(steps)) == 1:
        return None
    one, other = sorted(chance.sample(positions(steps), 2))
    values = {at: cast("MoveSigned", steps[at][1][1]).signature for at in (one, other)}
    altered = steps
    for at, value in ((one, values[other]), (other, values[one])):
        move, by, *follow = altered[at][1]
        altered = with_events(
            altered, at, move, replace(cast("MoveSigned", by), signature=value), *follow
        )
    return mutant("signatures_swapped", altered, position(steps, one) + 1)


def another_move_under_a_signature(whole: Whole, chance: Random) -> Mutant | None:
    """Another legal move under a signature; the continuation is played and signed again."""
    game, steps = GAMES[whole.key], steps_of(whole)
    at = chance.choice(positions(steps))
    move, by, *_ = steps[at][1]
    state = fold(game, [event for _, events in steps[:at] for event in events])
    others = [each for each in legal_moves(game, state, seat_of(move)) if each != move]
    if not others:
        return None
    made = played_on(game, steps[:at], chance.choice(others), chance)
    other, *follow = made[at][1]
    forged = signed_by_players(with_events(made, at, other, by, *follow))
    return mutant("another_move_under_a_signature", forged, position(steps, at) + 1)


def signed_by_another_key(whole: Whole, chance: Random) -> Mutant:
    """The same move at the same place, signed by another key than the seat's."""
    steps = steps_of(whole)
    at = chance.choice(positions(steps))
    move, by, *follow = steps[at][1]
    last = kept(steps[:at])[-1]
    forged = signature_of(
        seat_of(move) + 10,
        {"type": move.MOVE},
        stream=str(last.stream),
        position=last.version,
        head=last.hash.hex(),
    )
    altered = with_events(
        steps, at, move, replace(cast("MoveSigned", by), signature=forged), *follow
    )
    return mutant("signed_by_another_key", altered, position(steps, at) + 1)


def signed_in_another_deal(whole: Whole, chance: Random) -> Mutant:
    """The signatures of the same deal under another id."""
    steps = steps_of(whole)
    opened = cast("Opened", steps[0][1][0])
    other = replace(opened, deal=cast("Any", str(UUID(int=chance.getrandbits(128), version=4))))
    moved = [(actor, tuple(map(_unsigned, events))) for actor, events in steps]
    moved = [
        (actor, tuple(event for event in events if event is not None)) for actor, events in moved
    ]
    resigned = signed_by_players(with_events(moved, 0, other, *moved[0][1][1:]))
    forged = [
        (actor, events if at else (opened, *events[1:]))
        for at, (actor, events) in enumerate(resigned)
    ]
    return mutant("signed_in_another_deal", forged, position(steps, positions(steps)[0]) + 1)


def _unsigned(event: Event) -> Any:
    return None if isinstance(event, MoveSigned) else event


def no_signature_at_all(whole: Whole, chance: Random) -> Mutant:
    """An empty signature, properly hidden and opened."""
    steps = steps_of(whole)
    at = chance.choice(positions(steps))
    move, by, *follow = steps[at][1]
    altered = with_events(steps, at, move, replace(cast("MoveSigned", by), signature=None), *follow)
    return mutant("no_signature_at_all", altered, position(steps, at) + 1)


def a_key_of_small_order(whole: Whole, chance: Random) -> Mutant:
    """A key that accepts forged signatures: here for a move of a seat that has signed nothing."""
    steps = steps_of(whole)
    opened = cast("Opened", steps[0][1][0])
    neutral = (1).to_bytes(32, "little").hex()
    weak = chance.choice(opened.signing)
    keys = tuple(
        cast("Any", neutral) if seat == weak else key for seat, key in enumerate(opened.keys)
    )
    forged = Signature("58" + "66" * 31 + "01" + "00" * 31)
    made: list[Step] = []
    for actor, events in with_events(steps, 0, replace(opened, keys=keys), *steps[0][1][1:]):
        fitting = [
            replace(each, signature=forged)
            if isinstance(each, MoveSigned) and each.seat == weak
            else each
            for each in events
        ]
        made.append((actor, tuple(fitting)))
    return mutant("a_key_of_small_order", made, 1)


OF_SIGNATURES: tuple[Mutation, ...] = (
    *(a_signature_stripped, signatures_swapped, another_move_under_a_signature),
    *(signed_by_another_key, signed_in_another_deal, no_signature_at_all, a_key_of_small_order),
)
