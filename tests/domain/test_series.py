"""A table's stream: seats, deals, results, and the end of the series."""

from dataclasses import replace

import pytest

from domain.games import GAMES, UnknownRules, rules_of
from domain.games.goat import GOAT
from domain.games.goat.model import Options, Scored, State
from domain.games.goat.scoring import GoatScore
from domain.kernel.deal import Revealed
from domain.kernel.event import Digest, Event, Id, Text, to_json
from domain.kernel.game import ranks_of
from domain.kernel.stored import from_data
from domain.table.events import (
    DealOpened,
    DealRecorded,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
    TableClosed,
    TableOpened,
)
from domain.table.fields import terms_json
from domain.table.next_deal import terms
from domain.table.players import kept_seat
from domain.table.series import Table, evolve_at, fold_table, recorded, voided

HERE = Id("f197f2c0-aa00-8000-8000-00000000cafe")
KEY = Id("0197f2c0-aa00-7000-8000-000000000001")
HEAD = Digest("ab" * 32)

OPENED = TableOpened(
    table=HERE,
    owner=KEY,
    name=Text("Saturday"),
    game=Text(GOAT.key),
    rules=Text(GOAT.version),
    options={"loss_target": 6, "eggs": "two_each"},
    seats=4,
    visibility="public",
    spectators=True,
)


class _Shared(GoatScore):
    """A score by which both sides are first."""

    @property
    def ranks(self) -> tuple[int, ...]:
        return (1, 1)


def deal_id(number: int) -> Id:
    """The id of the deal with this number."""
    return Id(f"0197f2c0-aa00-7000-8000-{number:012}")


def taken(seat: int, bot: str | None = "easy") -> SeatTaken:
    """A bot, or with None a person, sits down."""
    level = None if bot is None else Text(bot)
    return SeatTaken(seat, Text(f"P{seat}"), level, KEY if bot is None else None, None)


FULL_TABLE: tuple[Event, ...] = (OPENED, taken(0, None), taken(1), taken(2), taken(3, "medium"))


def lost(by: int, points: int, *, eggs: bool = False) -> Scored:
    """A deal that cost a side this, or both if it was eggs."""
    cost = (points, points) if eggs else (points, 0) if by == 0 else (0, points)
    return Scored((60, 60), (4, 5), cost, eggs, next_leader=2, next_dealer=1)


def after(events: tuple[Event, ...], *outcomes: Scored) -> tuple[Event, ...]:
    """The stream after these deals, as the rules record them."""
    for outcome in outcomes:
        number = len(fold_table(events).deals) + 1
        events = (*events, DealOpened(number, deal_id(number)))
        events += recorded(fold_table(events), outcome, version=40, head=HEAD)
    return events


def table(*outcomes: Scored) -> Table:
    """The full table after these deals."""
    return fold_table(after(FULL_TABLE, *outcomes))


def test_an_open_table_waits_for_players() -> None:
    at = fold_table([OPENED])
    assert at.status == "open"
    assert not at.started
    assert at.players == (None,) * 4
    assert at.game is GOAT
    assert at.target == 6
    assert at.score.points == (0, 0)


def test_seats_are_taken_and_left() -> None:
    at = fold_table([OPENED, taken(0), taken(2, None), SeatLeft(0)])
    assert [player is not None for player in at.players] == [False, False, True, False]
    sits = at.players[2]
    assert sits is not None
    assert (sits.name, sits.bot, sits.holder, sits.token) == ("P2", None, KEY, None)


def test_a_full_table_is_due_for_its_first_deal() -> None:
    at = table()
    assert at.started
    assert at.status == "due"


def test_a_pause_counts_from_the_deal_that_was_voided() -> None:
    full = fold_table(FULL_TABLE)
    void, *_ = voided(full, deal=deal_id(1), seats=(3,))
    assert evolve_at(full, void, at=7, actor="system").due_since == 7


def test_a_table_may_be_closed() -> None:
    assert fold_table([OPENED, taken(0), TableClosed()]).status == "closed"


def test_first_terms() -> None:
    made = terms(table(), deal=deal_id(1))
    assert (made.deal, made.table, made.number) == (deal_id(1), HERE, 1)
    assert (made.game, made.rules, made.options) == ("goat", "1", OPENED.options)
    assert (made.seats, made.dealer, made.leader) == (4, None, None)
    assert made.bots == (None, "easy", "easy", "medium")


def test_a_deal_is_on() -> None:
    at = fold_table((*FULL_TABLE, DealOpened(1, deal_id(1))))
    assert at.status == "playing"
    assert at.deals[0].outcome is None


