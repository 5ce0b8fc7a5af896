"""`fairdeal replay --format iss`: records of another server, in files of any length."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import VECTORS, Ran, fairdeal

FILE = VECTORS / "skat_iss.sgf"
RECORDS = FILE.read_text("utf-8").splitlines()
SPADES = RECORDS[9]
SUMMARY = "{} passed, {} failed, {} not comparable, {} unreadable\n"


def replay(*words: str | Path, stdin: str | bytes = "") -> Ran:
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    return fairdeal("replay", "--format", "iss", *words, stdin=sent)


def test_the_twelve_pass() -> None:
    assert replay(FILE) == Ran(0, SUMMARY.format(12, 0, 0, 0), "")


def test_a_difference_is_named_by_its_field() -> None:
    ran = replay("-", stdin=SPADES.replace("v:33", "v:44").replace("s:0", "s:1"))
    assert ran == Ran(
        1,
        "314489/6326040: v: expected 44, got 33\n"
        "314489/6326040: s: expected 1, got 0\n" + SUMMARY.format(0, 1, 0, 0),
        "",
    )


def test_a_move_that_the_rules_refuse_is_named_by_its_place() -> None:
    ran = replay("-", stdin=SPADES.replace("1 S9 2 H7", "1 HQ 2 H7"))
    assert ran.out.startswith("314489/6326040: MV[11]: expected legal, got K16\n")
    assert ran.code == 1


def test_incomparable_records_are_listed_with_a_reason_and_do_not_fail() -> None:
    stopped = SPADES[: SPADES.index(" 0 CJ")] + SPADES[SPADES.index("]R[") :]
    ran = replay("-", stdin=f"{stopped}\n{RECORDS[3].replace('v:-192', 'v:-144')}\n{SPADES}")
    first, second, summary = ran.out.splitlines()
    assert first.startswith("314489/6326040: not comparable: the play stops after 1 tricks")
    assert second.startswith("1901/13577: not comparable: the server left the missed step")
    assert (ran.code, f"{summary}\n") == (0, SUMMARY.format(1, 0, 2, 0))


DEFECTS = {
    "a rest": (b"\xff\x00 0 H8 ]R[d:0", "no record: �\\x00 0 H8 ]R[d:0"),
    "truncated": (SPADES[:-40].encode(), "truncated: R is not closed"),
    "a card twice": (SPADES.replace("C9.SQ", "C9.C9").encode(), "MV[0]: the deal: C9 stands twice"),
    "no result": (SPADES.replace("R[d", "Q[d").encode(), "R is missing"),
    "a wrong word": (SPADES.replace("0 CJ", "0 XX").encode(), "MV[10]: XX means nothing"),
    "bytes in a card": (SPADES.encode().replace(b"0 CJ", b"0 C\xff"), "MV[10]: C� means nothing"),
    "too long": (b"(;CO[" + b"x" * 100_000 + b"]", "longer than 20,000 characters"),
}


def test_defects_are_named_by_file_line_and_fault_and_the_rest_is_processed(tmp_path: Path) -> None:
    lines = [line for defect, _ in DEFECTS.values() for line in (SPADES.encode(), defect)]
    file = tmp_path / "defects.sgf"
    file.write_bytes(b"\n".join([*lines, SPADES.encode()]))
    ran = replay(file, FILE)
    said = ran.err.splitlines()
    assert len(said) == len(DEFECTS)
    for at, (_, fault) in enumerate(DEFECTS.values()):
        assert said[at].startswith(f"{file}:{2 * at + 2}: {fault}")
    assert (ran.code, ran.out) == (2, SUMMARY.format(12 + 1 + len(DEFECTS), 0, 0, len(DEFECTS)))


def test_text_between_records_is_skipped_however_long() -> None:
    comments = SPADES.replace("]P0", "]\n# the players (;\nP0").replace(" 0 SJ", " # said\n0 SJ")
    lines = f"# a log\ntable .5 goskat start 7\n{'x' * 50_000}\ntable .5 goskat end {SPADES}\n"
    talk = f"tell all hi (; you\n[10:31] {RECORDS[0]} ;)\n{comments}\n(;) \n"
    assert replay("-", stdin=lines + talk) == Ran(0, SUMMARY.format(3, 0, 0, 0), "")


@pytest.mark.parametrize("text", ["\n# nothing", "\n(;" * 30, "\n" + "x" * 50_000])
def test_a_text_without_any_record_is_a_fault(text: str) -> None:
    ran = replay("-", FILE, stdin=text)
    assert ran.err.startswith(f"standard input:2: no record: {text[1:3]}")
    assert ran.err.count("\n") == 1
    assert (ran.code, ran.out) == (2, SUMMARY.format(12, 0, 0, 1))


def test_a_record_without_a_name_is_known_by_its_line() -> None:
    nameless = SPADES.replace("SE[314489]ID[6326040]", "").replace("v:33", "v:34")
    assert replay("-", stdin=f"\n\n{nameless}").out.startswith("line 3: v: expected 34, got 33\n")


def test_a_name_cannot_write_to_the_terminal() -> None:
    ran = replay("-", stdin=SPADES.replace("SE[314489]", "SE[\x1b[2J\\]]").replace("v:33", "v:34"))
    assert ran.out.startswith("\\x1b[2J\\]/6326040: v: expected 34, got 33\n")
    assert ran.err == ""


def test_json_says_it_to_programs() -> None:
    stopped = SPADES[: SPADES.index(" 0 CJ")] + SPADES[SPADES.index("]R[") :]
    ran = replay("--json", "-", stdin="\n".join([SPADES.replace("v:33", "v:34"), stopped, SPADES]))
    differs, incomparable, same = map(json.loads, ran.out.splitlines())
    assert differs["differences"] == [{"field": "v", "expected": 34, "got": 33}]
    assert (differs["id"], differs["ok"]) == ("314489/6326040", False)
    assert (incomparable["ok"], incomparable["outcome"]) == (None, {})
    assert incomparable["incomparable"].startswith("the play stops")
    assert (same["ok"], same["differences"]) == (True, [])
    assert same["outcome"]["result"] == "win"
    assert "incomparable" not in same
    assert (ran.code, ran.err) == (1, SUMMARY.format(1, 1, 1, 0))


def test_show_prints_the_deal() -> None:
    out = replay("--show", "-", stdin=SPADES).out
    for line in (
        "314489/6326040: skat",
        "[  4]  seat 0 discard 9C 7C",
        "       trick taken: seat 2",
    ):
        assert f"{line}\n" in out


def test_a_notation_that_there_is_not_is_refused() -> None:
    ran = fairdeal("replay", "--format", "pgn", FILE)
    assert (ran.code, ran.out) == (2, "")
    assert "iss" in ran.err


@pytest.mark.costly
def test_a_bar_grows_on_a_terminal_and_nothing_of_it_is_in_the_output() -> None:
    leader, follower = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "run.cli", "replay", "--format", "iss", FILE],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "60"},
        check=False,
    )
    os.close(follower)
    assert done.stdout.decode() == SUMMARY.format(12, 0, 0, 0)
    assert b"100%" in os.read(leader, 1 << 16)
    os.close(leader)


@pytest.mark.costly
def test_a_long_file_is_never_held_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "long.sgf"
    with file.open("w") as lines:
        for _ in range(200):
            lines.write(f"{SPADES}\n")
        lines.write("(;CO[" + "x" * 40_000_000)
    script = (
        "import resource, sys\nfrom run.cli.replay import main\n"
        "from service.runtime import SYSTEM\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"code = main(['--format', 'iss', {str(file)!r}], SYSTEM)\n"
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "sys.exit(code if grown < 20_000 else 77)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout.decode() == SUMMARY.format(200, 0, 0, 1)
