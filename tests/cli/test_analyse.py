"""`fairdeal analyse`: its output and its exit codes."""

import gzip
import json
from pathlib import Path

import pytest

from bots import analysis
from domain.games import GAMES
from tests.cli.commands import fairdeal
from tests.verifier.making import bundled, deal, kept, played
from tests.verifier.mutations import rechained
from verifier.bundle import Bundle, write

METHOD = "hard/1@1000000"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POSITIONS", 1_000_000)


def a_deal(key: str = "durak", seats: int = 2) -> Bundle:
    return bundled(deal(key, seats), receipts=False, logged=False)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    path = tmp_path / "deal.json"
    path.write_bytes(write(a_deal()))
    return path


def test_a_deal_in_lines(bundle: Path) -> None:
    ran = fairdeal("analyse", bundle)
    first, heading, *lines, mine, others = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert first == f"{a_deal().stream}: durak, by {METHOD}"
    assert heading.split() == ["event", "seat", "verdict", "loss", "open", "played", "best"]
    assert lines
    assert all(line.split()[2] in {"inaccuracy", "blunder", "unlucky"} for line in lines)
    assert mine.startswith("seat 0: ")
    assert others.startswith("seat 1: ")
    every = fairdeal("analyse", "--all", bundle).out.splitlines()
    counted = sum(int(word) for line in (mine, others) for word in line.split()[2::2])
    assert len(every) - 4 == counted > len(lines)
    assert {*lines} < {*every}


def test_a_deal_as_json(bundle: Path) -> None:
    ran = fairdeal("analyse", "--json", bundle)
    reviews = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert {each["method"] for each in reviews} == {METHOD}
    assert {each["verdict"] for each in reviews} <= {"best", "inaccuracy", "blunder", "unlucky"}
    first = reviews[0]
    assert first["played"] in first["alternatives"]
    assert first["best"]["move"]["type"]


def test_an_export_compressed_and_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    line = {
        "format": "fairdeal/1/export",
        "deal": {"id": "x"},
        "bundle": json.loads(write(a_deal())),
    }
    none = {**line, "bundle": None}
    text = "".join(json.dumps(each) + "\n" for each in (none, line))
    path = tmp_path / "deals.ndjson.gz"
    path.write_bytes(gzip.compress(text.encode()))
    ran = fairdeal("analyse", "--json", path)
    assert (ran.code, ran.err) == (1, f"{path}:1: the line has no evidence\n")
    assert ran.out == fairdeal("analyse", "--json", "-", stdin=path.read_bytes()).out != ""


def a_view() -> Bundle:
    steps = played(GAMES["durak"], seats=2, number=1)
    return bundled(kept(steps, viewer=1), view="seat:1", receipts=False, logged=False)


def illegal() -> Bundle:
    made = a_deal()
    return rechained(made, [*made.events[:4], *made.events[5:]])


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (a_view, "the record is not the full one of a deal"),
        (illegal, "event 5 is against the rules"),
        (
            lambda: a_deal()._replace(rules="99"),
            "the bundle says otherwise",
        ),
    ],
)
def test_deals_that_cannot_be_analysed(made: object, why: str, tmp_path: Path) -> None:
    assert callable(made)
    path = tmp_path / "deal.json"
    path.write_bytes(write(made()))
    ran = fairdeal("analyse", path)
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err


def test_a_file_that_is_not_there_or_no_bundle(tmp_path: Path) -> None:
    ran = fairdeal("analyse", tmp_path / "none.json")
    assert ran.code == 2
    assert "No such file" in ran.err
    malformed = json.dumps({**json.loads(write(a_deal())), "events": 1}).encode()
    for junk in (b"junk", b"", gzip.compress(write(a_deal()))[:-20], malformed):
        (tmp_path / "junk").write_bytes(junk)
        ran = fairdeal("analyse", tmp_path / "junk")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"{tmp_path / 'junk'}: ")
