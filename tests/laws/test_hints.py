"""Hints are outside of the rules: they change no view, and only their seat learns from them."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

from domain.judge.deal_rules import check, judge
from domain.kernel.branch import played_again
from domain.kernel.chance import parse_words, words
from domain.kernel.event import PUBLIC, Event, Seat, Text, redact
from domain.kernel.game import Game, view
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves
from domain.kernel.progress import Progress, begin, evolve, progress_at
from formats.text_transcript import lines_of
from tests.laws.play import Run, every_game, played, seeded_deal
from tests.laws.test_branch import branch_of

POLICY = Text("easy/1@0")
DEALS = 2


def hint(deal: Progress, seat: Seat, chance: random.Random) -> HintGiven:
    """One of the legal moves of a seat as a hint, or of the seat on turn if it has none."""
    game, state, turn = deal.game, deal.state, deal.to_act
    assert turn is not None
    move = chance.choice(legal_moves(game, state, seat) or legal_moves(game, state, turn))
    return HintGiven(seat, POLICY, Text(words(move)))


def hinted(run: Run, chance: random.Random) -> list[Event]:
    """The record of a deal as if some seats on turn had asked for hints."""
    opened = replace(run.opened, hints=True)
    events: list[Event] = [opened]
    deal = begin(run.game, opened)
    for event in run.events[1:]:
        if event.MOVE is not None and chance.random() < 1 / 3:
            assert deal.to_act is not None
            events.append(hint(deal, deal.to_act, chance))
        events.append(event)
        deal = evolve(deal, event)
    return events


@cache
def a_deal(game: Game[Any], seed: int) -> tuple[Run, list[Event]]:
    chance = random.Random(seed)
    run = played(seeded_deal(game, seed), chance)
    return run, hinted(run, chance)


@every_game
def test_a_deal_is_sound_and_seen_the_same(game: Game[Any]) -> None:
    for seed in range(DEALS):
        run, events = a_deal(game, seed)
        assert check(game, events) == ()
        for viewer in (*run.seats, "public", "full"):
            assert view(game, events, viewer) == run.views[viewer]
        given = [event for event in events if isinstance(event, HintGiven)]
        assert progress_at(game, events).hints == tuple(each.seat for each in given) != ()


@every_game
def test_only_its_seat_learns_the_move(game: Game[Any]) -> None:
    run, events = a_deal(game, 1)
    for event in events:
        if isinstance(event, HintGiven):
            other = replace(event, move=None)
            for viewer in {*run.seats, PUBLIC} - {event.seat}:
                assert redact(event, viewer) == other
            assert parse_words(game, event.seat, event.move or "") is not None


@every_game
def test_in_every_turn_its_seat_alone_can_have_one(game: Game[Any]) -> None:
    run, chance = played(seeded_deal(game, 1), random.Random(1)), random.Random(1)
    deal = begin(game, replace(run.opened, hints=True))
    for event in run.events[1:]:
        if event.MOVE is not None:
            for seat in run.seats:
                found = judge(deal, hint(deal, seat, chance))
                wanted = () if seat == deal.to_act else ("H3",)
                assert (found.clauses if found else ()) == wanted
        deal = evolve(deal, event)


@every_game
def test_branches_and_transcripts_know_nothing_of_hints(game: Game[Any]) -> None:
    run, events = a_deal(game, 2)
    first = [run.opened, *events[1:]]
    assert list(lines_of(first, name="x")) == list(lines_of(run.events, name="x"))
    opened = branch_of(run)
    whole = played_again(game, run.events, at=len(run.events), opened=opened)
    assert played_again(game, events, at=len(events), opened=opened).events == whole.events
