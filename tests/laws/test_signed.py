"""Signed moves are outside of the rules: no game, no branch and no proof depends on them."""

import random
from collections.abc import Sequence
from dataclasses import replace
from types import NoneType
from typing import Any, get_args

from domain.judge.deal_rules import check
from domain.kernel.branch import played_again
from domain.kernel.deal import MoveSigned
from domain.kernel.decided import decided
from domain.kernel.event import Event, Signature, redact
from domain.kernel.game import Game, fold, view
from domain.kernel.moves import parse_move, say
from formats.text_transcript import lines_of
from tests.keys import key_of
from tests.laws.play import Run, every_game, played, seat_of, seeded_deal, steps
from tests.laws.test_branch import branch_of
from tests.redealing import dealt_anew
from tests.signed import check_signed

SIGNATURE = Signature("cd" * 64)


def signing(run: Run) -> list[int]:
    return [seat for seat in run.seats if seat != 1]


def signed(run: Run) -> list[Event]:
    """The record of a deal as if all seats but one had keys."""
    keys = tuple(key_of(seat) if seat in signing(run) else None for seat in run.seats)
    events: list[Event] = [replace(run.opened, keys=keys)]
    for event in run.events[1:]:
        events.append(event)
        if event.MOVE is not None and seat_of(event) in signing(run):
            events.append(MoveSigned(seat_of(event), SIGNATURE))
    return events


def unsigned(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, MoveSigned)]


def a_deal(game: Game[Any], seed: int) -> tuple[Run, list[Event]]:
    run = played(seeded_deal(game, seed), random.Random(seed))
    return run, signed(run)


@every_game
def test_a_deal_is_sound_and_seen_the_same(game: Game[Any]) -> None:
    for seed in range(3):
        run, events = a_deal(game, seed)
        assert check(game, events) == ()
        assert check_signed(events) is None
        keyless = [run.opened, *events[1:]]
        for viewer in (*run.seats, "public", "full"):
            assert view(game, keyless, viewer) == run.views[viewer]
        assert fold(game, keyless) == run.state
        assert list(lines_of(keyless, name="x")) == list(lines_of(run.events, name="x"))


@every_game
def test_it_is_decided_at_the_same_move(game: Game[Any]) -> None:
    run, events = a_deal(game, 1)
    mine, other = (decided(game, each, states=200) for each in (run.events, events))
    assert mine.exact == other.exact
    assert run.events[mine.at - 1] == events[other.at - 1]


@every_game
def test_a_branch_of_it_has_no_signatures(game: Game[Any]) -> None:
    run, events = a_deal(game, 2)
    chance, opened = random.Random(2), branch_of(run)
    for at in {3, len(events) - 1, *(chance.randrange(3, len(events)) for _ in range(3))}:
        before = unsigned(events[:at])
        key = chance.randbytes(32)
        true = played_again(game, events, at=at, opened=opened)
        assert list(true.events[2 : len(before)]) == before[2:]
        other = dealt_anew(game, events, at=at, seat=0, opened=opened, key=key, tries=2000)
        plain = dealt_anew(
            game, run.events, at=len(before), seat=0, opened=opened, key=key, tries=2000
        )
        assert other == plain


@every_game
def test_the_signed_move_is_the_listed_and_recorded_one(game: Game[Any]) -> None:
    """In its complete form, and known to the player when it is hidden from others."""
    run, chance = seeded_deal(game, 4), random.Random(4)
    for move in steps(run, chance):
        seat = seat_of(move)
        assert parse_move(game, seat, say(move)) == move
        assert say(redact(move, seat)) == say(move)


@every_game
def test_a_field_that_may_be_absent_is_the_only_one_that_may_be_null(game: Game[Any]) -> None:
    """So a program that knows an event but not its rules (verifier/signatures.mjs) can write the
    move.
    """
    for kind in game.moves:
        for name, hint, required in kind.GIVEN:
            assert name != "type"
            assert not (required and NoneType in get_args(hint))
