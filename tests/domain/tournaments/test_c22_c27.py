"""Clauses C22 to C27 of tournaments: boards that all tables of a round share."""

from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from domain.fairness import shuffle
from domain.games import GAMES
from domain.judge.deal_rules import follow_append, play_on
from domain.judge.record_rules import SYSTEM, CannotFollow, Fact
from domain.judge.table_rules import TableProgress, follow
from domain.judge.table_rules import opened as opened_by
from domain.judge.tournament_rules import opening_breach
from domain.kernel.deal import Opened, Revealed, Shuffled, Terms, by_hand, commit, shuffled
from domain.kernel.event import Digest, Event, Id, Text, to_json
from domain.kernel.game import Game, start
from domain.kernel.leaving import Abandoned, Resigned
from domain.kernel.moves import legal_moves
from domain.kernel.options import parse_options
from domain.kernel.progress import Progress
from domain.table.events import (
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealRevealed,
    SeatTaken,
    SeriesEnded,
    TableDrawn,
    TableOpened,
)
from domain.table.guests import AuditorAdmitted, WatcherAdmitted
from domain.table.next_deal import terms as next_terms
from domain.table.series import Table
from domain.tournaments import lots
from domain.tournaments.events import BoardRevealed, TournamentClosed
from domain.tournaments.standings import standings
from domain.tournaments.tournament import fold_tournament
from tests.domain.tournaments.evening import (
    HEAD,
    ID,
    Evening,
    board,
    board_seed,
    opened,
    seed,
)

TABLE = Id("f0000000-0000-8000-8000-0000000000aa")
AT = 1_000_000_000


def evening(scoring: str = "mean", **terms: Any) -> Evening:
    """Two tables of Durak in a round of two boards, which are open."""
    given = {"scoring": scoring, "boards": 2, "rounds": 2, **terms}
    return Evening(opened(**given)).join(4).call().draw().open_tables()


def scores(played: Evening) -> dict[int, int]:
    by_player = {each.contestant.number: each.points for each in standings(played.now)}
    return {player: by_player[player] for table in played.groups for player in table}


def refused(played: Evening, event: Event, key: str) -> None:
    with pytest.raises(CannotFollow) as caught:
        played.add(event, actor=SYSTEM)
    assert caught.value.detail.key == key


# --- The terms ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "clause"),
    [
        ({"boards": 251, "rounds": 2}, "C22"),
        ({"boards": -1}, "C22"),
        ({"boards": 2, "board_commitments": ()}, "C22"),
        ({"boards": 0, "scoring": "mean"}, "C27"),
        ({"boards": 2, "table_terms": {"hints": True}}, "C24"),
        ({"boards": 2, "table_terms": {"abandon": "forfeit"}}, "C24"),
    ],
)
def test_c22_c24_c27_terms_that_contradict_boards_are_refused(
    terms: dict[str, Any], clause: str
) -> None:
    given = opened(**{name: value for name, value in terms.items() if name != "table_terms"})
    given = replace(given, table_terms=terms.get("table_terms", {}))
    found = opening_breach(given)
    assert found is not None
    assert found.clause == clause


def test_c24_all_tables_are_full() -> None:
    smaller = Evening(opened("skat", seats=4, boards=1, rounds=1)).join(7).call().draw()
    assert [len(each) for each in smaller.groups] == [4]
    assert opening_breach(opened("skat", seats=4, boards=1)) is None


# --- The deal of a board ------------------------------------------------------------------------


def terms_of(game: Game[Any], number: int, *, table: Id = TABLE, **more: Any) -> Terms:
    options = to_json(parse_options(game.options, {}, seats=game.seats[0]))
    on = board(1, number, seed("shown"))
    known: dict[str, Any] = {
        "deal": Id(str(UUID(int=number << 64 | int(UUID(table)), version=4))),
        "table": table,
        "number": number,
        "dealer": on.dealer(game.seats[0]),
        "leader": None,
        "tournament": on.tournament,
        "round": on.round,
        "seeds": on.seeds,
        **more,
    }
    nobody = (None,) * game.seats[0]
    return Terms(
        game=game.key,
        rules=game.version,
        options=options,
        seats=game.seats[0],
        bots=nobody,
        **known,
    )


