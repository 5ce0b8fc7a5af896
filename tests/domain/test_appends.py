"""Appends to a deal and to a table: each kind of append that is refused, by a case."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

import pytest

from domain.games.goat import GOAT
from domain.judge import deal_rules, table_rules
from domain.judge.record_rules import DEAL, FIRST_FIXED, TABLE, CannotFollow, Fact, is_allowed
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import ActSigned, MoveSigned, Revealed, Voided
from domain.kernel.event import Digest, Event, Key, Seat, Signature, Text, event_class
from domain.kernel.leaving import Abandoned, ClockSet, Resigned
from domain.kernel.moves import decide, legal_moves
from domain.kernel.progress import Progress, evolve
from domain.table import series
from domain.table.disputes import DisputeOpened, DisputeRuled
from domain.table.events import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeriesEnded,
)
from domain.table.guests import AuditorAdmitted, AuditorDismissed
from domain.table.next_deal import terms
from domain.table.series import Table, fold_table, recorded
from languages.catalogue import IN_ENGLISH
from tests.domain.in_english import check
from tests.domain.test_f1_f6_seeds import SERVER
from tests.domain.test_f1_f6_seeds import opened as opened_with_seeds
from tests.domain.test_l1_l6_leaving import SECOND, begun, opened, timed, until_person
from tests.domain.test_series import FULL_TABLE, HEAD, OPENED, after, deal_id, lost, taken

KEYED = Key("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
REVEALED = Revealed(Digest(SERVER.hex()))


def fact(event: Event, actor: str, *, stream: str, at: int = 1) -> Fact:
    if stream == event.TYPE:
        return Fact(event, event.VERSION, at, actor)
    newest = event_class(stream).VERSION
    [held] = [each for each in range(1, 9) if is_allowed(stream, newest, event.TYPE, each)]
    return Fact(event, held, at, actor)


def in_deal(events: Sequence[Event], actor: str = "system", at: int = 1) -> list[Fact]:
    return [fact(each, actor, stream=DEAL, at=at) for each in events]


def at_table(events: Sequence[Event], actor: str = "system", at: int = 1) -> list[Fact]:
    return [fact(each, actor, stream=TABLE, at=at) for each in events]


def dealt() -> Progress:
    """A running deal, after the append that opened it."""
    return deal_rules.follow_append(None, in_deal(begun()), game=GOAT)


def refused(append: Callable[[], object], detail: str) -> None:
    with pytest.raises(CannotFollow) as caught:
        append()
    assert detail in IN_ENGLISH.text(caught.value.detail)


# --- Deals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "detail"),
    [
        ([Resigned(Seat(0))], "a deal begins with deal.opened"),
        ([replace(opened(), number=True)], "a deal begins with deal.opened"),
        ([replace(opened(), seats=3)], "seats"),
        ([replace(opened(), keys=(KEYED,))], "a key, or none, for each seat"),
        ([opened()], "deal.shuffled should have followed"),
        ([*begun()[:2]], "should have followed"),
        ([*begun(), Resigned(Seat(0))], "begins a command of its own"),
    ],
)
def test_a_deal_is_not_opened(events: list[Event], detail: str) -> None:
    refused(lambda: deal_rules.follow_append(None, in_deal(events), game=GOAT), detail)


@pytest.mark.parametrize(
    ("events", "detail"),
    [
        ([*begun()[:2], Resigned(Seat(0))], "follows by itself"),
        ([opened(), Abandoned((Seat(0),), "closed")], "deal.shuffled should have followed"),
    ],
)
def test_no_player_leaves_before_automatic_events(events: list[Event], detail: str) -> None:
    [found] = check(GOAT, events)
    assert (found.position, detail in found.detail) == (len(events), True)


def test_only_the_server_opens_a_deal() -> None:
    by_seat = in_deal(begun(), "seat:0")
    refused(lambda: deal_rules.follow_append(None, by_seat, game=GOAT), "it is not for seat:0")


def move(before: Progress) -> tuple[list[Event], str]:
    """The next move with its consequences, and its actor."""
    seat = before.to_act
    assert seat is not None
    made, _ = decide(
        GOAT, before.state, legal_moves(GOAT, before.state, seat)[0], seen=before.state
    )
    level = before.bots[seat]
    return list(made), f"seat:{seat}" if level is None else f"bot:{seat}:{level}/1"


def fold_on(before: Progress, events: Sequence[Event]) -> Progress:
    return reduce(evolve, events, before)


def test_a_move_is_made_by_the_player_of_the_seat() -> None:
    before = dealt()
    events, actor = move(before)
    assert deal_rules.follow_append(before, in_deal(events, actor)).position > before.position
    for other in ("system", "seat:9", f"{actor}0", "bot:0:hard/1"):
        refused(
            lambda: deal_rules.follow_append(before, in_deal(events, other)),  # noqa: B023
            "it is not for",
        )


@pytest.mark.parametrize(
    ("events", "actor", "detail"),
    [
        ([ClockSet(10, 5, stand_ins_wait=True)], "system", "cannot have happened here"),
        ([Resigned(Seat(0)), Resigned(Seat(2))], "seat:0", "begins a command of its own"),
        ([REVEALED], "system", ""),
    ],
)
def test_an_event_is_judged_on_the_deal_before_it(
    events: list[Event], actor: str, detail: str
) -> None:
    refused(lambda: deal_rules.follow_append(dealt(), in_deal(events, actor)), detail)


def test_no_move_is_appended_after_its_deadline() -> None:
    before = timed(until_person(begun())).progress
    events, actor = move(before)
    deal_rules.follow_append(before, in_deal(events, actor, at=9 * SECOND))
    refused(
        lambda: deal_rules.follow_append(before, in_deal(events, actor, at=60 * SECOND)),
        "after a deadline that had passed",
    )


def test_an_event_is_written_in_the_version_of_its_stream() -> None:
    [old] = in_deal([Resigned(Seat(0))], "seat:0")
    wrong = [old._replace(version=2)]
    refused(lambda: deal_rules.follow_append(dealt(), wrong), "this version of the event")


def test_the_seed_follows_the_end_at_once() -> None:
    before = dealt()
    while True:
        events, actor = move(before)
        facts = in_deal(events, actor)
        if fold_on(before, events).outcome is not None:
            break
        before = deal_rules.follow_append(before, facts)
    refused(lambda: deal_rules.follow_append(before, facts), "seed must follow the end")
    after = deal_rules.follow_append(before, [*facts, *in_deal([REVEALED], actor)])
    assert after.revealed


def test_all_required_statements_are_signed() -> None:
    first = [replace(opened(), keys=(KEYED, KEYED, KEYED, None)), *begun()[1:]]
    before = deal_rules.follow_append(None, in_deal(first), game=GOAT)
    refused(
        lambda: deal_rules.follow_append(before, in_deal([Resigned(Seat(0))], "seat:0")),
        "the act is not signed",
    )
    signature = ActSigned(Seat(0), Signature("0" * 128))
    after = deal_rules.follow_append(before, in_deal([Resigned(Seat(0)), signature], "seat:0"))
    assert after.has_resigned((0,))


def test_a_move_is_played_on_with_its_signature() -> None:
    first = [replace(opened(), keys=(KEYED, KEYED, KEYED, None)), *begun()[1:]]
    before = deal_rules.follow_append(None, in_deal(first), game=GOAT)
    (made, *_), actor = move(before)
    seat = before.to_act
    assert seat is not None
    given = [made, MoveSigned(seat, Signature("0" * 128))]
    if before.opened.keys[seat] is None:
        given = [made]
    events, after = deal_rules.play_on(before, given, actor=actor, at=1)
    assert (events[: len(given)], after.position) == (
        tuple(given),
        before.position + len(events),
    )
    refused(
        lambda: deal_rules.play_on(before, [Resigned(Seat(0))], actor="seat:0", at=1),
        "the act is not signed",
    )


def test_the_deal_of_a_branch_begins_with_moves() -> None:
    """They are part of the append that opens it, and belong to no command."""
    start = dealt()
    events, actor = move(start)
    record = [*begun(), *events]
    own = begun_as(opened(), terms(fold_table(FULL_TABLE), deal=deal_id(2)))
    made = played_again(GOAT, record, at=len(record), opened=own)
    assert isinstance(record[-1], type(made.events[-1]))
    after = deal_rules.follow_append(None, in_deal(made.events), game=GOAT)
    assert after.position == len(record)
    refused(lambda: deal_rules.follow_append(None, in_deal(record), game=GOAT), "of its own")
    assert actor.startswith("seat:")


def test_a_voided_deal_is_over_before_it_was_dealt() -> None:
    adding = opened_with_seeds()
    before = deal_rules.follow_append(None, in_deal([adding]), game=GOAT)
    assert (before.is_over, before.owing) == (False, (1, 3))
    after = deal_rules.follow_append(before, in_deal([Voided((1, 3)), REVEALED]))
    assert (after.is_over, after.shuffled is not None, after.voided) == (
        True,
        False,
        Voided((1, 3)),
    )
    assert after.abandoned is None


# --- Tables -------------------------------------------------------------------------------------

OWNER = f"key:{OPENED.owner}"


def open_table(*events: Event) -> Table:
    facts = at_table([OPENED, *events], OWNER)
    after = table_rules.follow_append(None, facts[:1])
    for each in facts[1:]:
        after = table_rules.follow_append(after, [each])
    return after


def test_a_table_begins_with_its_opening() -> None:
    refused(
        lambda: table_rules.follow_append(None, at_table([taken(1)], OWNER)),
        "a record begins with table.opened",
    )


def test_a_table_can_be_opened_with_seated_players() -> None:
    full = table_rules.follow_append(None, at_table(FULL_TABLE, OWNER))
    assert full.status == "due"


@pytest.mark.parametrize(
    ("events", "actor", "detail"),
    [
        ([SeatLeft(Seat(0))], OWNER, "cannot have happened here"),
        ([SeatLeft(Seat(9))], OWNER, "cannot have happened here"),
        ([SeatCommitted(Seat(0), 1, deal_id(1), Digest("ab" * 32))], "seat:0", "cannot"),
        ([DealOpened(1, deal_id(1))], "system", "cannot have happened here"),
        ([taken(1), SeatLeft(Seat(1))], OWNER, "begins a command of its own"),
    ],
)
def test_an_event_is_judged_on_the_table_before_it(
    events: list[Event], actor: str, detail: str
) -> None:
    table = open_table()
    refused(lambda: table_rules.follow_append(table, at_table(events, actor)), detail)


def test_only_the_server_opens_the_deals_of_a_table() -> None:
    full = table_rules.follow_append(None, at_table(FULL_TABLE, OWNER))
    facts = at_table([DealOpened(1, deal_id(1))], OWNER)
    refused(lambda: table_rules.follow_append(full, facts), "it is not for key:")


def test_an_event_is_written_in_the_version_of_its_table() -> None:
    [new] = at_table([taken(1)], OWNER)
    wrong = [new._replace(version=3)]
    refused(lambda: table_rules.follow_append(open_table(), wrong), "this version of the event")


def test_automatic_events_must_follow() -> None:
    on = fold_table((*after(FULL_TABLE, lost(1, 4)), DealOpened(2, deal_id(2))))
    recorded_last, ended = recorded(on, lost(1, 2), version=40, head=HEAD)
    assert isinstance(ended, SeriesEnded)
    both = at_table([recorded_last, ended])
    assert table_rules.follow_append(on, both).status == "over"
    refused(
        lambda: table_rules.follow_append(on, both[:1]),
        "something must follow it at once",
    )


COMMITTING: tuple[Event, ...] = (OPENED, replace(taken(0, None), commits=True), *FULL_TABLE[2:])
"""The table waits for the commitment of seat 0 before each deal."""


def test_the_next_deal_has_the_id_that_seats_committed_to() -> None:
    committed = fold_table((*COMMITTING, SeatCommitted(Seat(0), 1, deal_id(1), HEAD)))
    due, other = (at_table([DealOpened(1, deal_id(number))]) for number in (1, 2))
    assert table_rules.follow_append(committed, due).status == "playing"
    refused(lambda: table_rules.follow_append(committed, other), "cannot have happened here")


def test_the_time_for_commitments_begins_with_the_end_of_the_deal_before() -> None:
    hour = 3_600 * SECOND
    table = fold_table(after(COMMITTING, lost(1, 4)))._replace(started_at=0, due_since=hour)
    void, end = DealVoided(2, deal_id(2), (0,), None, None), hour + OPENED.reveal_seconds * SECOND
    late, early = (at_table([void], at=time) for time in (end, end - 1))
    assert table_rules.follow_append(table, late).deals[-1].voided == (0,)
    refused(lambda: table_rules.follow_append(table, early), "cannot have happened here")


def test_only_a_seat_that_has_committed_to_a_deal_voids_it() -> None:
    unasked = (*FULL_TABLE, SeatCommitted(Seat(0), 1, deal_id(1), HEAD))
    on = fold_table((*unasked, DealOpened(1, deal_id(1))))
    by_it, by_another = (at_table([DealVoided(1, deal_id(1), (seat,), 4, HEAD)]) for seat in (0, 1))
    assert table_rules.follow_append(on, by_it).left_out == {0}
    refused(lambda: table_rules.follow_append(on, by_another), "cannot have happened here")


def test_a_result_has_a_number_as_its_version() -> None:
    on = fold_table((*FULL_TABLE, DealOpened(1, deal_id(1))))
    [record] = recorded(on, lost(1, 1), version=40, head=HEAD)
    assert isinstance(record, DealRecorded)
    wrong = replace(record, result={**record.result, "schema": True})
    refused(lambda: table_rules.follow_append(on, at_table([wrong])), "cannot have happened here")


# --- Disputes -----------------------------------------------------------------------------------

DISPUTE = DisputeOpened(deal_id(1), 1, Seat(0), 1, "deal", Text("No."))
RULING = DisputeRuled(deal_id(1), 1, "upheld", (1, 0), Text("Yes."), 1)


def disputed_table(*more: Event, first: int) -> Table:
    """A table of an older or of today's release whose first deal is over, with an auditor."""
    auditor = AuditorAdmitted(1, Text("Elder"), Digest("ab" * 32), until=9)
    begun_table = series.begin(OPENED, first_version=first)
    return reduce(series.evolve, (*after(FULL_TABLE, lost(1, 4))[1:], auditor, *more), begun_table)


