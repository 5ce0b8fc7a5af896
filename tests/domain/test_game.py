"""The kernel: the code shared by all games, on a game small enough to see through."""

from dataclasses import replace
from typing import Any, cast

import pytest

from domain.games.goat.model import Led
from domain.kernel.cards import PACK_36, Card
from domain.kernel.deal import Opened, Revealed, Shuffled, Terms, commit, shuffled
from domain.kernel.event import FULL, PUBLIC, Digest, Event, Json, Text
from domain.kernel.game import Game, fold, settle, start, view
from domain.kernel.moves import (
    IllegalMove,
    NotAMove,
    breaches,
    decide,
    legal_moves,
    parse_move,
    say,
)
from languages.catalogue import IN_ENGLISH
from tests.domain.in_english import Finding, check
from tests.domain.positions import cards
from tests.domain.toy import PACK, TOY, Declared, Ended, LaidDown
from tests.laws.play import SOMEWHERE

SEED = bytes(range(32))
SIX_C = Card("6C")
SIX_C_LAID = LaidDown(0, SIX_C)
NOBODY = (None, None)


def opened(**options: Json) -> Opened:
    """The first event of a deal of the toy."""
    here = SOMEWHERE
    return commit(Terms(here, here, 1, "toy", "1", options, 2, None, None, NOBODY), seed=SEED)


def dealt() -> tuple[Opened, Shuffled]:
    """A deal of the toy up to its shuffle."""
    first = opened()
    return first, shuffled(first, pack=PACK, lots=TOY.lots(2), seed=SEED)


def record() -> list[Event]:
    """A whole deal of the toy."""
    events, state = start(TOY, *dealt())
    move = LaidDown(1, PACK[2])
    happened, _ = decide(TOY, state, move, seen=state)
    return [*events, *happened, Revealed(Digest(SEED.hex()))]


def test_the_rules_are_named_with_their_version() -> None:
    assert TOY.rules == "toy/1"


def test_fold_and_view() -> None:
    events = record()
    assert fold(TOY, events) == view(TOY, events, FULL)
    assert view(TOY, events, PUBLIC).hands[0] == ("??",) * 6
    assert fold(TOY, events).ended == Ended(1)


def test_settle_makes_what_follows() -> None:
    events, state = start(TOY, *dealt())
    assert len(events) == 2
    assert settle(TOY, state) == ((), state)
    after = TOY.evolve(state, LaidDown(0, SIX_C))
    assert settle(TOY, after)[0] == (Ended(0),)


def test_decide_is_judged_on_what_the_mover_sees() -> None:
    _, state = start(TOY, *dealt())
    with pytest.raises(IllegalMove) as refused:
        decide(TOY, state, LaidDown(0, SIX_C), seen=state._replace(hands=((), ())))
    assert refused.value.clauses == ("T2",)
    assert refused.value.move == LaidDown(0, SIX_C)


def test_no_legal_moves_after_the_outcome() -> None:
    events = record()
    assert legal_moves(TOY, fold(TOY, events[:2]), 0)
    assert legal_moves(TOY, fold(TOY, events), 0) == ()


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        (LaidDown(0, SIX_C), ()),
        (LaidDown(0, Card("AS")), ("T2", "T5")),
        (LaidDown(0, SIX_C, Card("AS")), ("T2", "T5")),
        (LaidDown(0, SIX_C, Card("7C")), ()),
        (LaidDown(0, SIX_C, more=cards("AS")), ("T2", "T5")),
        (LaidDown(0, SIX_C, more=()), ("T5",)),
        (LaidDown(2, SIX_C), ("T5",)),
        (Declared(0, "C", 18), ()),
        (Declared(0, cast("Any", "X"), 18), ("T5",)),
    ],
)
def test_general_clauses_look_at_every_card_of_a_move(move: Event, clauses: Any) -> None:
    _, state = start(TOY, *dealt())
    assert breaches(TOY, state, move) == clauses


# --- Words --------------------------------------------------------------------------------------

MOVES = [
    ({"type": "declare", "suit": "C", "value": 18}, Declared(0, "C", 18)),
    (
        {"type": "declare", "suit": "D", "value": 20, "hand": True, "bid": 23},
        Declared(0, "D", 20, hand=True, bid=23),
    ),
    ({"type": "lay", "card": "6C"}, LaidDown(0, SIX_C)),
    ({"type": "lay", "card": "6C", "then": "7C"}, LaidDown(0, SIX_C, Card("7C"))),
    ({"type": "lay", "card": "6C", "more": ["8C"]}, LaidDown(0, SIX_C, more=cards("8C"))),
]


@pytest.mark.parametrize(("said", "move"), MOVES)
def test_parse_move(said: Json, move: Event) -> None:
    assert parse_move(TOY, 0, said) == move
    assert parse_move(TOY, 0, say(move)) == move


def test_a_move_includes_what_it_means() -> None:
    said = {"type": "declare", "suit": "C", "value": 18, "shown": True}
    meant = Declared(0, "C", 18, hand=True, shown=True)
    assert parse_move(TOY, 0, said) == meant == meant.meant()
    assert SIX_C_LAID.meant() is SIX_C_LAID


def test_say_leaves_out_what_is_absent() -> None:
    assert "then" not in say(LaidDown(0, SIX_C))
    assert say(LaidDown(0, SIX_C, Card("7C")))["then"] == "7C"