def dealt(game: Game[Any], opening: Opened) -> tuple[Event, ...]:
    assert opening.seed is not None
    order = shuffled(
        opening,
        pack=game.pack,
        lots=game.lots(opening.seats),
        seed=bytes.fromhex(opening.seed),
    )
    return start(game, opening, order)[0]


def begun(game: Game[Any], opening: Opened) -> Progress:
    facts = [Fact(each, each.VERSION, AT, SYSTEM) for each in dealt(game, opening)]
    return follow_append(None, facts, game=game)


def played_out(game: Game[Any], number: int) -> Progress:
    on = begun(game, commit(terms_of(game, number), seed=bytes.fromhex(board_seed(1, number))))
    while on.outcome is None:
        seat = on.to_act
        assert seat is not None
        move = next(iter(legal_moves(game, on.state, seat)))
        _, on = play_on(on, (move,), actor=f"seat:{seat}", at=AT)
    return on


@pytest.mark.parametrize("key", sorted(GAMES))
def test_c23_all_tables_have_the_same_cards_and_other_boards_have_others(key: str) -> None:
    game = GAMES[key]

    def order(number: int, **more: Any) -> Shuffled:
        opening = commit(terms_of(game, number, **more), seed=bytes.fromhex(board_seed(1, number)))
        (shuffle,) = (each for each in dealt(game, opening) if isinstance(each, Shuffled))
        return shuffle

    other = Id("f0000000-0000-8000-8000-0000000000bb")
    assert order(1) == order(1, table=other)
    different = [order(2), order(1, seeds=seed("other")), order(1, round=2)]
    assert len({order(1).deck, *(each.deck for each in different)}) == 4


def test_c23_the_recipe_of_a_board() -> None:
    """A calculation of its own, from the bytes."""
    game, on = GAMES["durak"], board(1, 2, seed("shown"))
    secret = bytes.fromhex(board_seed(1, 2))
    opening = commit(terms_of(game, 2), seed=secret)
    index = (1 << 16 | 2).to_bytes(4, "big")
    made = _tagged("fairdeal/1/commit", UUID(ID).bytes, b"B", index, secret)
    assert opening.commitment == on.commitment(secret) == made.hex()
    fixed = _tagged(
        "fairdeal/1/board",
        *(UUID(ID).bytes, (1).to_bytes(4, "big"), (2).to_bytes(4, "big"), b"durak/1"),
        *("\n".join(game.pack).encode(), made, bytes.fromhex(on.seeds)),
    )
    order = next(each for each in dealt(game, opening) if isinstance(each, Shuffled))
    assert order.transcript == fixed.hex()
    assert order.deck == shuffle.shuffle(game.pack, shuffle.key(secret, fixed))


def _tagged(tag: str, *parts: bytes) -> bytes:
    framed = [len(each).to_bytes(4, "big") + each for each in (tag.encode(), *parts)]
    framed.insert(1, len(parts).to_bytes(4, "big"))
    return sha256(b"".join(framed)).digest()


@pytest.mark.parametrize(
    "more",
    [
        {"round": None},
        {"seeds": None},
        {"round": 0},
        {"round": 1 << 16},
        {"dealer": 0},
        {"leader": 1},
        {"commitments": (HEAD, None)},
        {"hints": True},
    ],
)
def test_c24_an_opening_that_contradicts_its_board_is_refused(more: dict[str, Any]) -> None:
    game = GAMES["durak"]
    opening = replace(commit(terms_of(game, 2), seed=bytes(32)), **more)
    with pytest.raises(CannotFollow):
        follow_append(None, [Fact(opening, opening.VERSION, AT, SYSTEM)], game=game)
    hand = by_hand(terms_of(game, 2))
    with pytest.raises(CannotFollow):
        follow_append(None, [Fact(hand, hand.VERSION, AT, SYSTEM)], game=game)


