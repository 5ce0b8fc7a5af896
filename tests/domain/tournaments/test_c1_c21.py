"""Clauses C1 to C21 of tournaments: worked cases, and laws over drawn evenings."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from domain.judge.record_rules import SYSTEM, CannotFollow
from domain.judge.tournament_rules import opening_breach
from domain.kernel.event import Digest, Event, Text
from domain.tournaments.draws import draw, is_decided, last_lot
from domain.tournaments.events import (
    PlayerErased,
    PlayerJoined,
    PlayerSeedShown,
    PlayerSubstituted,
    PlayerWithdrew,
    RoundCalled,
    RoundDrawn,
    ScoreCorrected,
    TableResultRecorded,
    TournamentClosed,
    TournamentPaused,
    TournamentResumed,
    TournamentTableOpened,
)
from domain.tournaments.formats import cycle, sizes, swiss
from domain.tournaments.standings import standings
from domain.tournaments.tournament import fold_tournament, options_of
from tests.domain.tournaments.evening import (
    HEAD,
    KEY,
    Evening,
    by_chance,
    lower_wins,
    opened,
    seed,
)

OTHER = Digest("11" * 32)
FORMATS = ("lot", "by_standings", "round_robin", "swiss", "knock_out")


def refused(evening: Evening, event: Event, key: str, *, actor: str = KEY) -> None:
    before = evening.now
    with pytest.raises(CannotFollow) as caught:
        evening.add(event, actor=actor)
    assert caught.value.detail.key == key
    assert evening.now == before


def player(number: int, **more: Any) -> PlayerJoined:
    given: dict[str, Any] = {"bot": None, "partner": None, "team": None, "commitment": None}
    return PlayerJoined(number, Text("New"), token=HEAD, holder=None, **{**given, **more})


def substitute(number: int) -> PlayerSubstituted:
    return PlayerSubstituted(number, Text("New"), OTHER, None, None, Text("Ill"))


def drawn_late(evening: Evening, *shown: int) -> RoundDrawn:
    """The next round, drawn after its time, when only these players have shown their seeds."""
    evening.call().show(*shown)
    evening.at += 60_000_000
    drawn = evening.draw().now.rounds[-1].drawn
    assert drawn is not None
    return drawn


def scores(evening: Evening) -> dict[int, int]:
    return {each.contestant.number: each.points for each in standings(evening.now)}


# --- Players ------------------------------------------------------------------------------------


def test_c1_pairs_stay_together_and_the_incomplete_are_not_seated() -> None:
    evening = Evening(opened("goat", format="swiss", seats=4)).join(9)
    for _ in range(3):
        evening.round()
        for table in evening.groups:
            assert {table[0] + 1, table[1] + 1} == {table[2], table[3]}
            assert 9 not in table


def test_c2_players_join_until_the_first_round_or_between_rounds() -> None:
    evening = Evening(opened(format="swiss")).join(4).round().join(1).call()
    refused(evening, player(6), "tournament-too-late")
    closed = Evening(opened(format="round_robin")).join(4).round()
    refused(closed, player(5), "tournament-too-late")
    full = Evening(opened(most=4)).join(4)
    refused(full, player(5), "tournament-full")
    full.add(PlayerWithdrew(2), player(5))
    refused(Evening(opened()), player(7), "tournament-no-player")


def test_c3_a_partner_is_free_and_of_the_same_team() -> None:
    evening = Evening(opened("goat", seats=4)).join(2, teams=["Reds"])
    evening.add(player(3, team=Text("Blues")))
    for partner in (1, 2, 3, 4, 7):
        refused(evening, player(4, partner=partner), "tournament-partner")
        reds = player(4, partner=partner, team=Text("Reds"))
        refused(evening, reds, "tournament-partner")
    evening.add(player(4, partner=3, team=Text("Blues")))
    refused(Evening(opened()).join(1), player(2, partner=1), "tournament-no-pairs")
    alone = Evening(opened("goat", seats=4)).join(1)
    refused(alone, player(2, partner=1), "tournament-partner")


def test_c4_who_withdraws_is_not_seated_again_and_keeps_the_score() -> None:
    evening = Evening(opened("goat", format="swiss", seats=4)).join(8).round().withdraw(2)
    kept = scores(evening)
    refused(evening, PlayerWithdrew(2), "tournament-withdrawn")
    evening.call().draw()
    assert not {1, 2} & {each for table in evening.groups for each in table}
    assert scores(evening)[1] == kept[1]


def test_c4_a_substitute_goes_on_with_all_that_is_the_players() -> None:
    evening = Evening(opened("goat", format="swiss", seats=4)).join(8, commits=[2]).call()
    refused(evening, substitute(2), "tournament-substitute-later")
    evening.show(2).draw().play(lower_wins).withdraw(2)
    before = evening.now.players[1]
    score = scores(evening)
    refused(evening, substitute(9), "tournament-no-player")
    refused(evening, substitute(2), "finding-not-for", actor="entry:2")
    evening.add(substitute(2))
    after = evening.now.players[1]
    assert (after.number, after.partner, after.withdrawn) == (2, 1, False)
    assert (after.name, after.token, after.commitment, after.seed) == ("New", OTHER, None, None)
    assert (scores(evening), last_lot(evening.now)[:1]) == (score, last_lot(evening.now)[:1])
    evening.call().draw()
    assert {1, 2} <= {player for table in evening.groups for player in table}
    former, own = (each.taken for each in after.persons)
    assert former == before.taken
    evening.add(PlayerErased(2, former))
    assert evening.now.players[1].name == "New"
    refused(evening, PlayerErased(2, 99), "tournament-no-player")
    evening.add(PlayerErased(2, own))
    assert [(each.taken, each.erased) for each in evening.now.players[1].persons] == [
        (former, True),
        (own, True),
    ]
    assert evening.now.players[1].name == "Player 2"


@pytest.mark.parametrize("order", range(10))
def test_c2_no_more_players_stay_than_the_terms_say_whoever_comes_and_goes(order: int) -> None:
    chance, evening = Random(order), Evening(opened(most=4))
    seen = Counter[str]()
    for _ in range(60):
        count = len(evening.now.players)
        numbers = range(1, count + 1)
        event = chance.choice([player(count + 1), *map(substitute, numbers)])
        if numbers and chance.random() < 0.3:
            event = PlayerWithdrew(chance.choice(numbers))
        try:
            evening.add(event)
        except CannotFollow as cannot:
            seen[cannot.detail.key] += 1
        assert sum(not each.withdrawn for each in evening.now.players) <= 4
    assert seen["tournament-full"]


@pytest.mark.parametrize("form", ["lot", "by_standings"])
def test_c5_teams_are_apart_where_they_can_be(form: str) -> None:
    chance = Random(5)
    for _ in range(60):
        count, size = chance.randrange(6, 41), chance.choice([3, 4])
        evening = Evening(opened("skat", format=form, seats=size))
        teams = [chance.choice(["A", "B", "C", "D", None]) for _ in range(count)]
        evening.join(count, teams=teams).round(by_chance(chance)).round(by_chance(chance))
        members = Counter(team for team in teams if team is not None)
        for table in evening.groups:
            here = Counter(evening.now.players[each - 1].team for each in table)
            for team, together in here.items():
                assert team is None or together == 1 or members[team] > len(evening.groups)


# --- Draws --------------------------------------------------------------------------------------


def test_c6_seeds_are_shown_when_a_round_is_called_and_before_it_is_drawn() -> None:
    evening = Evening(opened(rounds=2)).join(5, commits=[1, 2])
    shown = PlayerSeedShown(1, evening.seed_of(1, 1))
    refused(evening, shown, "tournament-not-drawing", actor="entry:1")
    evening.call()
    refused(evening, shown, "finding-not-for", actor="entry:2")
    wrong = PlayerSeedShown(1, evening.seed_of(2, 1))
    refused(evening, wrong, "tournament-seed", actor="entry:1")
    evening.show(1)
    refused(evening, shown, "tournament-no-seed-owed", actor="entry:1")
    early = draw(evening.now, seed("round 1"))
    refused(evening, early, "tournament-seeds-owed", actor=SYSTEM)
    evening.at += 60_000_000
    other = draw(evening.now, seed("round 2"))
    refused(evening, other, "tournament-seed", actor=SYSTEM)
    evening.draw()
    drawn = evening.now.rounds[-1].drawn
    assert drawn is not None
    assert drawn.absent == (2,)
    assert 2 not in {each for table in drawn.tables for each in table} | {*drawn.byes}
    evening.play(lambda _: (1, 0)).call()
    refused(evening, shown, "tournament-seed", actor="entry:1")
    evening.show(1, 2).draw()
    assert evening.now.rounds[-1].drawn == evening.events[-1]
    assert not evening.now.owing


def test_c6_who_withdraws_after_the_call_still_owes_the_seed_and_is_named() -> None:
    evening = Evening(opened(rounds=2)).join(6, commits=[1, 2, 3, 4]).withdraw(4)
    evening.call().withdraw(2, 3).show(1)
    assert evening.now.owing == (2, 3)
    early = draw(evening.now, seed("round 1"))
    refused(evening, early, "tournament-seeds-owed", actor=SYSTEM)
    evening.show(3)
    evening.at += 60_000_000
    unnamed = draw(evening.now, seed("round 1"))
    unnamed = RoundDrawn(1, unnamed.seed, unnamed.tables, unnamed.byes, ())
    refused(evening, unnamed, "tournament-draw-unfounded", actor=SYSTEM)
    drawn = evening.draw().now.rounds[-1].drawn
    assert drawn is not None
    assert drawn.absent == (2,)
    assert {each.player for each in evening.now.rounds[-1].shown} == {1, 3}
    assert {each for table in drawn.tables for each in table} | {*drawn.byes} == {1, 5, 6}
    assert evening.play(lower_wins).call().now.owing == (1,)


def test_c6_only_seeds_of_the_round_draw_it_and_late_players_show_theirs() -> None:
    def lot(shown: list[int]) -> tuple[int, ...]:
        evening = Evening(opened()).join(6, commits=[1, 2]).call().show(1, 2).draw()
        evening.play(lambda _: (1, 0)).join(1, commits=[7]).call().show(*shown)
        evening.at += 60_000_000
        return last_lot(evening.draw().now)

    assert len({lot([]), lot([1]), lot([1, 2]), lot([1, 2, 7])}) == 4


@pytest.mark.parametrize("shown", [(), (3,)])
@pytest.mark.parametrize("form", FORMATS)
def test_c6_nobody_is_left_out_if_fewer_than_two_would_be_left(
    form: str, shown: tuple[int, ...]
) -> None:
    evening = Evening(opened(format=form)).join(4, commits=(1, 2, 3, 4))
    drawn = drawn_late(evening, *shown)
    assert sorted(each for table in drawn.tables for each in table) == [1, 2, 3, 4]
    assert drawn.absent == tuple(each for each in (1, 2, 3, 4) if each not in shown)
    assert not is_decided(evening.play(lower_wins).now)
    two = drawn_late(Evening(opened(format=form)).join(4, commits=(1, 2, 3, 4)), 1, 3)
    assert {1, 3} == {*two.byes, *(each for table in two.tables for each in table)}


def test_c6_nobody_wins_a_final_because_a_seed_is_missing() -> None:
    evening = Evening(opened(format="knock_out", rounds=2)).join(4, commits=(1, 2, 3, 4))
    drawn_late(evening, 1, 2, 3, 4)
    winners = {min(table) for table in evening.groups}
    evening.play(lower_wins)
    others = {1, 2, 3, 4} - winners
    drawn = drawn_late(evening, max(winners), *others)
    assert [{*table} for table in drawn.tables] == [winners]
    assert drawn.absent == (1,)


def test_c6_older_tournaments_have_one_seed_of_a_player() -> None:
    evening = Evening(opened(seeds_each_round=False)).join(4, commits=[4]).call().show(4).draw()
    assert not evening.play(lambda _: (1, 0)).call().now.owing


def test_c6_no_seed_of_a_player_stops_a_director_who_names_the_seats() -> None:
    evening = Evening(opened(format="fixed")).join(1)
    refused(evening, player(2, commitment=HEAD), "tournament-director-seats")


def test_c6_every_seed_changes_the_lot() -> None:
    def lot(commits: list[int]) -> tuple[int, ...]:
        evening = Evening(opened()).join(12, commits=commits).call().show(*commits).draw()
        return last_lot(evening.now)

    assert len({lot([]), lot([1]), lot([2]), lot([1, 2])}) == 4


def test_c7_a_seed_that_is_shown_later_does_not_change_an_earlier_lot() -> None:
    terms = opened(format="round_robin", rounds=9, seeds_each_round=False)
    evening = Evening(terms).join(9, commits=[9]).call()
    evening.at += 60_000_000
    evening.draw().play(lower_wins).call().show(9).draw().play(lower_wins)
    for _ in range(7):
        evening.round()
    met = [frozenset(table.players) for each in evening.now.rounds for table in each.tables]
    assert len(set(met)) == len(met) == 35
    assert len([each for each in met if 9 in each]) == 7


def test_c7_another_draw_than_the_lot_is_refused() -> None:
    evening = Evening(opened()).join(8).call()
    drawn = draw(evening.now, seed("round 1"))
    swapped = type(drawn)(1, drawn.seed, drawn.tables[::-1], drawn.byes, drawn.absent)
    refused(evening, swapped, "tournament-draw-unfounded", actor=SYSTEM)


@pytest.mark.parametrize(
    ("count", "size", "least", "tables", "over"),
    [
        (12, 4, 4, (4, 4, 4), 0),
        (13, 4, 3, (4, 3, 3, 3), 0),
        (5, 4, 3, (4,), 1),
        (2, 4, 3, (), 2),
        (7, 3, 3, (3, 3), 1),
        (9, 4, 1, (3, 3, 3), 0),
        (5, 2, 2, (2, 2), 1),
    ],
)
def test_c8_sizes(count: int, size: int, least: int, tables: tuple[int, ...], over: int) -> None:
    assert sizes(count, size=size, least=least) == (tables, over)


def test_c8_byes_go_round_and_bots_take_free_places() -> None:
    evening = Evening(opened("skat", seats=3, rounds=4)).join(7)
    byes = list[int]()
    for _ in range(4):
        evening.round()
        drawn = evening.now.rounds[-1].drawn
        assert drawn is not None
        byes += drawn.byes
    assert len(set(byes)) == 4
    filled = Evening(opened("skat", seats=3, fill=Text("easy"))).join(7).round()
    assert Counter(each == 0 for table in filled.groups for each in table) == {False: 7, True: 2}
    assert all(table.count(0) <= 1 for table in filled.groups)


@pytest.mark.parametrize("bots_win", [False, True])
@pytest.mark.parametrize(("game", "seats"), [("durak", 2), ("goat", 4)])
def test_c8_nobody_meets_the_house_bot_twice_before_all_have(
    game: str, seats: int, *, bots_win: bool
) -> None:
    terms = opened(game, format="swiss", seats=seats, rounds=10, fill=Text("easy"))
    evening = Evening(terms).join(5 * seats // 2)
    met = Counter[frozenset[int]]()
    for most in (1, 2):
        for _ in range(5):
            evening.round(lambda players: tuple((each == 0) is bots_win for each in players))
            (alone,) = (table for table in evening.groups if 0 in table)
            met[frozenset(alone)] += 1
        assert (len(met), {*met.values()}) == (5, {most})


@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ([(1, 2), (2, 3)], "tournament-seated-twice"),
        ([(1, 9)], "tournament-seated-stranger"),
        ([(1, 4)], "tournament-seated-stranger"),
        ([(1, 2, 3)], "tournament-table-size"),
        ([(1, 0)], "tournament-table-size"),
    ],
)
def test_c9_a_director_seats_whoever_is_there_once(tables: list[tuple[int, ...]], key: str) -> None:
    evening = Evening(opened(format="fixed")).join(4).withdraw(4).call()
    refused(evening, draw(evening.now, seed("round 1"), fixed=tables), key, actor=KEY)
    evening.draw([(3, 1)])
    drawn = evening.now.rounds[-1].drawn
    assert drawn is not None
    assert (drawn.tables, drawn.byes) == (((3, 1),), (2,))


def test_c9_a_pair_is_not_parted() -> None:
    evening = Evening(opened("goat", format="fixed", seats=4)).join(4).call()
    apart = draw(evening.now, seed("round 1"), fixed=[(1, 2, 3, 4)])
    refused(evening, apart, "tournament-pair-apart", actor=KEY)
    evening.draw([(1, 3, 2, 4)])


def test_c11_the_first_of_the_standings_sit_at_the_first_table() -> None:
    evening = Evening(opened("skat", format="by_standings", seats=4)).join(12).round()
    order = [each.contestant.number for each in standings(evening.now, lot=last_lot(evening.now))]
    evening.round()
    assert evening.groups == [tuple(order[at : at + 4]) for at in (0, 4, 8)]


@pytest.mark.parametrize("count", [2, 5, 8])
def test_c12_everybody_meets_everybody_once_and_again_with_seats_exchanged(count: int) -> None:
    rounds = count - 1 + count % 2
    evening = Evening(opened(format="round_robin", rounds=2 * rounds, most=count)).join(count)
    met = Counter[tuple[int, ...]]()
    for _ in range(2 * rounds):
        evening.round()
        met.update(evening.groups)
    both = {pair for one in combinations(range(1, count + 1), 2) for pair in (one, one[::-1])}
    assert met == Counter(both)
    assert is_decided(evening.now)


@pytest.mark.parametrize(("most", "rounds", "played"), [(64, 60, 7), (64, 3, 3), (9, 18, 14)])
def test_c12_a_round_robin_is_over_when_its_cycles_are(most: int, rounds: int, played: int) -> None:
    evening = Evening(opened(format="round_robin", rounds=rounds, most=most)).join(8)
    while not is_decided(evening.now):
        evening.round()
    assert len(evening.now.rounds) == played


def test_c12_who_misses_a_round_is_left_out_of_that_round_only() -> None:
    evening = Evening(opened(format="round_robin")).join(4, commits=[1])
    missed = drawn_late(evening)
    assert (len(missed.tables), len(missed.byes), missed.absent) == (1, 1, (1,))
    evening.play(lower_wins)
    for _ in range(2):
        drawn = drawn_late(evening, 1)
        assert (len(drawn.tables), drawn.byes, drawn.absent) == (2, (), ())
        evening.play(lower_wins)
    met = {frozenset(table.players) for each in evening.now.rounds for table in each.tables}
    assert len(met) == 5
    assert frozenset({1, *missed.byes}) not in met
    assert is_decided(evening.now)


def test_c12_the_second_of_a_pair_that_misses_a_round_costs_that_round_only() -> None:
    evening = Evening(opened("goat", format="round_robin", seats=4)).join(8, commits=[2])
    missed = drawn_late(evening)
    assert (len(missed.tables), len(missed.byes), missed.absent) == (1, 2, (2,))
    drawn = drawn_late(evening.play(lower_wins), 2)
    assert (len(drawn.tables), drawn.byes) == (2, ())


@pytest.mark.parametrize("before_the_draw", [False, True])
def test_c12_who_was_absent_and_withdraws_leaves_the_order_as_it_was(
    *, before_the_draw: bool
) -> None:
    evening = Evening(opened(format="round_robin")).join(4, commits=[1]).call()
    if before_the_draw:
        evening.withdraw(1)
    evening.at += 60_000_000
    evening.draw().play(lower_wins)
    if not before_the_draw:
        evening.withdraw(1)
    evening.round().round()
    rounds = [each.drawn for each in evening.now.rounds if each.drawn]
    assert [len(each.tables) for each in rounds] == [1, 1, 1]
    assert {each.byes for each in rounds} == {(2,), (3,), (4,)}


def test_c12_a_pair_of_which_one_has_left_before_the_first_call_is_in_no_order() -> None:
    evening = Evening(opened("goat", format="round_robin", seats=4)).join(6, commits=[6])
    drawn = drawn_late(evening.withdraw(5))
    assert (len(drawn.tables), drawn.byes, drawn.absent) == (1, (), (6,))
    assert is_decided(evening.play(lower_wins).now), "the two pairs have met"


def test_c12_who_leaves_after_the_first_call_stays_in_the_order() -> None:
    evening = Evening(opened(format="round_robin")).join(3, commits=[1]).call().withdraw(2)
    evening.show(1).draw().play(lower_wins)
    while not is_decided(evening.now):
        drawn_late(evening, 1)
        evening.play(lower_wins)
    assert sorted(len(each.tables) for each in evening.now.rounds) == [0, 0, 1]


def test_c12_a_round_robin_that_all_have_left_is_over() -> None:
    evening = Evening(opened(format="round_robin")).join(2).call().withdraw(1, 2).draw()
    assert (evening.groups, is_decided(evening.now)) == ([], True)
    assert [cycle(count) for count in range(5)] == [0, 1, 1, 3, 3]


@pytest.mark.parametrize("count", [6, 9, 16, 33])
def test_c13_nobody_meets_again_before_they_must_and_neighbours_meet(count: int) -> None:
    chance = Random(count)
    rounds = min(7, count - 1 - count % 2)
    evening = Evening(opened(format="swiss", rounds=rounds)).join(count)
    met, byes = Counter[tuple[int, ...]](), Counter[int]()
    for _ in range(rounds):
        evening.round(by_chance(chance))
        drawn = evening.now.rounds[-1].drawn
        assert drawn is not None
        met.update(tuple(sorted(table)) for table in evening.groups)
        byes.update(drawn.byes)
    assert set(met.values()) == {1}
    assert set(byes.values()) <= {1}


def test_c13_contestants_meet_again_only_where_they_must() -> None:
    evening = Evening(opened(format="swiss", rounds=6)).join(4)
    met = Counter[tuple[int, ...]]()
    for _ in range(6):
        evening.round()
        met.update(tuple(sorted(table)) for table in evening.groups)
    assert set(met.values()) == {2}


def test_c14_the_better_of_each_pair_goes_on_to_the_final() -> None:
    for count in range(2, 20):
        rounds = (count - 1).bit_length()
        evening = Evening(opened(format="knock_out", rounds=rounds)).join(count)
        while not is_decided(evening.now):
            evening.round()
        assert len(evening.now.rounds) == rounds
        first, second, *_ = standings(evening.now)
        assert (first.contestant.number, first.rank, second.rank) == (1, 1, 2)


def test_c14_a_tie_goes_to_the_first_of_the_bracket_and_a_withdrawal_is_a_bye() -> None:
    evening = Evening(opened(format="knock_out", rounds=2)).join(4).round(lambda _: (0, 0))
    (a, _), (b, _) = evening.groups
    evening.withdraw(a)
    assert is_decided(evening.now)
    refused(evening, RoundCalled(2), "tournament-decided")
    assert b in evening.groups[1]


def test_c14_one_who_is_left_before_the_draw_has_a_bye() -> None:
    evening = Evening(opened(format="knock_out", rounds=2)).join(2).call().withdraw(2).draw()
    assert (evening.groups, is_decided(evening.now)) == ([], True)
    assert standings(evening.now)[0].contestant.number == 1


def test_c14_one_who_is_absent_loses_the_round() -> None:
    evening = Evening(opened(format="knock_out", rounds=2)).join(4, commits=[1, 3])
    drawn = drawn_late(evening, 3)
    assert (len(drawn.tables), len(drawn.byes), drawn.absent) == (1, 1, (1,))
    (winner,) = map(min, drawn.tables)
    final = drawn_late(evening.play(lower_wins), 1, 3)
    assert [{*table} for table in final.tables] == [{winner, *drawn.byes}]
    assert is_decided(evening.play(lower_wins).now)
    assert standings(evening.now)[0].contestant.number == 2


def test_c18_the_winner_of_the_final_stands_first() -> None:
    evening = Evening(opened(format="knock_out", rounds=2, scoring="points")).join(4).call().draw()
    (a, b), (c, d) = evening.groups
    gained = {a: 2, b: 1, c: 100, d: 99}
    final = evening.play(lambda players: tuple(gained[each] for each in players)).call().draw()
    final.play(lambda players: tuple(2 if each == a else 1 for each in players))
    assert [row.contestant.number for row in standings(final.now)] == [a, c, d, b]
    assert [row.rank for row in standings(final.now)] == [1, 2, 3, 4]


# --- Results and course -------------------------------------------------------------------------


@pytest.mark.parametrize(("deals", "fewer"), [(36, 27), (10, 7), (1, 1)])
def test_c15_a_smaller_table_plays_fewer_deals(deals: int, fewer: int) -> None:
    full = opened("skat", seats=4)
    terms = replace(full, options={**full.options, "deals": deals})
    assert [options_of(terms, seats)["deals"] for seats in (3, 4)] == [fewer, deals]
    assert options_of(opened("durak"), 2) == opened("durak").options


def test_c15_a_table_is_opened_once_and_recorded_once() -> None:
    evening = Evening(opened()).join(2).call().draw()
    opening = TournamentTableOpened(1, 1, evening.now.opened.tournament)
    evening.add(opening, actor=SYSTEM)
    refused(evening, opening, "tournament-no-table", actor=SYSTEM)
    short = TableResultRecorded(1, 1, opening.table, 9, HEAD, (1,), (1,), (0,), (0,))
    refused(evening, short, "tournament-result", actor=SYSTEM)
    result = TableResultRecorded(1, 1, opening.table, 9, HEAD, (1, 0), (1, 2), (2, 1), (1, 2))
    refused(evening, result, "finding-not-for", actor=KEY)
    evening.add(result, actor=SYSTEM)
    refused(evening, result, "tournament-no-table", actor=SYSTEM)
    won, lost = standings(evening.now)
    assert (won.points, won.won, won.lost, lost.points) == (2, 2, 1, 0)


def test_c17_and_c18_scores_and_ties() -> None:
    evening = Evening(opened(format="swiss")).join(5)
    evening.round(lambda _: (1, 1))
    assert sorted(scores(evening).values()) == [1, 1, 1, 1, 2]
    table = standings(evening.now)
    assert [each.rank for each in table] == [1, 2, 2, 2, 2]
    skat = Evening(opened("skat", seats=4)).join(4).round(lambda _: (40, -20, 40, 100))
    assert sorted(scores(skat).values()) == [-20, 40, 40, 100]
    robin = Evening(opened(format="round_robin")).join(3).round(lambda _: (1, 0))
    assert sorted(scores(robin).values()) == [0, 0, 2]


def test_c19_a_correction_is_a_line_of_the_standings() -> None:
    evening = Evening(opened("skat", seats=3)).join(3)
    fixed = ScoreCorrected(1, 2, -50, Text("Late for the second deal"))
    refused(evening, fixed, "tournament-no-round")
    evening.round()
    refused(evening, ScoreCorrected(1, 9, 1, Text("?")), "tournament-no-contestant")
    pairs = Evening(opened("goat", format="swiss", seats=4)).join(5).call()
    for other in (2, 5):  # the second of a pair, and one without a partner
        refused(pairs, ScoreCorrected(1, other, 1, Text("?")), "tournament-no-contestant")
    before = scores(evening)
    evening.add(fixed)
    assert scores(evening) == {**before, 2: before[2] - 50}
    (line,) = [
        line for each in standings(evening.now) for line in each.lines if line.kind == "correction"
    ]
    assert (line.points, line.reason) == (-50, "Late for the second deal")
    over = Evening(opened("skat", seats=3, rounds=1)).join(3).round()
    over.add(TournamentClosed("over"), actor=SYSTEM).add(fixed)
    assert scores(over)[2] == before[2] - 50


def test_c20_a_paused_tournament_calls_no_round() -> None:
    evening = Evening(opened()).join(4)
    refused(evening, TournamentResumed(), "tournament-not-paused")
    evening.add(TournamentPaused(Text("Dinner")))
    refused(evening, RoundCalled(1), "tournament-is-paused")
    refused(evening, TournamentPaused(Text("Again")), "tournament-already-paused")
    evening.add(TournamentResumed()).call()
    refused(evening, RoundCalled(2), "tournament-round-on")


def test_c21_it_is_over_after_the_last_round_or_when_the_director_says_so() -> None:
    evening = Evening(opened(rounds=1)).join(4)
    over = TournamentClosed("over")
    refused(evening, over, "tournament-not-decided", actor=SYSTEM)
    evening.round().add(over, actor=SYSTEM)
    assert evening.now.status == "over"
    refused(evening, PlayerWithdrew(1), "tournament-is-over")
    evening.add(PlayerErased(1, 2))
    assert evening.now.players[0].name == "Player 1"
    early = Evening(opened()).join(4).call().add(TournamentClosed("director"))
    assert early.now.status == "closed"


@pytest.mark.parametrize(
    ("terms", "clause"),
    [
        ({"game": "skat", "seats": 5}, "C8"),
        ({"game": "skat", "seats": 3, "format": "swiss"}, "C12"),
        ({"format": "knock_out", "fill": Text("easy")}, "C14"),
        ({"format": "fixed", "break_seconds": 0}, "C20"),
        ({"rounds": 61}, "C6"),
        ({"most": 1}, "C2"),
    ],
)
def test_contradictory_terms_are_refused(terms: dict[str, Any], clause: str) -> None:
    found = opening_breach(opened(**terms))
    assert found is not None
    assert found.clause == clause


# --- Laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["durak", "goat", "skat"])
@pytest.mark.parametrize("form", FORMATS)
def test_an_evening_is_seated_as_its_format_says(game: str, form: str) -> None:
    if game == "skat" and form not in ("lot", "by_standings"):
        return
    chance = Random(f"{game} {form}")
    for _ in range(8):
        count = chance.randrange(4, 24)
        evening = Evening(opened(game, format=form, rounds=5)).join(count)
        while not is_decided(evening.now) and len(evening.now.rounds) < 5:
            if form != "knock_out" and chance.random() < 0.3:
                evening.withdraw(chance.choice([p.number for p in _staying(evening)]))
            if len([each for each in evening.now.contestants if evening.now.stays(each)]) < 2:
                break
            evening.round(by_chance(chance))
            _each_has_one_place(evening)
        assert fold_tournament(evening.events).players == evening.now.players
        assert standings(fold_tournament(evening.events)) == standings(evening.now)


def _staying(evening: Evening) -> list[Any]:
    return [each for each in evening.now.players if not each.withdrawn]


def _each_has_one_place(evening: Evening) -> None:
    drawn = evening.now.rounds[-1].drawn
    assert drawn is not None
    placed = [*drawn.byes, *(each for table in drawn.tables for each in table)]
    assert len(set(placed)) == len(placed)
    here = {
        each
        for contestant in evening.now.contestants
        if evening.now.stays(contestant)
        for each in contestant.players
    }
    if evening.now.opened.format == "knock_out":
        assert here.issuperset(placed)
    else:
        assert here == set(placed)


def test_a_swiss_of_two_thousand_takes_few_steps() -> None:
    chance = Random(2_000)
    order = list(range(1, 2_001))
    met = dict[tuple[int, int], int]()
    for _ in range(9):
        drawn = swiss(order, met, byes={})
        for one, other in drawn.tables:
            met[min(one, other), max(one, other)] = 1
        chance.shuffle(order)
    assert len(met) == 9_000
