"""`fairdeal replay`: transcripts that pass, that differ, and that cannot be read."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.moves import forms
from formats import NOTATIONS
from tests.cli.commands import VECTORS, Ran, fairdeal

GOAT = VECTORS / "goat.jsonl"
LINES = GOAT.read_text().splitlines()

Change = Callable[[dict[str, Any]], object]


def replay_changed(folder: Path, change: Change, *words: str) -> Ran:
    """Replay the first deal after a change, and the others as they are."""
    first = json.loads(LINES[0])
    change(first)
    file = folder / "changed.jsonl"
    file.write_text("\n".join([json.dumps(first), *LINES[1:]]) + "\n")
    return fairdeal("replay", *words, file)


def changed(folder: Path, cases: dict[str, tuple[Change, str]]) -> Path:
    """A file with the first deal after each of the changes, a line for each."""
    file = folder / "changed.jsonl"
    with file.open("w") as lines:
        for change, _ in cases.values():
            deal = json.loads(LINES[0])
            change(deal)
            lines.write(json.dumps(deal) + "\n")
    return file


def test_the_vectors_pass() -> None:
    assert fairdeal("replay", GOAT) == Ran(0, "3 passed, 0 failed\n", "")


ISS = VECTORS / "skat_iss.sgf"
FORMATS = {
    "transcripts": ((), GOAT, "{} passed, {} failed\n"),
    "records": (
        ("--format", "iss"),
        ISS,
        "{} passed, {} failed, 0 not comparable, {} unreadable\n",
    ),
}
every_format = pytest.mark.parametrize(("words", "file", "said"), FORMATS.values(), ids=FORMATS)


@every_format
def test_files_and_standard_input_are_counted_together(
    words: tuple[str, ...], file: Path, said: str, tmp_path: Path
) -> None:
    lines = file.read_bytes().splitlines()
    count = len(lines)
    for sent, number in (
        (lines[-1] + b"\n\n", 1),
        (lines[-1], 1),
        (b"\xef\xbb\xbf" + b"\r\n".join(lines), count),
        (b"", 0),
    ):
        ran = fairdeal("replay", *words, "-", stdin=sent)
        assert ran == Ran(0, said.format(number, 0, 0), "")
        ran = fairdeal("replay", *words, file, "-", stdin=sent)
        assert ran == Ran(0, said.format(count + number, 0, 0), "")
    for name, fault in (("nowhere.jsonl", "No such file"), ("", "Is a directory")):
        ran = fairdeal("replay", *words, tmp_path / name, file)
        assert ran.err.startswith(f"{tmp_path / name}: {fault}")
        assert (ran.code, ran.out) == (2, said.format(count, 0, 1))


def test_comments_are_skipped() -> None:
    ran = fairdeal("replay", "-", stdin=b"# one\n" + LINES[0].encode() + b"\n  # {two\n")
    assert ran == Ran(0, "1 passed, 0 failed\n", "")


def test_a_deal_that_stops_early_is_compared_as_far_as_it_went(tmp_path: Path) -> None:
    def stop(deal: dict[str, Any]) -> None:
        deal.update(moves=deal["moves"][:7], refused=deal["refused"][:1])
        deal["expect"] = {"over": False, "sides": [{"tricks": 1}, {"tricks": 0}]}

    assert replay_changed(tmp_path, stop).out == "3 passed, 0 failed\n"


_LEAD = {"type": "lead", "cards": ["8H"]}
DIFFERENT: dict[str, tuple[Change, str]] = {
    "points": (
        lambda deal: deal["expect"]["sides"][0].update(points=83),
        "sides[0].points: expected 83, got 82",
    ),
    "over": (lambda deal: deal["expect"].update(over=False), "over: expected false, got true"),
    "one is not true": (
        lambda deal: deal["expect"].update(over=1),
        "over: expected 1, got true",
    ),
    "sides": (
        lambda deal: deal["expect"].update(sides=[]),
        "sides: expected [], got [{",
    ),
    "a field that goat has not": (
        lambda deal: deal["expect"].update(matadors=None),
        "matadors: expected null, got no such field",
    ),
    "an illegal move": (
        lambda deal: deal["moves"][1].update(cards=["AC", "7D"]),
        "moves[1]: expected legal, got G10",
    ),
    "every clause of it": (
        lambda deal: deal["moves"][1].update(seat=2, cards=["AC"]),
        "moves[1]: expected legal, got G9, G10, T1, T2",
    ),
    "no move at all": (
        lambda deal: deal["moves"][2].update(cards=None),
        "moves[2]/cards: expected legal, got T5: must be a list of cards",
    ),
    "a card of the rules' pages": (
        lambda deal: deal["moves"][2].update(cards=["10C"]),
        (
            "moves[2]/cards/0: expected legal, got T2, T5: 10C is no card: rank and suit, T is the "
            "ten, such as TC"
        ),
    ),
    "a move too many": (
        lambda deal: deal["moves"].append({"seat": 2, "type": "lead", "cards": ["AD"]}),
        "moves[23]: expected legal, got T1, T2, T3",
    ),
    "a legal move is not refused": (
        lambda deal: deal["refused"].append({"after": 0, "seat": 0, **_LEAD}),
        "refused[4]: expected refused, got legal",
    ),
    "a legal move is not refused by its clause": (
        lambda deal: deal["refused"].append({"after": 0, "seat": 0, "clause": "G8", **_LEAD}),
        "refused[4]: expected G8, got legal",
    ),
    "another clause refuses": (
        lambda deal: deal["refused"][3].update(clause="G10"),
        "refused[3]: expected G10, got G9",
    ),
    "another deck": (
        lambda deal: deal["deck"].reverse(),
        "moves[0]: expected legal, got T2",
    ),
}


@pytest.fixture(scope="module")
def different(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """All of them in one file."""
    return fairdeal("replay", changed(tmp_path_factory.mktemp("different"), DIFFERENT))


@pytest.mark.parametrize("case", DIFFERENT)
def test_differences_are_named(case: str, different: Ran) -> None:
    line = different.out.splitlines()[list(DIFFERENT).index(case)]
    assert line.startswith(f"goat-001-golden: {DIFFERENT[case][1]}")


def test_every_one_that_differs_is_counted(different: Ran) -> None:
    count = len(DIFFERENT)
    assert different.out.endswith(f"\n0 passed, {count} failed\n")
    assert different.out.count("\n") == count + 1
    assert (different.code, different.err) == (1, "")


def test_records_after_an_illegal_move_are_not_compared(tmp_path: Path) -> None:
    def change(deal: dict[str, Any]) -> None:
        deal["moves"][0]["cards"] = ["7C", "6D"]
        deal["expect"]["over"] = None

    assert replay_changed(tmp_path, change).out.count("goat-001") == 1


NO_MOVES: list[dict[str, Any]] = [
    {"seat": 4, "type": "lead", "cards": ["7C"]},
    {"seat": -1, "type": "lead", "cards": ["7C"]},
    {"seat": True, "type": "lead", "cards": ["7C"]},
    {"seat": "0", "type": "lead", "cards": ["7C"]},
    {"type": "lead", "cards": ["7C"]},
    {"seat": 0, "type": "lead", "cards": []},
    {"seat": 0, "type": "lead", "cards": "7C"},
    {"seat": 0, "type": "lead", "cards": [7]},
    {"seat": 0, "type": "lead", "cards": [None]},
    {"seat": 0, "type": "lead", "cards": ["??"]},
    {"seat": 0, "type": "lead", "cards": ["10C"]},
    {"seat": 0, "type": "lead", "cards": [["7C"]]},
    {"seat": 0, "type": "lead"},
    {"seat": 0, "type": "lead", "cards": ["7C"], "loudly": True},
    {"seat": 0, "type": ["lead"], "cards": ["7C"]},
    {"seat": 0, "type": "goat.led", "cards": ["7C"]},
    {"seat": 0},
    {"seat": 10**300, "type": {"lead": 1}, "cards": {"a": []}},
]


def test_malformed_moves_are_refused_under_t5(tmp_path: Path) -> None:
    def change(deal: dict[str, Any]) -> None:
        deal["refused"] = [
            {"after": at, "clause": "T5", **move} for move in NO_MOVES for at in (0, 5, 23)
        ]

    assert replay_changed(tmp_path, change).out == "3 passed, 0 failed\n"


UNREADABLE: dict[str, tuple[Change, str]] = {
    "id": (lambda deal: deal.pop("id"), "id is missing"),
    "id type": (lambda deal: deal.update(id=7), "id must be a text"),
    "game": (lambda deal: deal.pop("game"), "game is missing"),
    "unknown game": (lambda deal: deal.update(game="whist"), "game must be one of goat"),
    "game type": (lambda deal: deal.update(game=["goat"]), "game must be a text"),
    "options": (lambda deal: deal.update(options=[]), "options must be an object"),
    "option": (lambda deal: deal.update(options={"jokers": 2}), "options.jokers: no such option"),
    "option value": (
        lambda deal: deal.update(options={"eggs": ["none"]}),
        "options.eggs: must be one of none, double_next, two_each",
    ),
    "dealer": (lambda deal: deal.pop("dealer"), "dealer is missing"),
    "dealer range": (lambda deal: deal.update(dealer=4), "dealer must be a seat from 0 to 3"),
    "dealer type": (lambda deal: deal.update(dealer=True), "dealer must be a whole number"),
    "leader": (lambda deal: deal.update(leader=-1), "leader must be a seat from 0 to 3"),
    "leader type": (lambda deal: deal.update(leader="0"), "leader must be a seat from 0 to 3"),
    "seats": (lambda deal: deal.update(seats=3), "seats must be one of 4"),
    "shown": (lambda deal: deal.pop("shown"), "shown is missing"),
    "shown range": (lambda deal: deal.update(shown=20), "shown must be from 0 to 19"),
    "shown type": (lambda deal: deal.update(shown=4.0), "shown must be a whole number"),
    "deck": (lambda deal: deal.pop("deck"), "deck is missing"),
    "deck type": (lambda deal: deal.update(deck="7C"), "deck must be a list"),
    "deck size": (lambda deal: deal["deck"].pop(), "deck must be the 36 cards of the pack, not 35"),
    "deck card": (lambda deal: deal["deck"].__setitem__(3, "5C"), "deck[3] is no card"),
    "deck number": (lambda deal: deal["deck"].__setitem__(3, 7), "deck[3] is no card"),
    "deck list": (lambda deal: deal["deck"].__setitem__(3, ["7C"]), "deck[3] is no card"),
    "deck double": (lambda deal: deal["deck"].__setitem__(3, "7C"), "deck[3] is a second 7C"),
    "moves": (lambda deal: deal.pop("moves"), "moves is missing"),
    "moves type": (lambda deal: deal.update(moves={}), "moves must be a list"),
    "move": (lambda deal: deal["moves"].__setitem__(2, None), "moves[2] must be an object"),
    "move seat": (lambda deal: deal["moves"][2].pop("seat"), "moves[2].seat is missing"),
    "move seat range": (
        lambda deal: deal["moves"][2].update(seat=4),
        "moves[2].seat must be a seat from 0 to 3",
    ),
    "refused": (lambda deal: deal.update(refused={}), "refused must be a list"),
    "refused one": (lambda deal: deal.update(refused=[3]), "refused[0] must be an object"),
    "refused after": (lambda deal: deal["refused"][1].pop("after"), "refused[1].after must be"),
    "refused late": (
        lambda deal: deal["refused"][1].update(after=24),
        "refused[1].after must be from 0 to 23, the number of moves",
    ),
    "refused clause": (
        lambda deal: deal["refused"][1].update(clause=9),
        "refused[1].clause must be a text",
    ),
    "expect": (lambda deal: deal.update(expect=True), "expect must be an object"),
    "nested": (lambda deal: deal.update(expect=_nested(40)), "nested more than 32 deep"),
}


def _nested(levels: int) -> dict[str, Any]:
    return {"over": _nested(levels - 1)} if levels else {}


@pytest.fixture(scope="module")
def unreadable(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    file = changed(tmp_path_factory.mktemp("unreadable"), UNREADABLE)
    return file, fairdeal("replay", file, GOAT)


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_fault_is_named_with_its_file_and_line(case: str, unreadable: tuple[Path, Ran]) -> None:
    file, ran = unreadable
    at = list(UNREADABLE).index(case)
    line = ran.err.splitlines()[at]
    assert line.startswith(f"{file}:{at + 1}: {UNREADABLE[case][1]}")


def test_readable_records_are_replayed_beside_unreadable_ones(unreadable: tuple[Path, Ran]) -> None:
    _, ran = unreadable
    assert ran.err.count("\n") == len(UNREADABLE)
    assert (ran.code, ran.out) == (2, "3 passed, 0 failed\n")


JUNK: list[tuple[bytes, str]] = [
    (b"{", "not JSON: Expecting property name"),
    (b'{"id": NaN}', "not JSON: NaN is no number"),
    (b'{"id": 1e999}', "not JSON: 1e999 is no number"),
    (b'{"id": 1' + b"0" * 5000 + b"}", "not JSON: Exceeds the limit"),
    (b"[" * 100_000, "not JSON: "),
    (b"[" * 500 + b"]" * 500, "nested more than 32 deep"),
    (b"\xff", "not UTF-8: invalid start byte at byte 0"),
    (b"\x00", "not JSON: "),
    (b"null", "a transcript must be an object"),
    (b"[]", "a transcript must be an object"),
    (b"7", "a transcript must be an object"),
]


def test_junk_is_a_fault() -> None:
    lines = [line for line, _ in JUNK]
    ran = fairdeal("replay", "-", stdin=b"\n".join([*lines, LINES[0].encode()]))
    said = ran.err.splitlines()
    assert len(said) == len(JUNK)
    for at, (_, fault) in enumerate(JUNK):
        assert said[at].startswith(f"standard input:{at + 1}: {fault}")
    assert (ran.code, ran.out) == (2, "1 passed, 0 failed\n")


def test_every_notation_is_hinted_at_where_a_line_may_be_of_it() -> None:
    for key, notation in NOTATIONS.items():
        lines = [notation.begins, f"  {notation.begins}…", f"x{notation.begins}"]
        ran = fairdeal("replay", "-", stdin="\n".join(["\ufeff" + lines[0], *lines]).encode())
        hint = f"; is it of another notation? --format {key}"
        said = [line.endswith(hint) for line in ran.err.splitlines()]
        assert said == [True, True, True, False]
        assert ran.err.startswith("standard input:1: not JSON: ")
        assert ran.code == 2


def test_help_says_what_a_line_has_and_what_the_exit_codes_mean() -> None:
    said = " ".join(fairdeal("replay", "--help").out.split())
    for words in ("id, game, seats (", "0 none failed"):
        assert words in said
    for game in GAMES:
        assert game not in said.partition("With --format")[0], "no game is preferred"


@pytest.mark.parametrize("key", GAMES)
def test_every_move_of_a_game_is_in_the_lists_of_the_format(key: str) -> None:
    item = re.search(rf"\n- {key}: (`\w+{{(?:.|\n  )*)", (VECTORS / "README.md").read_text())
    assert item is not None
    listed = re.findall(r"`(\w+{[\w, ]*})`", item[1])
    assert sorted(listed) == sorted(forms(GAMES[key]))
    assert (
        f"  {key}: {' '.join(forms(GAMES[key]))}" in fairdeal("replay", "--help").out.splitlines()
    )


def test_a_fault_weighs_more_than_a_failure(tmp_path: Path) -> None:
    failing = json.loads(LINES[0])
    failing["expect"]["over"] = False
    file = tmp_path / "both.jsonl"
    file.write_text(f"junk\n{json.dumps(failing)}\n")
    ran = fairdeal("replay", file)
    assert (ran.code, ran.out.splitlines()[-1]) == (2, "0 passed, 1 failed")


def test_an_id_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    def change(deal: dict[str, Any]) -> None:
        deal.update(id="\x1b[2J\ud800\n", expect={"over": "\x07"})

    ran = replay_changed(tmp_path, change)
    assert ran.out.startswith("\\x1b[2J\\ud800\\n: over: expected \\x07, got true\n")
    assert ran.code == 1


def test_json_says_it_to_programs(tmp_path: Path) -> None:
    ran = replay_changed(tmp_path, lambda deal: deal["expect"].update(next_leader=3), "--json")
    first, *others = map(json.loads, ran.out.splitlines())
    assert first == {
        "id": "goat-001-golden",
        "ok": False,
        "differences": [{"field": "next_leader", "expected": 3, "got": 2}],
        "outcome": json.loads(LINES[0])["expect"],
    }
    assert [(each["id"], each["ok"], each["differences"]) for each in others] == [
        ("goat-002-second-late", True, []),
        ("goat-003-eggs", True, []),
    ]
    assert (ran.code, ran.err) == (1, "2 passed, 1 failed\n")


def test_show_prints_the_deal() -> None:
    ran = fairdeal("replay", "--show", "-", stdin=LINES[0].encode())
    for line in (
        "goat-001-golden: goat",
        "0: 7C JC 6D 8H | 1: AC 7D QD TH | 2: 6C QC 9H AH | 3: 8C 9S JS TS, shown JH",
        "[  0]  seat 0 lead 7C JC",
        "[  1]  seat 1 beat TH AC",
        "[  3]  seat 3 discard 8C JS",
        "       trick taken: seat 2",
        "       drawn: 0: 9C 7H | 1: 9D KD | 2: JD JH | 3: 6H 6S",
        "[  7]  seat 1 pull 7D QD 9D KD",
        "loss points 0 2, eggs no, next leader 2, next dealer 0",
        "       Side 0: 82 points in 3 tricks, side 1: 38 points in 2 tricks [G3].",
        "       Side 1: 31 or more, but not 61, so 2 loss points [G17].",
        "1 passed, 0 failed",
    ):
        assert f"{line}\n" in ran.out
    *_, last, empty, _ = ran.out.splitlines()
    assert (last, empty) == ("       Seat 0 will deal it [G7].", "")


def test_show_says_that_a_deal_is_not_over(tmp_path: Path) -> None:
    def stop(deal: dict[str, Any]) -> None:
        deal.update(moves=[], refused=[], expect={}, options={"trump_card": "bottom"})

    out = replay_changed(tmp_path, stop, "--show").out
    assert out.startswith("goat-001-golden: goat (trump_card bottom)\n")
    assert "       the deal is still on\n" in out


@pytest.mark.costly
def test_a_reader_that_has_had_enough_is_no_failure() -> None:
    command = f"{sys.executable} -m run.cli replay --show - | head -1"
    lines = "\n".join(LINES * 60).encode()
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], input=lines, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"goat-001-golden: goat\n"


def test_a_position_is_a_diagram() -> None:
    ran = fairdeal("replay", "--at", "3", "-", stdin=LINES[0].encode())
    title, _, first, *_ = ran.out.splitlines()
    assert title.startswith("goat-001-golden: goat, event 3 of ")
    assert first.startswith("seat 0 ")
    assert {"7♣", "J♣", "6♦", "8♥"} <= {*first.split()}