def test_a_recorded_deal_counts_and_carries_dealer_and_leader() -> None:
    at = table(lost(1, 2))
    assert at.status == "due"
    assert at.score.points == (0, 2)
    line = at.deals[0]
    assert (line.number, line.deal, line.outcome, line.points) == (
        *(1, deal_id(1)),
        *(lost(1, 2), (0, 2)),
    )
    made = terms(at, deal=deal_id(2))
    assert (made.number, made.dealer, made.leader) == (2, 1, 2)


def test_a_result_is_recorded_in_words_that_read_back() -> None:
    on = fold_table((*FULL_TABLE, DealOpened(1, deal_id(1))))
    (record,) = recorded(on, lost(0, 4), version=40, head=HEAD)
    assert isinstance(record, DealRecorded)
    assert (record.number, record.deal, record.version, record.head) == (1, deal_id(1), 40, HEAD)
    assert record.result == {"type": "goat.scored", "schema": 1, "data": to_json(lost(0, 4))}
    again = from_data(record.result["type"], record.result["schema"], record.result["data"])
    assert again == lost(0, 4)


def test_the_series_ends_at_the_target() -> None:
    events = after(FULL_TABLE, lost(1, 4), lost(1, 2))
    ended = events[-1]
    assert ended == SeriesEnded(0, (1, 2), (0, 6), (Text(""), Text("goats")))
    at = fold_table(events)
    assert at.status == "over"
    assert at.ended == ended
    assert [line.points for line in at.deals] == [(0, 4), (0, 6)]


def test_eggs_are_in_the_title() -> None:
    events = after(FULL_TABLE, lost(0, 2, eggs=True), lost(1, 4))
    assert events[-1] == SeriesEnded(0, (1, 2), (2, 6), (Text(""), Text("goats with eggs")))


def test_both_at_the_target_together_go_on() -> None:
    at = table(*[lost(0, 2, eggs=True)] * 3)
    assert at.score.points == (6, 6)
    assert at.status == "due"


def test_the_first_place_may_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = GoatScore(Options())._replace(points=(6, 6))
    odd = replace(GOAT, tally=lambda _score, _scored: _Shared(*shared))
    monkeypatch.setattr("domain.table.series.rules_of", lambda _key, _version: odd)
    events = after(FULL_TABLE, lost(1, 2))
    assert events[-1] == SeriesEnded(None, (1, 1), (6, 6), (Text(""), Text("")))
    assert fold_table(events).status == "over"


def test_ranks_of_a_series_that_one_side_wins() -> None:
    assert ranks_of(None, sides=3) == ()
    assert ranks_of(1, sides=3) == (2, 1, 2)


def test_a_series_of_the_first_schema_was_won_by_one_side() -> None:
    data = {"winner": 1, "points": [6, 0], "titles": ["goats", ""]}
    read = from_data("table.series_ended", 1, data)
    assert read == SeriesEnded(1, (2, 1), (6, 0), (Text("goats"), Text("")))


def test_another_stream_has_other_events() -> None:
    with pytest.raises(TypeError, match=r"deal\.revealed is no event of a table"):
        fold_table([OPENED, Revealed(HEAD)])
    with pytest.raises(TypeError, match=r"table\.closed is no event of goat"):
        GOAT.evolve(State(Options()), TableClosed())


def test_a_rematch_moves_every_player_one_seat_to_the_right() -> None:
    assert [kept_seat(seat, 3) for seat in range(3)] == [2, 0, 1]


def test_the_options_are_those_of_its_first_event() -> None:
    at = fold_table([replace(OPENED, options={})])
    assert at.target == 12


def test_a_table_keeps_its_rules_for_ever() -> None:
    for game in GAMES.values():
        for version in game.versions:
            assert rules_of(game.key, version.version) is version
    for key, unknown in (("goat", "0"), ("bridge", "1")):
        with pytest.raises(UnknownRules, match=f"{key}/{unknown}"):
            rules_of(key, unknown)


@pytest.mark.parametrize(("bot", "kind"), [("easy", "bot"), (None, "person")])
def test_old_seats_without_a_kind_get_one(bot: str | None, kind: str) -> None:
    data = {"seat": 0, "name": "P", "bot": bot, "holder": None, "token": None, "commits": False}
    read = from_data("table.seat_taken", 3, {**data, "key": None})
    assert isinstance(read, SeatTaken)
    assert read.kind == kind


def test_the_terms_of_a_table_are_shown_by_the_names_of_their_fields() -> None:
    shown = terms_json(replace(OPENED, visibility="private", turn_limit=30))
    assert (shown["visibility"], shown["spectators"], shown["turn_limit"]) == ("private", True, 30)
    assert "owner" not in shown
