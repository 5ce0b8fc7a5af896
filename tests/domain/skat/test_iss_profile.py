"""How the server settles deals that end early, and records that cannot be compared."""

from collections import Counter
from collections.abc import Iterator

import pytest

from domain.games.skat.scoring import PointsTaken, appraise
from domain.kernel.cards import Card
from formats.iss.parsing import OLDER
from formats.iss.rerun import declaration
from formats.iss.result import IssResult, of_verdict, written
from formats.notation import UnreadableNotation
from formats.text_transcript import lines_of
from offline.replay import held
from tests.domain.skat.iss import (
    ANY,
    CLUBS_OUVERT,
    GRAND,
    NULL_WON,
    SCHNEIDER,
    SCHWARZ,
    SPADES,
    cases,
    differences,
    moves,
    read,
    until,
    with_moves,
)

ENDS = cases("endings")


@pytest.mark.parametrize("case", ENDS)
def test_early_endings_are_settled_like_the_server_does(case: str) -> None:
    record, result = ENDS[case]
    reading = read(record)
    assert reading.incomparable == ""
    assert written(IssResult(**reading.due)) == result
    finished = read(f"{record[: record.index(']R[')]}]R[{result}] ;)")
    assert differences(finished) == {}


# --- Every ending, at every place of a record -----------------------------------------------------

ENDING = [[f"w {how}.{player}"] for how in ("TI", "LE") for player in range(3)]
ENDING += [["0 RE"], ["1 RE", "2 RE"], ["0 RE", "1 RE"], ["2 RE"]]
SAYS = {"TI": "the time of seat {} ran out", "LE": "seat {} left", "RE": "seat {} resigned"}
HANDS = [
    with_moves(
        SPADES.replace("w C9.", "w SA.").replace(".C7.SA 1", ".C7.C9 1"),
        f"1 p 2 p 0 18 0 {game} {until(SPADES, '1 H8').partition('S.C9.C7 ')[2]}",
    )
    for game in ("SHS", "SO")
]
"""The same tricks with announcements; all of them are missed at some time."""


def cut_short(record: str) -> Iterator[tuple[str, list[str]]]:
    """A record that ends after each of its words in each way, and the lines that say how."""
    words = moves(record).split()
    for at in range(2, len(words) + 1, 2):
        for ending in ENDING:
            how = [
                SAYS[end.split()[-1][:2]].format(end.split()[-1][-1])
                if end[0] == "w"
                else SAYS["RE"].format(end[0])
                for end in ending
            ]
            yield with_moves(record, " ".join([*words[2:at], *ending]), ANY), how


@pytest.mark.parametrize(
    "record", [NULL_WON, SCHNEIDER, *HANDS], ids=["null", "discards apart", "schneider", "ouvert"]
)
def test_every_ending_is_settled_and_shown(record: str) -> None:
    """Only one defender who resigns ends nothing, and nobody resigns before the play."""
    seen: Counter[str] = Counter()
    for text, how in cut_short(record):
        try:
            reading = read(text)
        except UnreadableNotation:
            seen["before the play"] += "RE" in text
            continue
        assert reading.illegal is None
        seen[reading.incomparable and "incomparable"] += 1
        if reading.incomparable:
            assert reading.incomparable.endswith(("one defender alone has resigned", OLDER))
            continue
        done = held(reading._replace(said=reading.due), name="x")
        shown_lines = list(lines_of(done.events, name="x", notes=done.notes, ending=done.ending))
        assert done.ok
        assert {f"       {words}" for words in how} <= {*shown_lines}
        assert not any("still on" in line for line in shown_lines)
    assert seen[""] > 3 * seen["incomparable"]
    assert seen.total() == sum(1 for _ in cut_short(record))


INCOMPARABLE = cases("incomparable")


@pytest.mark.parametrize("case", INCOMPARABLE)
def test_records_that_stop_without_a_reason_are_not_compared(case: str) -> None:
    record, why = INCOMPARABLE[case]
    reading = read(record)
    assert reading.incomparable == why
    assert reading.due == {}


# --- Players who are gone after the end -----------------------------------------------------------

GONE = {
    "nothing of it counts": ("w LE.2 w TI.1", "", {}),
    "the declarer has left": ("w LE.2", "l:2", {}),
    "he pays": ("w LE.2", "p2:1 l:2", {}),
    "the declarer's time is out, and the declarer pays": ("w TI.0", "p0:1 to:0", {}),
    "one of two": ("w LE.2 w LE.0", "l:0 p2:1", {}),
    "another has left": ("w LE.2", "l:1", {"l": (1, -1)}),
    "another pays": ("w LE.2", "p1:1", {"p1": (1, 0)}),
    "the declarer pays too much": ("w LE.2", "p2:2", {"p2": (2, 0)}),
    "no time was out": ("w LE.2", "l:2 to:2", {"to": (2, -1)}),
    "no player was gone": ("", "p0:1 l:0", {"p0": (1, 0), "l": (0, -1)}),
    "everything": (
        "w LE.2",
        "p0:1 p1:1 p2:1 l:1 to:0",
        {"p0": (1, 0), "p1": (1, 0), "l": (1, -1), "to": (0, -1)},
    ),
}


