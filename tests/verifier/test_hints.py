"""The check of hints: each is the move of the policy that it names (H5)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import pytest

import bots
from domain.games import GAMES
from domain.kernel.chance import words
from domain.kernel.deal import Opened, Shuffled, bot_seed
from domain.kernel.event import Event, Id, Seat, Text, redact
from domain.kernel.game import Game
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves
from domain.kernel.progress import progress_at
from events.record import PUBLIC
from tests.laws.play import Run, by_kind, lasting, seat_of, terms
from tests.verifier.making import TABLES, Step, begun, bundled, ended, failing, kept, verdicts
from tests.verifier.older import in_old_form
from verifier.bundle import Bundle
from verifier.verdicts import FAILS, HOLDS, NONE, OPEN, Verdict

MOST: Final = 6
"""Hints of a deal."""


def choice(run: Run, seat: Seat, shown: Iterable[Event], seed: bytes, level: str) -> Event:
    """The move that a policy makes of what a seat was shown."""
    legal, view = legal_moves(run.game, run.views[seat], seat), run.views[seat]
    wanted: dict[str, Any] = {"seat": seat, "view": view, "legal": legal, "seed": seed}
    move = bots.choose(run.game, level, shown=[redact(e, seat) for e in shown], **wanted).move
    assert move is not None
    return move


@cache
def steps_with_hints(key: str, seats: int, level: str = "medium") -> list[Step]:
    """A deal of persons at a table with hints; some of them ask for one before they move."""
    game, chance = GAMES[key], Random(5)
    deal = Id(str(UUID(int=5 << 96 | seats << 8, version=4)))
    on = terms(game, {}, seats=seats)._replace(deal=deal, hints=True)
    steps = begun(game, on, seed=chance.randbytes(32), seeds={})
    events = [event for _, made in steps for event in made]
    opened, shuffled = cast("Opened", events[0]), progress_at(game, events).shuffled
    run, given = Run(game, opened, cast("Shuffled", shuffled)), 0
    while not run.over:
        turn = game.to_act(run.state)
        if turn is not None and given < MOST and chance.random() < 1 / 3:
            seed = cast("bytes", bot_seed(opened, shuffled, turn))
            move = choice(run, turn, events, seed, level)
            label = bots.actor(game, level, seat=turn).label
            hint = HintGiven(turn, Text(label), Text(words(move)))
            steps.append(("system", (hint,)))
            events.append(hint)
            given += 1
        move = by_kind(chance, lasting(run.kinds()))
        steps.append((f"seat:{seat_of(move)}", run.make(move)))
        events += steps[-1][1]
    assert given == MOST
    return ended(steps)


def all_words(game: Game[Any], events: list[Event], seat: Seat) -> Iterable[str]:
    return map(words, legal_moves(game, progress_at(game, events).state, seat))


def said(bundle: Bundle) -> Verdict:
    return verdicts(bundle)["hints"]


def changed(steps: list[Step], **changes: Any) -> tuple[Bundle, int]:
    """The deal with another first hint, and the position of that."""
    at = next(n for n, (_, events) in enumerate(steps) if isinstance(events[0], HintGiven))
    hint = replace(cast("HintGiven", steps[at][1][0]), **changes)
    other = [*steps[:at], ("system", (hint,)), *steps[at + 1 :]]
    place = sum(len(events) for _, events in steps[:at]) + 1
    return bundled(kept(other)), place


@pytest.mark.parametrize(("key", "seats"), TABLES)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_hints_are_recomputed(key: str, seats: int, level: str) -> None:
    bundle = bundled(kept(steps_with_hints(key, seats, level)))
    verdict = said(bundle)
    assert verdict.status == HOLDS, verdict
    assert verdict.detail.startswith(f"{MOST} hints are what {level}/")
    assert failing(bundle) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_another_legal_move_is_found_by_this_check_alone(key: str, seats: int) -> None:
    steps = steps_with_hints(key, seats)
    events = [event for _, made in steps for event in made]
    at, other = next(
        (at, other)
        for at, event in enumerate(events)
        if isinstance(event, HintGiven)
        for other in all_words(GAMES[key], events[:at], event.seat)
        if other != event.move
    )
    forged = replace(cast("Any", events[at]), move=Text(other))
    made = [(who, (forged,) if each[0] is events[at] else each) for who, each in steps]
    bundle = bundled(kept(made))
    assert failing(bundle) == ["hints"]
    verdict = said(bundle)
    assert (verdict.status, verdict.position) == (FAILS, at + 1)
    assert "(hint.given), move: " in verdict.detail
    assert " makes another move: {" in verdict.detail


@pytest.mark.parametrize(
    ("policy", "detail"),
    [
        ("medium", "policy: this names no policy"),
        ("medium/1@12000 ", "policy: this names no policy"),
        ("medium/9@12000", "medium/9@12000 of goat is not known here"),
        ("perfect/1@0", "perfect/1@0 of goat is not known here"),
        ("easy/2", "the seed of easy/2 was not in the record"),
        ("easy/2@7", "the policy is easy/2@0"),
    ],
)
def test_a_policy_that_no_deal_of_this_version_has_fails(policy: str, detail: str) -> None:
    bundle, place = changed(steps_with_hints("goat", 4), policy=Text(policy))
    assert failing(bundle) == ["hints"]
    assert (said(bundle).position, detail in said(bundle).detail) == (place, True), said(bundle)


def test_an_illegal_move_is_one_of_the_consequences_and_what_comes_before_is_recomputed() -> None:
    bundle, place = changed(steps_with_hints("goat", 4), move=Text("{}"))
    every = verdicts(bundle)
    assert (every["consequences"].status, every["consequences"].position) == (FAILS, place)
    assert "[H5]" in every["consequences"].detail
    open_ = "the record is not by the rules up to here"
    assert (every["hints"].status, every["hints"].detail) == (OPEN, open_)


@pytest.mark.parametrize("viewer", [PUBLIC, 2])
def test_it_is_open_without_all_cards(viewer: Any) -> None:
    view = "public" if viewer == PUBLIC else f"seat:{viewer}"
    bundle = bundled(kept(steps_with_hints("goat", 4), viewer=viewer), view=view, receipts=False)
    assert said(bundle) == ("hints", OPEN, "the view has not all cards", None)


def test_it_is_open_without_the_seed() -> None:
    (actor, (opened, *rest)), *others = steps_with_hints("goat", 4)
    steps = [(actor, (replace(cast("Opened", opened), seed=None), *rest)), *others]
    verdict = said(bundled(kept(steps), receipts=False))
    assert (verdict.status, "is not in the record" in verdict.detail) == (OPEN, True), verdict


def test_without_hints_there_is_nothing_to_check() -> None:
    steps = [each for each in steps_with_hints("goat", 4) if not isinstance(each[1][0], HintGiven)]
    verdict = said(bundled(kept(steps)))
    assert (verdict.status, verdict.detail) == (NONE, "no hint was given")


def test_a_record_of_an_older_release_holds_none() -> None:
    bundle = bundled(kept(steps_with_hints("goat", 4)), logged=False, receipts=False)
    every = verdicts(in_old_form(bundle))
    assert every["form"].status == FAILS
    assert "does not hold hint.given@1" in every["form"].detail


def test_only_the_service_gives_them() -> None:
    steps = steps_with_hints("goat", 4)
    made = [
        (f"seat:{seat_of(events[0])}" if isinstance(events[0], HintGiven) else who, events)
        for who, events in steps
    ]
    bundle = bundled(kept(made))
    assert failing(bundle) == ["actors"]
