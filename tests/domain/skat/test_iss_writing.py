"""Our own records in the notation: a written record is read as the same deal."""

import random
from collections import Counter
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from domain.games.skat import SKAT
from domain.games.skat.model import (
    Accepted,
    Bid,
    Claimed,
    Conceded,
    ConcessionAsked,
    Declared,
    Declined,
    Passed,
    PickedUp,
)
from domain.kernel.event import Event
from formats.iss import ISS
from formats.iss.rerun import declaration
from formats.iss.writing import type_of
from formats.notation import UnreadableNotation
from tests.domain.skat.iss import SPADES, differences, read
from tests.domain.skat.test_iss_parsing import TYPES
from tests.laws.play import DEALS, POLICIES, Run, played, random_deal

OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"scoring": "classic"},
    {"claims": "order"},
    {"scoring": "bierlachs", "limit": 50, "all_pass": "redeal", "deals": 24},
)
EARLY: Final = (Conceded, ConcessionAsked, Claimed, Accepted, Declined)


def fond_of_ending(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """A player who bids, plays on, and offers to end the deal whenever possible."""
    every = [move for moves in kinds.values() for move in moves]
    early = [move for move in every if isinstance(move, EARLY)]
    other = [move for move in every if not isinstance(move, (*EARLY, Passed))]
    if early and (chance.random() < 0.3 or not other):
        return chance.choice(early)
    return chance.choice(other or every)


def plays_on(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """A player who bids, and ends nothing early."""
    every = [move for moves in kinds.values() for move in moves]
    other = [move for move in every if not isinstance(move, (*EARLY, Passed))]
    return chance.choice(other or every)


def assert_reads_back(run: Run) -> None:
    written = ISS.write(run.events)
    reading = read(written)
    assert reading.illegal is None
    assert reading.incomparable == ""
    assert differences(reading) == {}
    assert reading.events[2:] == tuple(run.events[2:])
    assert reading.events[1].deck == run.events[1].deck  # type: ignore[attr-defined]
    assert reading.events[0].options == run.opened.options  # type: ignore[attr-defined]
    assert ISS.write(reading.events) == written
    assert "\n" not in written


@pytest.mark.parametrize("policy", [*POLICIES.values(), fond_of_ending])
def test_a_written_record_is_read_as_the_same_deal(policy: Any) -> None:
    for number in range(DEALS // 2):
        chance = random.Random(f"{policy.__name__} {number}")
        options = chance.choice(OPTIONS)
        assert_reads_back(played(random_deal(SKAT, chance, options=options), chance, policy))


def test_every_way_to_end_early_was_among_them() -> None:
    seen: Counter[type[Event]] = Counter()
    for number in range(max(60, DEALS)):
        chance = random.Random(number)
        run = played(random_deal(SKAT, chance), chance, fond_of_ending)
        assert_reads_back(run)
        seen.update(map(type, run.events))
    assert set(EARLY) <= set(seen)


def test_a_record_of_ours_that_was_played_out_is_the_same_to_the_server() -> None:
    compared = 0
    for number in range(DEALS):
        chance = random.Random(number)
        run = random_deal(SKAT, chance)
        if run.opened.seats == 3:
            written = ISS.write(played(run, chance, plays_on).events)
            reading = read(written.replace("PC[Fairdeal]", "PC[International Skat Server]"))
            assert reading.illegal is None
            assert (reading.incomparable, differences(reading)) == ("", {})
            compared += 1
    assert compared


# --- Contents -------------------------------------------------------------------------------------


def run_of(seed: int, seats: int) -> Run:
    for number in range(1000):
        chance = random.Random(seed * 1000 + number)
        run = random_deal(SKAT, chance)
        if run.opened.seats == seats:
            return run
    raise AssertionError


def make(run: Run, *moves: Event) -> Run:
    for move in moves:
        run.make(move)
    return run


def test_the_date_is_written_where_it_is_known() -> None:
    run = run_of(1, 3)
    forehand, middlehand, rearhand = run.state.players
    make(run, Passed(middlehand), Passed(rearhand), Passed(forehand))
    date = datetime(2026, 9, 3, 4, 5, 6, tzinfo=UTC)
    assert "ID[" in ISS.write(run.events)
    assert "DT[" not in ISS.write(run.events)
    assert "]DT[2026-09-03/04:05:06/UTC]P0[" in ISS.write(run.events, date=date)


def test_a_table_of_four_names_its_three_players_and_its_dealer() -> None:
    run = run_of(1, 4)
    forehand, middlehand, rearhand = run.state.players
    dealer = run.state.dealer
    make(run, Passed(middlehand), Passed(rearhand), Passed(forehand))
    written = ISS.write(run.events)
    assert f"CO[rules 1 seats 4 dealer {dealer}]" in written
    assert f"P0[seat {forehand}]P1[seat {middlehand}]P2[seat {rearhand}]" in written
    assert written.endswith("1 p 2 p 0 p ]R[passed] ;)")


def contracted(run: Run) -> tuple[int, int, int]:
    """Forehand declares clubs; the players."""
    forehand, middlehand, rearhand = players = run.state.players
    make(run, Passed(middlehand), Passed(rearhand), Bid(forehand, 18))
    make(run, Declared(forehand, "clubs", hand=True))
    return players  # type: ignore[no-any-return]


def test_a_defender_who_declines_and_then_gives_up_says_both() -> None:
    run = run_of(3, 3)
    declarer, first, second = contracted(run)
    while len(run.state.hands[declarer]) >= 9 or run.state.phase.trick:
        run.make(next(iter(run.kinds()["play"])))
    make(run, ConcessionAsked(declarer), Declined(first), Declined(second), Conceded(second))
    make(run, Conceded(first))
    assert ISS.write(run.events).partition("]R[")[0].endswith("0 RE 1 p 2 p 2 RE 1 RE ")
    assert_reads_back(run)


def test_redundant_refusals_are_not_listed() -> None:
    run = run_of(3, 3)
    declarer, first, second = contracted(run)
    while len(run.state.hands[declarer]) >= 9 or run.state.phase.trick:
        run.make(next(iter(run.kinds()["play"])))
    make(run, ConcessionAsked(declarer), Declined(first), Accepted(second))
    assert ISS.write(run.events).partition("]R[")[0].endswith("0 RE 2 RE ")
    assert_reads_back(run)


def test_picking_up_reveals_the_skat() -> None:
    run = run_of(3, 3)
    forehand, middlehand, rearhand = run.state.players
    make(run, Passed(middlehand), Passed(rearhand), Bid(forehand, 18), PickedUp(forehand))
    cards = ".".join(card[1] + card[0] for card in run.events[-1].cards)  # type: ignore[attr-defined]
    run = played(run, random.Random(1))
    assert f"1 p 2 p 0 18 0 s w {cards} 0 " in ISS.write(run.events)


@pytest.mark.parametrize("contract", TYPES.values(), ids=list(TYPES))
def test_a_contract_is_written_as_the_server_does(contract: Any) -> None:
    words = type_of(Declared(1, *contract))
    assert declaration(1, words[0], words[1:]).says == contract
    assert words in {"C", "SH", "HH", "DHS", "GHZ", "SO", "GO", "N", "NO", "NOH"}


# --- The comment ----------------------------------------------------------------------------------


@pytest.mark.parametrize("comment", ["", "rules 1", "dealer 2 rules 1 seats 3 deals 12"])
def test_options_missing_in_the_comment_have_defaults(comment: str) -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal")
    reading = read(ours.replace("CO[]", f"CO[{comment}]"))
    assert (reading.illegal, differences(reading)) == (None, {})


COMMENTS = {
    "seats 5 dealer 1": "CO names no seats and dealer of a table",
    "seats 3 dealer 3": "CO names no seats and dealer of a table",
    "seats three dealer 1": "CO names no seats and dealer of a table",
    "seats 3 dealer": "CO: dealer says nothing",
    "seats 4 seats 3": "CO: seats stands twice",
    "seats 4 dealer 1 deals 4 deals 8": "CO: deals stands twice",
    "rules 1 rules 1": "CO: rules stands twice",
    "rules 3 seats 3": "CO: played by rules 3, which are later than 2",
    "rules 1 claims order": "CO: claims: no such option or value",
    "rules x": "CO: played by rules x, which are later than 2",
    "seats 3 rules " + "x" * 5000: "CO: played by rules xxxxxxxxxxxxxxxxxxxx, which",
    "seats 3 dealer x": "CO names no seats and dealer of a table",
    "seats 3 dealer 1 deals " + "3" * 5000: "CO: deals: no such option or value",
    "seats 3 dealer 1 jokers 2": "CO: jokers: no such option",
    "seats 3 dealer 1 deals 37": "CO: deals: no such option or value",
}


@pytest.mark.parametrize("comment", COMMENTS)
def test_a_comment_that_is_no_table_is_a_fault(comment: str) -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal")
    with pytest.raises(UnreadableNotation) as raised:
        read(ours.replace("CO[]", f"CO[{comment}]"))
    assert str(raised.value).startswith(COMMENTS[comment])


def test_a_record_of_ours_that_stops_is_not_compared() -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal").replace(" 1 H8 ]", "]")
    reading = read(ours)
    assert (reading.due, reading.incomparable) == ({}, "it stops before the end")


def test_a_claim_is_judged_by_our_rules() -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal")
    reading = read(ours.replace("0 CJ", "1 SC.HQ 0 CJ"))
    assert reading.illegal is not None
    assert "K30" in reading.illegal.clauses


def test_a_claim_with_cards_of_others_is_a_fault() -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal")
    with pytest.raises(UnreadableNotation, match=r"MV\[10\]: SC: S7 is not in the hand"):
        read(ours.replace("0 CJ", "1 SC.S7 0 CJ"))


def test_giving_up_before_the_play_means_nothing() -> None:
    ours = SPADES.replace("International Skat Server", "Fairdeal")
    with pytest.raises(UnreadableNotation, match=r"MV\[3\]: RE means nothing"):
        read(ours.replace("0 18", "0 RE"))