def test_c24_nobody_gives_up_a_board() -> None:
    game = GAMES["durak"]
    on = begun(game, commit(terms_of(game, 1), seed=bytes.fromhex(board_seed(1, 1))))
    for event, actor in ((Resigned(0), "seat:0"), (Abandoned((0,), "left"), "seat:0")):
        with pytest.raises(CannotFollow):
            follow_append(on, [Fact(event, 1, AT, actor)])
    closed = follow_append(on, [Fact(Abandoned((), "closed"), 1, AT, SYSTEM)])
    assert closed.is_played
    assert not closed.is_over


@pytest.mark.parametrize("key", sorted(GAMES))
def test_c25_a_board_ends_without_its_seed_which_comes_alone(key: str) -> None:
    game = GAMES[key]
    ended = played_out(game, 2)
    assert ended.is_played
    assert not ended.is_over
    shown = Revealed(board_seed(1, 2))
    with pytest.raises(CannotFollow):
        follow_append(ended, [Fact(Revealed(board_seed(1, 1)), 1, AT, SYSTEM)])
    with pytest.raises(CannotFollow):
        follow_append(ended, [Fact(shown, 1, AT, "seat:0")])
    after = follow_append(ended, [Fact(shown, 1, AT, SYSTEM)])
    assert after.is_over
    with pytest.raises(CannotFollow):
        follow_append(after, [Fact(shown, 1, AT, SYSTEM)])


# --- The table ----------------------------------------------------------------------------------


class Hall:
    """A table of Goat that grows by events that the judge lets follow."""

    def __init__(self, boards: int = 2, **terms: Any) -> None:
        game = GAMES["goat"]
        options = to_json(parse_options(game.options, {"eggs": "double_next"}, seats=4))
        first = TableOpened(
            TABLE,
            ID,
            Text("T"),
            Text("goat"),
            Text("1"),
            options,
            4,
            "public",
            spectators=True,
            **terms,
        )
        self.progress = TableProgress(opened_by(Fact(first, first.VERSION, AT, SYSTEM)))
        self.boards = boards

    @property
    def now(self) -> Table:
        return self.progress.table

    def add(self, *events: Event) -> "Hall":
        for event in events:
            self.progress = follow(self.progress, Fact(event, event.VERSION, AT, SYSTEM))
        return self

    def seated(self) -> "Hall":
        self.add(TableDrawn(ID, 1, 1, self.boards, HEAD))
        level = Text("easy")
        return self.add(*(SeatTaken(each, level, level, None, None) for each in range(4)))

    def open(self, number: int) -> "Hall":
        return self.add(DealOpened(number, _deal(number)))

    def record(self, number: int, *loss: int) -> "Hall":
        data = {
            "points": [60, 60],
            "tricks": [4, 5],
            "loss_points": [*loss],
            "eggs": True,
            "next_leader": 3,
            "next_dealer": 3,
        }
        result = {"type": "goat.scored", "schema": 1, "data": data}
        return self.add(DealRecorded(number, _deal(number), 40, HEAD, result))

    def reveal(self, number: int, version: int = 41) -> "Hall":
        return self.add(DealRevealed(number, _deal(number), version, HEAD))

    def cannot(self, event: Event) -> None:
        with pytest.raises(CannotFollow):
            self.add(event)


def _deal(number: int) -> Id:
    return Id(f"f0000000-0000-8000-8000-0000000000d{number}")


def test_c24_a_table_plays_its_boards_whatever_the_score() -> None:
    hall = Hall(3).seated().open(1)
    hall.record(1, 0, 24).open(2)
    assert next_terms(hall.now, deal=_deal(9)).dealer == 1
    assert next_terms(hall.now, deal=_deal(9)).leader is None
    hall.record(2, 4, 0)
    assert hall.now.score.points == (4, 24), "nothing is doubled or carried over"
    hall.open(3).record(3, 0, 0)
    (owed,) = hall.progress.owed
    assert owed == SeriesEnded(0, (1, 2), (4, 24), (Text(""), Text("")))
    hall.add(owed)
    assert hall.now.is_finished