@pytest.mark.parametrize(
    ("said", "pointer", "detail"),
    [
        ({"suit": "X"}, "/suit", "must be one of C, S, H, D"),
        ({"suit": None}, "/suit", "must be one of C, S, H, D"),
        ({"suit": ["C"]}, "/suit", "must be one of C, S, H, D"),
        ({"value": 19}, "/value", "must be one of 18, 20"),
        ({"value": 18.0}, "/value", "must be one of 18, 20"),
        ({"value": "18"}, "/value", "must be one of 18, 20"),
        ({"hand": 1}, "/hand", "must be true or false"),
        ({"hand": None}, "/hand", "must be true or false"),
        ({"bid": True}, "/bid", "must be a whole number"),
        ({"bid": 1.5}, "/bid", "must be a whole number"),
        ({"bid": "1"}, "/bid", "must be a whole number"),
    ],
)
def test_parse_move_refuses_values_of_another_type(
    said: dict[str, Json], pointer: str, detail: str
) -> None:
    with pytest.raises(NotAMove) as refused:
        parse_move(TOY, 0, {"type": "declare", "suit": "C", "value": 18, **said})
    assert (refused.value.pointer, IN_ENGLISH.text(refused.value.detail)) == (pointer, detail)


@pytest.mark.parametrize("then", [7, None, "??", ["7C"]])
def test_parse_move_an_absent_card_is_left_out_not_null(then: Json) -> None:
    with pytest.raises(NotAMove, match="/then: form-"):
        parse_move(TOY, 0, {"type": "lay", "card": "6C", "then": then})


def test_fields_of_a_move() -> None:
    assert [(name, required) for name, _, required in LaidDown.GIVEN] == [
        ("card", True),
        ("then", False),
        ("more", False),
    ]


# --- Checking -----------------------------------------------------------------------------------


def first_finding(events: list[Event], game: Game[Any] = TOY) -> Finding:
    """The first finding of a check."""
    (finding,) = check(game, events)
    return finding


def test_a_whole_record_checks_clean() -> None:
    assert check(TOY, record()) == ()
    assert check(TOY, record()[:-1]) == ()
    assert check(TOY, record()[:2]) == ()


def test_a_deal_begins_with_two_events() -> None:
    opened, shuffled, *_ = record()
    for events in ([], [shuffled]):
        assert first_finding(events) == Finding(1, (), "a deal begins with deal.opened")
    for events in ([opened], [opened, opened]):
        missing = "deal.shuffled should have followed"
        assert first_finding(events) == Finding(len(events), (), missing)


def test_options_that_the_game_has_not() -> None:
    from domain.games.goat import GOAT  # noqa: PLC0415 - only here

    first, second, *_ = record()
    odd = replace(first, seats=4, bots=(None,) * 4, options={"eggs": "fried"})  # type: ignore[type-var]
    finding = first_finding([odd, second], GOAT)
    detail = "eggs: must be one of none, double_next, two_each"
    assert finding == Finding(1, (), detail, "options")


def test_seats_that_the_game_has_not() -> None:
    first, *rest = record()
    odd = replace(first, seats=3)  # type: ignore[type-var]
    assert first_finding([odd, *rest]) == Finding(1, (), "there is no table of 3 seats", "seats")


def test_a_seed_that_does_not_open_the_commitment() -> None:
    first, *rest = record()
    odd = replace(first, seed=Digest("11" * 32))  # type: ignore[type-var]
    assert first_finding([odd, *rest]).detail == "the seed does not open the commitment"
    assert first_finding([odd, *rest]).position == 1


def test_a_shuffle_that_does_not_follow_from_the_seed() -> None:
    first, second, *rest = record()
    odd = replace(second, deck=tuple(reversed(second.deck)))  # type: ignore[type-var,attr-defined]
    assert first_finding([first, odd, *rest]).position == 2
    other = replace(first, game=Text("goat"))  # type: ignore[type-var]
    assert first_finding([other, second, *rest]).position == 2, "the game is part of the transcript"


def test_a_deck_made_by_hand_is_the_pack_in_some_order() -> None:
    first, second, *rest = record()
    by_hand = replace(first, seed=None)  # type: ignore[type-var]
    turned = replace(second, deck=tuple(reversed(second.deck)))  # type: ignore[type-var,attr-defined]
    assert check(TOY, [by_hand, turned, *rest]) == ()
    for deck in (PACK[1:], PACK + PACK[:1], PACK_36[1:7], (*PACK[:5], PACK[0])):
        odd = replace(second, deck=deck)  # type: ignore[type-var]
        assert first_finding([by_hand, odd, *rest]).position == 2


def test_a_consequence_is_due() -> None:
    assert first_finding(record()[:3]) == Finding(3, (), "toy.ended should have followed")
    odd = [*record()[:3], Ended(0)]
    assert first_finding(odd).detail == "toy.ended follows by itself, and is not what stands here"


def test_events_that_do_not_follow() -> None:
    start_ = record()[:2]
    assert first_finding([*start_, Ended(0)]) == Finding(3, (), "toy.ended does not follow here")
    assert first_finding([*start_, start_[0]]).detail == "deal.opened does not follow here"
    foreign = Led(0, (SIX_C,))
    assert first_finding([*start_, foreign]).detail == "goat.led does not follow here"


def test_a_move_that_was_not_legal() -> None:
    odd = [*record()[:2], LaidDown(7, SIX_C)]
    assert first_finding(odd) == Finding(3, ("T5",), "lay was not legal")


def test_the_seed_is_revealed_at_the_end_and_once() -> None:
    *events, revealed = record()
    words = "the seed is revealed at the end of a deal, and once"
    for odd in (
        [*events[:2], revealed],
        [*events[:3], revealed, *events[3:]],
        [*events, revealed, revealed],
        [*events[:2], revealed, *events[2:]],
    ):
        assert first_finding(odd).detail == words


def test_a_revealed_seed_that_is_another() -> None:
    odd = [*record()[:-1], Revealed(Digest("11" * 32))]
    assert first_finding(odd) == Finding(5, (), "the seed does not open the commitment", "seed")
