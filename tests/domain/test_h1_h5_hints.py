"""Hints (H1-H5): their events in the record of a deal."""

from dataclasses import replace
from typing import Any

import pytest

from domain.games.goat import GOAT
from domain.judge.deal_rules import check, follow_append, play_on
from domain.judge.record_rules import CannotFollow, Fact
from domain.kernel.chance import parse_words, words
from domain.kernel.deal import Opened, Revealed, commit, shuffled
from domain.kernel.event import FULL, PUBLIC, Digest, Event, Text, redact
from domain.kernel.finding import Finding
from domain.kernel.game import fold, start, view
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import ClockSet, Resigned, SeatReturned, SeatTakenOver
from domain.kernel.moves import decide, legal_moves
from domain.kernel.progress import Progress, begin, grown, progress_at
from domain.kernel.stored import from_data
from domain.table.next_deal import terms
from domain.table.series import fold_table
from tests.domain.test_f1_f6_seeds import SERVER
from tests.domain.test_series import FULL_TABLE, deal_id, taken

TABLE = (FULL_TABLE[0], taken(0, None), taken(1, None), taken(2, None), taken(3))
"""A table of three persons and a bot."""
POLICY = Text("medium/1@12000")
SECOND = 1_000_000


def opened(*, hints: bool = True) -> Opened:
    table = (replace(TABLE[0], hints=hints), *TABLE[1:])  # type: ignore[type-var]
    return commit(terms(fold_table(table), deal=deal_id(1)), seed=SERVER)


def begun(first: Opened, *more: Event) -> list[Event]:
    """A deal that has been dealt, played on until a person is to move."""
    order = shuffled(first, pack=GOAT.pack, lots=GOAT.lots(4), seed=SERVER)
    (at, *rest), _ = start(GOAT, first, order)
    events: list[Event] = [at, *more, *rest]
    while on_turn(events) == 3:
        events = moved(events)
    return events


def on_turn(events: list[Event]) -> int:
    seat = GOAT.to_act(fold(GOAT, events))
    assert seat is not None
    return seat


def moved(events: list[Event]) -> list[Event]:
    state, seat = fold(GOAT, events), on_turn(events)
    made, _ = decide(GOAT, state, legal_moves(GOAT, state, seat)[0], seen=state)
    return [*events, *made]


def hint(events: list[Event], seat: int | None = None) -> HintGiven:
    """The first legal move as a hint for the seat on turn, or as one for another seat."""
    turn = on_turn(events)
    move = legal_moves(GOAT, fold(GOAT, events), turn)[0]
    return HintGiven(turn if seat is None else seat, POLICY, Text(words(move)))


def hinted(events: list[Event], **changes: Any) -> list[Event]:
    return [*events, replace(hint(events), **changes)]


def finding(events: list[Event]) -> Finding | None:
    return next(iter(check(GOAT, events)), None)


def refused(events: list[Event], clause: str) -> bool:
    """Whether the last event was impossible there, by this clause."""
    found = finding(events)
    return found is not None and (found.position, found.clauses) == (len(events), (clause,))


def test_h1_a_hint_is_given_at_a_table_with_hints() -> None:
    assert finding(hinted(begun(opened()))) is None
    assert refused(hinted(begun(opened(hints=False))), "H1")


def test_h1_only_its_seat_sees_the_move_while_the_deal_is_on() -> None:
    given = hint(begun(opened()))
    other = (given.seat + 1) % 4
    assert redact(given, given.seat) == redact(given, FULL) == given
    for viewer in (other, PUBLIC):
        assert redact(given, viewer) == replace(given, move=None)


def test_h1_it_changes_nothing_at_the_table() -> None:
    events = begun(opened())
    for viewer in (0, 1, 2, 3, PUBLIC, FULL):
        assert view(GOAT, hinted(events), viewer) == view(GOAT, events, viewer)


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_h1_a_deal_of_an_older_release_has_no_hints(version: int) -> None:
    names = ("hints",) if version > 2 else ("hints", "keys")
    data = {**vars_of(opened()), "seed": SERVER.hex()}
    old = from_data("deal.opened", version, {k: v for k, v in data.items() if k not in names})
    assert isinstance(old, Opened)
    assert not old.hints


def vars_of(first: Opened) -> dict[str, Any]:
    return {name: getattr(first, name) for name in first.KINDS}


def test_h2_not_to_a_bot_nor_for_a_player_who_left_or_resigned() -> None:
    events = begun(opened())
    seat = on_turn(events)
    left = [*events, SeatTakenOver(seat, Text("medium"), "left")]
    assert refused(hinted(left), "H2")
    assert finding(hinted([*left, SeatReturned(seat)])) is None
    for nobody in (3, 7):
        assert refused([*events, hint(events, seat=nobody)], "H2")
    while on_turn(events) not in (0, 2):  # two persons of one side
        events = moved(events)
    assert refused(hinted([*events, Resigned(on_turn(events))]), "H2")