def ruling() -> Fact:
    return Fact(RULING, RULING.VERSION, 1, "auditor:1")


@pytest.mark.parametrize("first", [FIRST_FIXED - 1, FIRST_FIXED])
def test_nothing_is_disputed_of_a_deal_that_is_not_over(first: int) -> None:
    dispute = replace(DISPUTE, deal=deal_id(7))
    refused(
        lambda: table_rules.follow_append(
            disputed_table(first=first), at_table([dispute], "seat:0")
        ),
        "cannot have happened here",
    )


@pytest.mark.parametrize("first", [FIRST_FIXED - 1, FIRST_FIXED])
def test_an_auditor_rules_a_dispute_that_is_open(first: int) -> None:
    open_dispute = disputed_table(DISPUTE, first=first)
    after_it = table_rules.follow_append(open_dispute, [ruling()])
    assert after_it.disputes.by_deal[deal_id(1)][0].ruled == RULING
    for nothing_open in (disputed_table(first=first), after_it):
        refused(
            lambda: table_rules.follow_append(nothing_open, [ruling()]),  # noqa: B023
            "cannot have happened here",
        )


@pytest.mark.parametrize(
    ("first", "detail"),
    [
        (FIRST_FIXED - 1, IN_ENGLISH.text(table_rules.DISMISSED)),
        (FIRST_FIXED, "cannot have happened here"),
    ],
)
def test_a_dismissed_auditor_cannot_rule(first: int, detail: str) -> None:
    """An old table may hold such a ruling; none is written today."""
    table = disputed_table(DISPUTE, AuditorDismissed(1), first=first)
    refused(lambda: table_rules.follow_append(table, [ruling()]), detail)


def test_an_auditor_never_admitted_cannot_rule() -> None:
    table = disputed_table(DISPUTE, first=FIRST_FIXED - 1)
    unknown = ruling()._replace(event=replace(RULING, auditor=2), actor="auditor:2")
    refused(lambda: table_rules.follow_append(table, [unknown]), "cannot have happened here")