@pytest.mark.parametrize("case", GONE)
def test_after_the_end_only_the_absent_player_may_be_named(case: str) -> None:
    words, said, different = GONE[case]
    record = GRAND.replace(" ]R[", f" {words} ]R[")
    for each in said.split():
        name = each.partition(":")[0]
        value = "-1" if name in {"l", "to"} else "0"
        record = record.replace(f" {name}:{value}", f" {each}")
    assert differences(read(record)) == different


def test_a_player_who_left_first_or_later_has_left() -> None:
    for said, different in ((1, {}), (2, {}), (-1, {"l": (-1, 1)}), (0, {"l": (0, 1)})):
        record = with_moves(
            SPADES, "1 p w LE.1 w LE.2", f"d:-1 penalty v:0 p:0 t:0 p1:1 p2:0 l:{said} to:-1"
        )
        assert differences(read(record)) == different


# --- Announced games that were lost ---------------------------------------------------------------


def test_the_missed_step_is_why_two_values_are_not_compared() -> None:
    assert differences(read(CLUBS_OUVERT)) == {}
    older = read(CLUBS_OUVERT.replace("v:-192", "v:-144"))
    assert older.incomparable.startswith("the server left the missed step")
    assert differences(older) == {"v": (-144, -192)}


@pytest.mark.parametrize("said", ["v:-168 p:13", "v:-143 p:13", "v:144 p:13", "v:-144 p:14"])
def test_any_other_difference_is_one(said: str) -> None:
    value, points = said.split()
    reading = read(CLUBS_OUVERT.replace("v:-192", value).replace("p:13", points))
    assert reading.incomparable == ""
    assert differences(reading)


def test_a_game_that_was_won_has_one_value() -> None:
    reading = read(SCHWARZ.replace("v:108", "v:84"))
    assert (reading.incomparable, differences(reading)) == ("", {"v": (84, 108)})


def test_the_bid_may_be_covered_by_the_missed_step_alone() -> None:
    """Clubs with 1, hand, schneider announced: 5 steps, or 4; bid 50."""
    bid = "1 18 0 y 1 50 0 p 2 p 1 CHS"
    reading = read(with_moves(CLUBS_OUVERT, f"{bid} 1 RE", "d:1 loss v:-120 overbid p:13 t:0"))
    assert (reading.due["v"], reading.due["bid"]) == (-120, "bidok")
    assert reading.incomparable
    older = read(with_moves(CLUBS_OUVERT, f"{bid} 0 SA 1 S8 2 SK 1 RE", "d:1 win v:0 p:0 t:0"))
    assert older.incomparable == ""
    assert older.due["v"] == -144, "schwarz against the declarer counts"


@pytest.mark.parametrize(
    ("contract", "taken", "expected"),
    [
        ("G", PointsTaken((91, 29), (9, 1)), (1, 0)),
        ("G", PointsTaken((120, 0), (10, 0)), (1, 1)),
        ("G", PointsTaken((60, 60), (5, 5)), (0, 0)),
        ("G", PointsTaken((30, 90), (2, 8)), (1, 0)),
        ("G", PointsTaken((12, 108), (0, 10)), (1, 1)),
        ("GHS", PointsTaken((89, 31), (9, 1)), (0, 0)),
        ("GHS", PointsTaken((30, 90), (3, 7)), (0, 0)),
        ("GHS", PointsTaken((12, 108), (0, 10)), (1, 1)),
        ("GHS", PointsTaken((91, 29), (9, 1)), (1, 0)),
        ("GHZ", PointsTaken((110, 10), (9, 1)), (0, 0)),
        ("GHZ", PointsTaken((12, 108), (0, 10)), (0, 0)),
        ("GHZ", PointsTaken((120, 0), (10, 0)), (1, 1)),
    ],
)
def test_schneider_and_schwarz_are_those_that_were_not_missed(
    contract: str, taken: PointsTaken, expected: tuple[int, int]
) -> None:
    twelve = tuple(read(GRAND).events[2].hands[0])  # type: ignore[attr-defined]
    says = declaration(0, contract[0], contract[1:]).says
    verdict = appraise(
        says, (*twelve, Card("AD"), Card("9C")), bid=18, taken=taken, ending="played_out"
    )
    result = of_verdict(verdict, declarer=0, points=taken.points[0], tricks=taken.tricks[0])
    assert (result.s, result.z) == expected
