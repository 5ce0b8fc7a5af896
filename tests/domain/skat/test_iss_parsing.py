"""Records of the server, word by word: accepted, refused, and unreadable ones."""

import pytest

from domain.games.skat.iss.rerun import declaration
from domain.games.skat.model import Contract, Declared, Discarded, HandOpened, Settled
from domain.kernel.notation import Unreadable
from tests.domain.skat.iss import (
    CLUBS_OUVERT,
    GRAND,
    GRAND_OUVERT,
    MORE,
    NULL_WON,
    OVERBID,
    PASSED,
    RECORDS,
    SCHNEIDER,
    SPADES,
    differences,
    read,
    until,
    with_moves,
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
    "spaces at the ends": SPADES.replace("0 18", "0  18").replace("] ;)", "]  ; ) ").join(" \n"),
    "lines": SPADES.replace("]P0", "]\nP0").replace(" 0 SJ", "\r\n0 SJ"),
    "no comment": SPADES.replace("CO[]", ""),
    "no r": SPADES.replace(" r:0", ""),
    "no names": SPADES.replace("P0[forehand]", "").replace("R1[0.0]", ""),
    "odd names": SPADES.replace("P0[forehand]", r"P0[a\]b ;) (; \\]").replace("rearhand", "ü�"),
    "unknown properties": SPADES.replace("CO[]", "CO[]XY[z]"),
    "bars": SPADES.replace("D9.DJ", "D9|DJ").replace("HJ.S9", "HJ|S9").replace("H9.C7", "H9|C7"),
    "the skat is not shown": SPADES.replace("w C7.SA ", ""),
    "cards are shown": SPADES.replace("0 CJ", "0 SC 0 CJ").replace("0 SA", "1 SC.HJ 0 SA"),
    "shown cards and one defender": SPADES.replace("0 CJ", "0 SC.CJ 1 RE 0 CJ"),
    "resigning after the end": SPADES.replace("H8 ]", "H8 1 RE 2 RE 0 RE ]"),
    "leaving after the end": SPADES.replace("H8 ]", "H8 w TI.1 w LE.2 ]").replace("l:-1", "l:2"),
}


@pytest.mark.parametrize("case", TOLERATED)
def test_unambiguous_records_are_read(case: str) -> None:
    assert TOLERATED[case] != SPADES
    reading = read(TOLERATED[case])
    assert (reading.illegal, reading.incomparable, differences(reading)) == (None, "", {})
    assert isinstance(reading.events[-1], Settled)


# --- Refusals -----------------------------------------------------------------------------------

REFUSED = {
    "a card of another hand": (SPADES.replace("0 SJ", "0 S7"), "MV[7]", ("T2",)),
    "not followed": (SPADES.replace("1 S9 2 H7", "1 HQ 2 H7"), "MV[11]", ("K16",)),
    "out of turn": (SPADES.replace("0 CJ", "2 CT 0 CJ"), "MV[10]", ("T1",)),
    "a bid after the pass": (SPADES.replace("2 p 0 18", "1 18 0 18"), "MV[2]", ("K6", "T1")),
    "no value": (SPADES.replace("0 18", "0 19"), "MV[3]", ("K5", "K7")),
    "no hand said": (
        SPADES.replace("0 s w C7.SA ", "").replace("S.C9.C7", "S"),
        "MV[4]",
        ("K10", "K11"),
    ),
    "hand after the skat": (SPADES.replace("S.C9.C7", "SH.C9.C7"), "MV[6]", ("K10", "K11")),
    "discards of others": (SPADES.replace("S.C9.C7", "S.CT.C7"), "MV[6]", ("T2",)),
    "null below the bid": (GRAND.replace("G.H7.HQ", "N.H7.HQ"), "MV[33]", ("K14",)),
    "a bid in the play": (SPADES.replace("0 CJ", "0 20"), "MV[10]", ("T4",)),
    "declared by another before the discards": (
        GRAND.replace("0 G.H7.HQ", "2 GHO 1 N 0 G.H7.HQ"),
        "MV[33]",
        ("T1",),
    ),
    "declared by another after the declarer": (
        GRAND.replace("0 G.H7.HQ", "0 G 1 N.H7.HQ"),
        "MV[34]",
        ("T1",),
    ),
    "declared twice before the discards": (
        GRAND.replace("0 G.H7.HQ", "0 G 0 N 0 G.H7.HQ"),
        "MV[34]",
        ("K13",),
    ),
    "a contract alone is judged at once": (
        GRAND.replace("0 G.H7.HQ", "0 GHS 0 H7.HQ"),
        "MV[33]",
        ("K10", "K11"),
    ),
    "laid away by another": (GRAND.replace("0 G.H7.HQ", "0 G 1 H7.HQ"), "MV[34]", ("T1", "T2")),
    "declared twice": (SPADES.replace("0 SJ", "0 S 0 SJ"), "MV[7]", ("K13", "T4")),
    "a card after the end": (SPADES.replace("H8 ]", "H8 0 SJ ]"), "MV[37]", ("T1", "T3")),
    "a card after resigning": (
        with_moves(SPADES, until(SPADES, "2 ST") + " 0 RE 0 CJ"),
        "MV[11]",
        ("T3",),
    ),
    "a bid when all have passed": (PASSED.replace("0 p ]", "0 p 0 18 ]"), "MV[4]", ("T1", "T3")),
}