@pytest.mark.parametrize("terms", [{"hints": True}, {"abandon": "forfeit"}])
def test_c24_a_table_that_contradicts_boards_is_refused(terms: dict[str, Any]) -> None:
    Hall(**terms).cannot(TableDrawn(ID, 1, 1, 2, HEAD))
    Hall(**terms).add(TableDrawn(ID, 1, 1))
    Hall().cannot(TableDrawn(ID, 1, 1, 2, None))
    Hall().cannot(TableDrawn(ID, 1, 1, 0, HEAD))


def test_c24_no_seat_adds_a_seed_and_none_forfeits() -> None:
    hall = Hall().add(TableDrawn(ID, 1, 1, 2, HEAD))
    hall.cannot(SeatTaken(0, Text("Ana"), None, None, HEAD, commits=True))
    hall = Hall().seated().open(1)
    hall.cannot(DealAbandoned(1, _deal(1), (0,), "left", 4, HEAD))


def test_c25_boards_are_revealed_in_their_order_at_a_table() -> None:
    hall = Hall().seated().open(1)
    hall.cannot(DealRevealed(1, _deal(1), 41, HEAD))
    hall.record(1, 0, 2).open(2)
    hall.cannot(DealRevealed(2, _deal(2), 41, HEAD))
    hall.cannot(DealRevealed(1, _deal(1), 42, HEAD))
    hall.reveal(1)
    hall.cannot(DealRevealed(1, _deal(1), 41, HEAD))
    hall.record(2, 2, 0)
    hall.add(*hall.progress.owed).reveal(2)
    assert not hall.now.is_covered


def test_c26_to_others_a_table_stands_where_the_last_revealed_board_left_it() -> None:
    hall = Hall().seated()
    assert hall.now.shown == hall.now.length
    before = hall.now.length
    hall.open(1).record(1, 0, 2)
    assert hall.now.shown == before
    after = hall.now.length
    hall.open(2)
    assert hall.now.shown == before
    hall.reveal(1)
    assert hall.now.shown == after
    hall.record(2, 2, 0)
    assert hall.now.shown == after
    hall.add(*hall.progress.owed).reveal(2)
    assert hall.now.shown == hall.now.length


def test_c26_a_table_admits_no_guests_before_its_last_board_is_revealed() -> None:
    guests = (
        AuditorAdmitted(1, Text("A"), HEAD, 2 * AT),
        WatcherAdmitted(1, Text("W"), None, HEAD, 2 * AT),
    )
    hall = Hall(1).seated()
    for each in guests:
        hall.cannot(each)
    hall.open(1).record(1, 0, 2)
    hall.add(*hall.progress.owed)
    for each in guests:
        hall.cannot(each)
    hall.reveal(1).add(*guests)


# --- The tournament -----------------------------------------------------------------------------


def test_c25_a_board_is_revealed_once_in_order_with_the_results_of_all_tables() -> None:
    played = evening()
    good = BoardRevealed(1, 1, board_seed(1, 1), ((1, 0), (0, 1)))
    for other, key in (
        (replace(good, number=2), "tournament-no-board"),
        (replace(good, round=2), "tournament-no-board"),
        (replace(good, seed=board_seed(1, 2)), "tournament-seed"),
        (replace(good, results=((1, 0),)), "tournament-result"),
        (replace(good, results=((1, 0), (0, 1, 0))), "tournament-result"),
        (replace(good, results=()), "tournament-result"),
    ):
        refused(played, other, key)
    played.reveal((1, 0), ())
    refused(played, replace(good, number=2, seed=board_seed(1, 2)), "tournament-result")
    played.reveal((1, 0), ())
    refused(played, replace(good, number=3), "tournament-no-board")
    early = Evening(opened(boards=1, rounds=1)).join(4).call().draw()
    refused(early, good, "tournament-result")


