"""Records of the server, word by word: accepted, refused, and unreadable ones."""

import pytest

from domain.games.skat.model import Contract, Declared, Discarded, HandOpened, Settled
from formats.iss.rerun import declaration
from formats.notation import UnreadableNotation
from tests.domain.skat.iss import (
    GRAND_OUVERT,
    MORE,
    NULL_WON,
    OVERBID,
    RECORDS,
    SCHNEIDER,
    SPADES,
    cases,
    differences,
    read,
)


@pytest.mark.parametrize("record", RECORDS, ids=[str(line) for line in range(1, 13)])
def test_every_field_of_the_twelve_is_what_we_make_of_it(record: str) -> None:
    reading = read(record)
    assert reading.illegal is None
    assert reading.incomparable == ""
    assert differences(reading) == {}
    assert len(reading.said) >= 14 or reading.said == {"result": "passed"}


@pytest.mark.parametrize("record", MORE, ids=["shown", "resigned", "left", "hand"])
def test_more_public_records(record: str) -> None:
    reading = read(record)
    assert (reading.illegal, reading.incomparable, differences(reading)) == (None, "", {})


def test_a_record_is_called_by_series_and_number() -> None:
    assert read(SPADES).id == "314489/6326040"
    assert read(SPADES.replace("SE[314489]", "")).id == "6326040"
    assert read(SPADES.replace("SE[314489]", "SE[]").replace("ID[6326040]", "")).id == ""


def test_the_dealt_cards_are_the_recorded_ones() -> None:
    dealt = read(SPADES).events[2]
    hands = dealt.hands  # type: ignore[attr-defined]
    assert hands[0] == ("9C", "QS", "AC", "8S", "JS", "TD", "JC", "KS", "KD", "9D")
    assert hands[2][-1] == "9H"


# --- The contract -------------------------------------------------------------------------------

HAND, SCHNEIDER_SAID, SCHWARZ_SAID = (True,), (True, True), (True, True, True)
TYPES = {
    "C": Contract("clubs"),
    "SH": Contract("spades", *HAND),
    "HH": Contract("hearts", *HAND),
    "DHS": Contract("diamonds", *SCHNEIDER_SAID),
    "DS": Contract("diamonds", *SCHNEIDER_SAID),
    "GHZ": Contract("grand", *SCHWARZ_SAID),
    "GZSH": Contract("grand", *SCHWARZ_SAID),
    "SO": Contract("spades", *SCHWARZ_SAID, ouvert=True),
    "GOHSZ": Contract("grand", *SCHWARZ_SAID, ouvert=True),
    "N": Contract("null"),
    "NO": Contract("null", ouvert=True),
    "NHO": Contract("null", *HAND, ouvert=True),
    "NOH": Contract("null", *HAND, ouvert=True),
}


@pytest.mark.parametrize("words", TYPES)
def test_announcements_are_a_set_of_which_some_include_others(words: str) -> None:
    assert declaration(1, words[0], words[1:]).says == TYPES[words]


@pytest.mark.parametrize("record", [OVERBID, SCHNEIDER])
def test_the_discards_may_be_a_word_of_their_own(record: str) -> None:
    kinds = [type(event) for event in read(record).events]
    assert kinds.index(Declared) == kinds.index(Discarded) + 1


def test_an_open_hand_may_be_listed() -> None:
    plain = read(NULL_WON)
    (opened,) = (event for event in plain.events if isinstance(event, HandOpened))
    listed = ".".join(card[1] + card[0] for card in opened.cards)
    assert read(NULL_WON.replace("NO.HA.HQ", f"NO.HA.HQ.{listed}")).events == plain.events
    hand = "HJ.HA.DJ.HQ.SA.H7.CA.CJ.HT.H8"
    assert read(GRAND_OUVERT.replace("GO", f"GO.{hand}")).events == read(GRAND_OUVERT).events


# --- Tolerance ----------------------------------------------------------------------------------

TOLERATED = {
    **{name: record for name, (record, _) in cases("tolerated").items()},
    "spaces at the ends": SPADES.replace("0 18", "0  18").replace("] ;)", "]  ; ) ").join(" \n"),
}


@pytest.mark.parametrize("case", TOLERATED)
def test_unambiguous_records_are_read(case: str) -> None:
    assert TOLERATED[case] != SPADES
    reading = read(TOLERATED[case])
    assert (reading.illegal, reading.incomparable, differences(reading)) == (None, "", {})
    assert isinstance(reading.events[-1], Settled)


# --- Refusals -----------------------------------------------------------------------------------

REFUSED = cases("refused")


@pytest.mark.parametrize("case", REFUSED)
def test_illegal_moves_are_named_with_their_place(case: str) -> None:
    record, refusal = REFUSED[case]
    reading = read(record)
    place, *clauses = refusal.split()
    assert reading.illegal == (place, tuple(clauses))
    assert (reading.due, reading.incomparable) == ({}, "")


# --- Faults -------------------------------------------------------------------------------------

BROKEN = {
    **cases("broken"),
    "truncated": (SPADES[:-3], "truncated: no ;) at its end"),
    "cut in the moves": (SPADES[:400], "truncated: MV is not closed"),
    "a long number": (SPADES.replace("p:61", "p:" + "6" * 5000), "R: p:666666666666666666 says"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_unreadable_input_is_named(case: str) -> None:
    record, fault = BROKEN[case]
    with pytest.raises(UnreadableNotation) as raised:
        read(record)
    assert str(raised.value).startswith(fault)
