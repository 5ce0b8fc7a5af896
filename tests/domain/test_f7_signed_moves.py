"""Signed moves (F7): the places of signatures, keys in a table's stream, and visibility."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from domain.games.goat import GOAT
from domain.judge.deal_rules import check
from domain.judge.signing import statement_at_table
from domain.kernel.deal import ActSigned, MoveSigned, Opened, SeedRevealed, Terms, commit, shuffled
from domain.kernel.event import FULL, PUBLIC, Digest, Event, Id, Signature, Text, redact
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.kernel.moves import legal_moves
from domain.kernel.openings import openings
from domain.kernel.sentence import Sentence
from domain.table.disputes import DisputeAnswered, DisputeOpened
from domain.table.events import SeatCommitted, SeatLeft, TableBranched, TableClosed
from domain.table.guests import (
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)
from domain.table.next_deal import terms
from domain.table.series import fold_table
from tests.domain.test_series import FULL_TABLE, deal_id, taken
from tests.keys import key_of
from tests.laws.play import Run, seat_of
from tests.signed import check_signed

DEAL = deal_id(1)
SEED = bytes(range(32))
SIGNATURE = Signature("ab" * 64)
KEYED = 1


def a_deal(*keyed: int, moves: int = 3) -> tuple[Event, ...]:
    """Some moves of a deal; the moves of seats with keys are followed by their signatures."""
    keys = tuple(key_of(seat) if seat in keyed else None for seat in range(4))
    opened = commit(Terms(DEAL, DEAL, 1, "goat", "1", {}, 4, None, None, (None,) * 4), seed=SEED)
    opened = replace(opened, keys=keys if keyed else ())
    order = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots(4), seed=SEED)
    run = Run(GOAT, opened, order)
    events = list(run.events)
    for _ in range(moves):
        seat = GOAT.to_act(run.state)
        assert seat is not None
        move, *follow = run.make(legal_moves(GOAT, run.state, seat)[0])
        events += (move, *signatures(move, keyed), *follow)
    return tuple(events)


def signatures(move: Event, keyed: Sequence[int]) -> tuple[Event, ...]:
    return (MoveSigned(seat_of(move), SIGNATURE),) if seat_of(move) in keyed else ()


EVENTS = a_deal(*range(4))
FIRST = next(at for at, event in enumerate(EVENTS) if event.MOVE is not None)


@pytest.mark.parametrize("keyed", [(), (0,), (1, 3), (0, 1, 2, 3)])
def test_f7_whatever_seats_sign_the_deal_is_the_same(keyed: tuple[int, ...]) -> None:
    events = a_deal(*keyed)
    assert check_signed(events) is None
    assert check(GOAT, events) == ()
    assert tuple(e for e in events[1:] if not isinstance(e, MoveSigned)) == a_deal()[1:]


def test_f7_a_move_without_its_signature_is_found() -> None:
    found = check_signed(EVENTS[: FIRST + 1] + EVENTS[FIRST + 2 :])
    assert found is not None
    assert (found.position, found.clauses, found.field) == (FIRST + 1, ("F7",), "seat")
    at_the_end = check_signed(EVENTS[: FIRST + 1])
    assert at_the_end == found


def test_f7_a_bot_that_stands_in_signs_nothing_until_the_player_is_back() -> None:
    seat = seat_of(EVENTS[FIRST])
    signed_act = ActSigned(seat, SIGNATURE)
    left = (*EVENTS[:FIRST], SeatTakenOver(seat, Text("medium"), "left"), signed_act)
    gone = (*left, EVENTS[FIRST])
    assert check_signed((*gone, *EVENTS[FIRST + 2 :])) is None
    signed = check_signed((*gone, *EVENTS[FIRST + 1 :]))
    assert signed is not None
    assert (signed.position, signed.clauses) == (FIRST + 4, ("F7",))
    back = (*left, SeatReturned(seat), signed_act, EVENTS[FIRST], *EVENTS[FIRST + 2 :])
    owed = check_signed(back)
    assert owed is not None
    assert owed.position == FIRST + 5


ACTS: list[tuple[Event, ...]] = [
    (SeatTakenOver(KEYED, Text("medium"), "left"),),
    (SeatReturned(KEYED),),
    (Resigned(KEYED),),
    (Abandoned((KEYED,), "left"),),
]


@pytest.mark.parametrize("acts", ACTS)
def test_f7_leaving_returning_and_resigning_are_signed(acts: tuple[Event, ...]) -> None:
    signed = ActSigned(KEYED, SIGNATURE)
    assert check_signed((*EVENTS[:FIRST], *acts, signed)) is None
    found = check_signed((*EVENTS[:FIRST], *acts))
    assert found is not None
    assert (found.position, found.detail) == (FIRST + 1, Sentence("finding-act-unsigned"))
    for wrong in (MoveSigned(KEYED, SIGNATURE), ActSigned(0, SIGNATURE)):
        assert check_signed((*EVENTS[:FIRST], *acts, wrong)) == found
    unkeyed = replace(cast("Opened", EVENTS[0]), keys=())
    assert check_signed((unkeyed, *acts)) is None
    superfluous = check_signed((unkeyed, *acts, signed))
    assert superfluous is not None
    assert superfluous.position == 3
    assert check_signed((*EVENTS[:FIRST], *acts), first_version=3) is None, "as it was before"


@pytest.mark.parametrize(
    "event",
    [
        SeatTakenOver(KEYED, Text("medium"), "time"),
        SeatTakenOver(KEYED, Text("medium"), "away"),
        Abandoned((), "closed"),
        Abandoned((KEYED,), "time"),
        SeedRevealed(KEYED, Digest("ab" * 32)),
    ],
)
def test_f7_what_the_server_does_is_not_signed(event: Event) -> None:
    assert check_signed((*EVENTS[:FIRST], event)) is None


COMMITTED = SeatCommitted(KEYED, 1, DEAL, Digest("ab" * 32))
OPENED = DisputeOpened(DEAL, 1, KEYED, 17, "legality", Text("Why?"))


@pytest.mark.parametrize(
    ("event", "actor", "said"),
    [
        (COMMITTED, "seat:1", {"type": "commit", "deal": DEAL, "commitment": "ab" * 32}),
        (COMMITTED, "key:x", {"type": "commit", "deal": DEAL, "commitment": "ab" * 32}),
        (SeatLeft(KEYED), "seat:1", {"type": "leave"}),
        (SeatLeft(KEYED), "key:x", None),
        (WatcherAdmitted(1, Text("Eve"), KEYED, COMMITTED.commitment, 9), "seat:1", {
            "type": "admit_watcher", "name": "Eve"}),
        (WatcherAdmitted(1, Text("Eve"), None, COMMITTED.commitment, 9), "key:x", None),
        (WatcherDismissed(7), "seat:1", {"type": "dismiss_watcher", "watcher": 7}),
        (WatcherDismissed(7), "key:x", None),
        (ReaderAdmitted(1, Text("Eve"), KEYED, DEAL, COMMITTED.commitment, 9), "seat:1", {
            "type": "admit_reader", "name": "Eve", "deal": DEAL}),
        (ReaderAdmitted(1, Text("Eve"), None, None, COMMITTED.commitment, 9), "key:x", None),
        (ReaderDismissed(7), "seat:1", {"type": "dismiss_reader", "reader": 7}),
        (ReaderDismissed(7), "key:x", None),
        (OPENED, "seat:1", {
            "type": "dispute", "deal": DEAL, "at": 17, "claim": "legality", "text": "Why?"}),
        (DisputeAnswered(DEAL, 2, KEYED, Text("So.")), "seat:1", {
            "type": "answer", "deal": DEAL, "dispute": 2, "text": "So."}),
        (TableClosed(), "key:x", None),
    ],
)  # fmt: skip
def test_f7_what_is_signed_at_a_table(event: Event, actor: str, said: dict[str, Any]) -> None:
    keys = (None, key_of(KEYED), None, None)
    signed = statement_at_table(event, keys=keys, first_version=4, actor=actor)
    assert (signed and (signed.seat, signed.said)) == (said and (KEYED, said))
    assert statement_at_table(event, keys=(None,) * 4, first_version=4, actor=actor) is None
    assert statement_at_table(event, keys=keys, first_version=3, actor=actor) is None


def test_f7_the_signature_of_another_seat_is_none() -> None:
    other = replace(cast("MoveSigned", EVENTS[FIRST + 1]), seat=9)
    found = check_signed((*EVENTS[: FIRST + 1], other, *EVENTS[FIRST + 2 :]))
    assert found is not None
    assert found.position == FIRST + 1


@pytest.mark.parametrize("at", [1, FIRST, FIRST + 2])
def test_f7_a_signature_without_a_move_is_found(at: int) -> None:
    """At the beginning, before the move, and a second time after it."""
    found = check_signed((*EVENTS[:at], EVENTS[FIRST + 1], *EVENTS[at:]))
    assert found is not None
    assert (found.position, found.clauses) == (at + 1, ("F7",))


def test_f7_a_seat_without_a_key_signs_nothing() -> None:
    (_, *rest), (unkeyed, *_) = EVENTS, a_deal()
    found = check_signed((unkeyed, *rest))
    assert found is not None
    assert found.position == FIRST + 2


def test_f7_there_is_a_key_or_none_for_each_seat() -> None:
    opened = replace(cast("Opened", EVENTS[0]), keys=(key_of(0),))
    found = check_signed((opened, *EVENTS[1:]))
    assert found is not None
    assert (found.position, found.field) == (1, "keys")


def test_f7_a_signature_is_for_its_seat_alone_until_the_end() -> None:
    event = MoveSigned(KEYED, SIGNATURE)
    assert redact(event, KEYED) == redact(event, FULL) == event
    for other in (PUBLIC, 0, 2):
        assert redact(event, other) == MoveSigned(KEYED, None)


def test_f7_a_signature_is_no_card_that_is_proved() -> None:
    seat = cast("MoveSigned", EVENTS[FIRST + 1]).seat
    assert openings(EVENTS, seat)
    assert openings(EVENTS, seat) == openings(a_deal(), seat)


def test_f7_keys_are_fixed_for_the_deals_of_a_series() -> None:
    keyed = replace(taken(KEYED), key=key_of(KEYED))
    events = [keyed if event == taken(KEYED) else event for event in FULL_TABLE]
    table = fold_table(events)
    assert table.keys == (None, key_of(KEYED), None, None)
    assert terms(table, deal=DEAL).keys == table.keys
    assert terms(fold_table(FULL_TABLE), deal=DEAL).keys == ()


def test_f7_branches_are_not_signed() -> None:
    keyed = replace(taken(KEYED), key=key_of(KEYED))
    branched = TableBranched(Id(DEAL), 3, "true", None)
    events = [keyed if event == taken(KEYED) else event for event in FULL_TABLE]
    table = fold_table([events[0], branched, *events[1:]])
    assert table.keys == (None,) * 4
    assert terms(table, deal=DEAL).keys == ()