def test_h3_only_in_the_turn_of_the_seat() -> None:
    events = begun(opened())
    other = next(seat for seat in range(3) if seat != on_turn(events))
    assert refused([*events, hint(events, seat=other)], "H3")


def test_h3_not_before_the_cards_are_dealt() -> None:
    events = begun(opened())
    found = finding([events[0], hint(events)])
    assert found is not None
    assert found.position == 2


def test_h3_not_once_the_deal_is_over() -> None:
    given = hint(begun(opened()))
    events = begun(opened())
    while GOAT.to_act(fold(GOAT, events)) is not None:
        events = moved(events)
    assert refused([*events, given], "H3")
    revealed = [*events, Revealed(Digest(SERVER.hex()))]
    found = finding([*revealed, given])
    assert found is not None
    assert found.position == len(revealed)


def test_h3_no_clock_stops_for_it() -> None:
    clock = ClockSet(10, 5, stand_ins_wait=True)
    events = begun(opened(), clock)
    before = grown(begin(GOAT, opened()), events[1:], at=0)
    after = grown(before, [hint(events)], at=4 * SECOND)
    assert before.clock is not None
    assert after.clock == before.clock
    assert after.clock is not None
    assert (after.clock.since, after.clock.until) == (0, 15 * SECOND)


def test_h3_none_is_given_after_the_deadline() -> None:
    events = begun(opened(), ClockSet(10, 5, stand_ins_wait=True))
    before = grown(begin(GOAT, opened()), events[1:], at=0)

    def given(at: int) -> Progress:
        return follow_append(before, [Fact(hint(events), 1, at, "system")])

    assert given(15 * SECOND - 1).hints == (on_turn(events),)
    with pytest.raises(CannotFollow, match="finding-event-late"):
        given(15 * SECOND)


def test_h4_one_until_the_next_move() -> None:
    events = hinted(begun(opened()))
    assert refused(hinted(events), "H4")
    seat = on_turn(events)
    again = [*events, SeatTakenOver(seat, Text("medium"), "left"), SeatReturned(seat)]
    assert refused(hinted(again), "H4")
    after = moved(events)
    while on_turn(after) == 3:
        after = moved(after)
    assert finding(hinted(after)) is None


def test_h4_the_fold_counts_hints_and_knows_the_last_one() -> None:
    events = begun(opened())
    seat = on_turn(events)
    given = hinted(events)
    deal = progress_at(GOAT, given)
    assert (deal.hints, deal.hint) == ((seat,), given[-1])
    later = progress_at(GOAT, moved(given))
    assert (later.hints, later.hint) == ((seat,), None)


@pytest.mark.parametrize(
    "move",
    [
        None,
        "",
        "{",
        "[" * 100_000,
        "1",
        "{}",
        '{"type":"lead"}',
        '{"cards":["XX"],"type":"lead"}',
        '{"type":"lead","cards":[]}',
    ],
    ids=range(9),
)
def test_h5_the_move_is_a_legal_one(move: str | None) -> None:
    assert refused(hinted(begun(opened()), move=move), "H5")


def test_h5_it_is_written_in_one_way() -> None:
    events = begun(opened())
    said = hint(events).move
    assert said is not None
    assert parse_words(GOAT, on_turn(events), said) is not None
    assert refused(hinted(events, move=said.replace(",", ", ")), "H5")
    assert refused(hinted(events, move=said + " "), "H5")


def test_h5_no_consequence_is_put_off_for_it() -> None:
    events = begun(opened())
    state, seat = fold(GOAT, events), on_turn(events)
    while GOAT.consequence(GOAT.evolve(state, legal_moves(GOAT, state, seat)[0])) is None:
        events = moved(events)
        state, seat = fold(GOAT, events), on_turn(events)
    move = legal_moves(GOAT, state, seat)[0]
    found = finding([*events, move, hint(events)])
    assert found is not None
    assert (found.position, found.clauses) == (len(events) + 2, ())


def test_h5_the_service_gives_it_in_a_command_of_its_own() -> None:
    events = begun(opened())
    before = progress_at(GOAT, events)
    given = hint(events)
    with pytest.raises(CannotFollow, match="finding-not-for"):
        follow_append(before, [Fact(given, 1, 0, f"seat:{given.seat}")])
    other = Resigned(given.seat)
    facts = [Fact(each, 1, 0, f"seat:{given.seat}") for each in (other, given)]
    with pytest.raises(CannotFollow):
        follow_append(before, facts)


def test_h5_a_move_can_follow_it() -> None:
    events = hinted(begun(opened()))
    seat = on_turn(events)
    move = legal_moves(GOAT, fold(GOAT, events), seat)[0]
    _, after = play_on(progress_at(GOAT, events), (move,), actor=f"seat:{seat}", at=0)
    assert after.hint is None