@pytest.mark.parametrize("case", REFUSED)
def test_illegal_moves_are_named_with_their_place(case: str) -> None:
    record, place, clauses = REFUSED[case]
    reading = read(record)
    assert reading.illegal == (place, clauses)
    assert (reading.due, reading.incomparable) == ({}, "")


# --- Faults -------------------------------------------------------------------------------------

BROKEN = {
    "no record": ("junk", "a record begins with (;"),
    "truncated": (SPADES[:-3], "truncated: no ;) at its end"),
    "cut in the moves": (SPADES[:400], "truncated: MV is not closed"),
    "no brackets": (SPADES.replace("CO[]", "CO "), "neither a property nor the end: CO SE["),
    "words between": (SPADES.replace("CO[]", "CO[] ? "), "neither a property nor the end: ? SE["),
    "another game": (SPADES.replace("GM[Skat]", "GM[1]"), "GM is not Skat"),
    "twice": (SPADES.replace("CO[]", "CO[]CO[]"), "CO stands twice"),
    "nothing": ("(; ;)", "MV is missing"),
    "no moves": (with_moves(SPADES, "").replace("MV[", "XX["), "MV is missing"),
    "empty moves": ("(;GM[Skat]MV[ ]R[passed];)", "MV is empty"),
    "no result": (SPADES.replace("R[d:0", "RR[d:0"), "R is missing"),
    "an empty result": ("(;MV[w x]R[];)", "R is empty"),
    "half a result": (SPADES.replace(" p:61", ""), "R: p is missing"),
    "no outcome": (SPADES.replace("win ", ""), "R: neither win, loss, penalty nor passed"),
    "both": (SPADES.replace("win ", "win loss "), "R: result stands twice"),
    "the same field twice": (SPADES.replace("p:61", "p:61 p:61"), "R: p stands twice"),
    "the same large field twice": (SPADES.replace("v:33", "v:999 v:999"), "R: v stands twice"),
    "the same word twice": (SPADES.replace("bidok", "bidok bidok"), "R: bid stands twice"),
    "a field twice": (SPADES.replace("p:61", "p:61 p:62"), "R: p stands twice"),
    "no number": (SPADES.replace("p:61", "p:6l"), "R: p:6l says nothing"),
    "a long number": (SPADES.replace("p:61", "p:" + "6" * 5000), "R: p:666666666666666666 says"),
    "no field": (SPADES.replace("p:61", "p:61 q:1"), "R: q:1 says nothing"),
    "half a pair": (SPADES.replace("1 H8 ]", "1 ]"), "MV[36]: 1 does nothing"),
    "another player": (SPADES.replace("1 H8 ]", "3 H8 ]"), "MV[36]: 3 is no player"),
    "no deal": (SPADES.replace("MV[w", "MV[0"), "MV[0]: the cards are not dealt"),
    "a card too few": (SPADES.replace("C9.SQ.", "C9."), "MV[0]: the deal has 31 cards, not 32"),
    "a card twice": (SPADES.replace("C9.SQ.", "C9.C9."), "MV[0]: the deal: C9 stands twice"),
    "no card": (SPADES.replace("C9.SQ.", "C9.C6."), "MV[0]: the deal: C6 is no card"),
    "an unknown card": (SPADES.replace("C9.SQ.", "C9.??."), "MV[0]: the deal: ?? is no card"),
    "an unknown card played": (SPADES.replace("0 SJ", "0 ??"), "MV[7]: ?? means nothing"),
    "a card of five": (SPADES.replace("0 SJ", "0 S5"), "MV[7]: S5 means nothing"),
    "another skat": (SPADES.replace("w C7.SA", "w C7.C9"), "MV[5]: C7.C9 is not the skat that"),
    "a skat that no player took": (
        SPADES.replace("1 S7", "w C7.SA 1 S7"),
        "MV[8]: C7.SA: the skat was not picked up",
    ),
    "a strange message": (SPADES.replace("1 S7", "w XX.1 1 S7"), "MV[8]: XX.1: the skat was not"),
    "a skat twice": (SPADES.replace("w C7.SA", "w C7.SA w SA.C7"), "MV[6]: the skat is shown a"),
    "cards of others shown": (SPADES.replace("0 CJ", "2 SC.DT 0 CJ"), "MV[10]: SC: DT is not in"),
    "a played card shown": (SPADES.replace("0 CJ", "0 SC.CJ.SJ 0 CJ"), "MV[10]: SC: SJ is not in"),
    "three discards": (SPADES.replace("S.C9.C7", "S.C9.C7.CA"), "MV[6]: 1 cards that are not an"),
    "a discard twice": (SPADES.replace("S.C9.C7", "S.C9.C9"), "MV[6]: the discards: C9 stands"),
    "a hand that is not open": (
        SPADES.replace("0 s w C7.SA 0 S.C9.C7", "0 SH.SJ"),
        "MV[4]: 1 cards",
    ),
    "another open hand": (
        CLUBS_OUVERT.replace("1 CO", "1 CO.C9.D7"),
        "MV[4]: 2 cards that are not an open hand follow the contract",
    ),
    "shown, but no card": (SPADES.replace("0 CJ", "0 SC.C6 0 CJ"), "MV[10]: SC: C6 is no card"),
    "resigning too early": (SPADES.replace("0 18", "0 RE"), "MV[3]: RE where nothing is played"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_unreadable_input_is_named(case: str) -> None:
    record, fault = BROKEN[case]
    with pytest.raises(Unreadable) as raised:
        read(record)
    assert str(raised.value).startswith(fault)