def test_c25_sides_have_the_same_points() -> None:
    pairs = Evening(opened("goat", format="swiss", boards=1, rounds=1, scoring="mean", seats=4))
    pairs.join(4).call().draw().open_tables()
    odd = BoardRevealed(1, 1, board_seed(1, 1), ((2, 0, 0, 0),))
    refused(pairs, odd, "tournament-result")
    pairs.reveal((2, 0, 2, 0))


def test_c25_after_the_end_boards_are_revealed_and_do_not_count() -> None:
    played = evening("points").reveal((1, 0), (1, 0))
    before = scores(played)
    played.add(TournamentClosed("director"))
    refused(played, BoardRevealed(1, 2, board_seed(1, 2), ((1, 0), (0, 1))), "tournament-result")
    played.reveal()
    assert scores(played) == before
    assert not played.now.is_covered


def test_c26_the_result_of_a_table_waits_for_the_last_board() -> None:
    played = evening("points").reveal((1, 0), (0, 1))
    assert scores(played) == dict(zip(scores(played), (1, 0, 0, 1), strict=True))
    with pytest.raises(CannotFollow):
        played.record(1, 1, 0)
    played.reveal((0, 1), ())
    with pytest.raises(CannotFollow):
        played.record(1, 2, 0)
    played.record(1, 1, 1).record(2, 0, 1)
    assert played.now.status == "break"


@pytest.mark.parametrize(
    ("scoring", "results", "expected"),
    [
        ("mean", [(3, 0), (0, 3)], (150, -150, -150, 150)),
        ("mean", [(1, 0), ()], (0, 0, 0, 0)),
        ("mean", [(), ()], (0, 0, 0, 0)),
        ("median", [(5, 1), (1, 1)], (200, 0, -200, 0)),
        ("points", [(5, 1), ()], (5, 1, 0, 0)),
    ],
)
def test_c27_each_result_is_compared_with_all_on_the_same_seat(
    scoring: str, results: list[tuple[int, ...]], expected: tuple[int, ...]
) -> None:
    played = evening(scoring).reveal(*results)
    assert tuple(scores(played).values()) == expected
    (line,) = standings(played.now)[0].lines
    assert line.boards == (line.points,)


def test_c27_three_tables_round_half_to_even_and_the_worst_counts_for_none() -> None:
    played = Evening(opened(scoring="mean", boards=1, rounds=1)).join(6).call().draw()
    played.open_tables().reveal((1, 7), (0, 7), ())
    values = list(scores(played).values())
    assert values == [50, 0, -50, 0, -50, 0]
    third = Evening(opened(scoring="mean", boards=1, rounds=1)).join(6).call().draw()
    third.open_tables().reveal((1, 0), (0, 0), (0, 0))
    assert list(scores(third).values()) == [67, 0, -33, 0, -33, 0]


def test_c27_few_points_are_good_where_the_game_says_so() -> None:
    pairs = Evening(opened("goat", format="swiss", boards=1, rounds=1, scoring="mean", seats=4))
    pairs.join(12).call().draw().open_tables().reveal((4, 0, 4, 0), (2, 0, 2, 0), ())
    best, *_, last = standings(pairs.now)
    assert best.points == -100
    assert last.points == 100
    assert sorted(each.points for each in standings(pairs.now)) == [-100, 0, 0, 0, 100, 100]


def test_c27_a_knock_out_is_won_by_comparison() -> None:
    """The second table's loser has lost by less than usual on that seat, and goes on."""
    played = evening("mean", format="knock_out", boards=1)
    table, other = played.groups
    played.reveal((9, 0), (1, 0)).record(1, 9, 0).record(2, 1, 0).call().draw()
    assert set(played.groups[0]) == {table[0], other[1]}


def test_a_tournament_with_boards_folds_from_its_events() -> None:
    played = evening().reveal((1, 0), (0, 1))
    assert standings(fold_tournament(played.events)) == standings(played.now)
    shown = played.now.rounds[0].shown
    assert lots.digest(ID, 1, shown) != Digest(lots.digest(ID, 2, shown))
