"""`fairdeal simulate`: whole series, reproducible, and their statistics."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from offline.simulate import SeriesDone
from offline.statistics import Statistics, share
from tests.cli.commands import Ran, fairdeal
from tests.domain.toy import TOY, Score


def simulate(*words: str | Path) -> Ran:
    return fairdeal("simulate", "goat", *words)


def test_it_plays_whole_series_and_counts_them() -> None:
    ran = simulate("--deals", "30", "--bots", "medium,easy", "--seed", "count")
    assert (ran.code, ran.err) == (0, "")
    first, *lines = ran.out.splitlines()
    words = first.split()
    deals, series = int(words[1]), int(words[4])
    assert words[0] == "Goat:"
    assert deals >= 30
    assert 0 < series < deals
    assert any(line.startswith("  side 0 (medium on 0, medium on 2): ") for line in lines)
    assert any(line.startswith("  side 1 (easy on 1, easy on 3): ") for line in lines)
    means = averages(lines)
    assert means["points, side 0"] + means["points, side 1"] == pytest.approx(120, abs=0.02)
    assert 3 <= means["trick taken"] <= 9
    assert {"eggs", "pulled", "loss points, side 1"} <= set(means)


def averages(lines: list[str]) -> dict[str, float]:
    """The average result of a deal, and the number of events in it."""
    rows = lines[lines.index("the result of a deal, on average") + 1 :]
    rows = [line for line in rows if line.startswith("  ")]
    pairs = (line.rsplit(maxsplit=1) for line in rows)
    return {name.strip(): float(mean) for name, mean in pairs}


@pytest.mark.costly
def test_it_counts_wins_and_reasons() -> None:
    done = fairdeal("simulate", "svoi_kozyri", "--deals", "6", "--bots", "medium,easy")
    lines = done.out.splitlines()
    means = averages(lines)
    assert (
        means["winner 0"] + means.get("winner 1", 0) == means["reason out"] == means["ended"] == 1
    )
    assert "winner" not in means


@pytest.mark.costly
def test_it_counts_the_words_of_outcomes() -> None:
    done = fairdeal("simulate", "skat", "--deals", "12", "--bots", "easy,easy,easy")
    means = averages(done.out.splitlines())
    contracts = [share for name, share in means.items() if name.startswith("contract ")]
    assert sum(contracts) == pytest.approx(1, abs=0.05)
    assert means["contract none"] == means["clauses K8"] == means["declarer none"]
    assert 0 < means["steps game"] < 1
    assert "skat" not in means


@pytest.mark.costly
def test_the_transcripts_replay_clean_and_any_number_of_jobs_plays_the_same(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for jobs, file in enumerate(files, start=1):
        options = ("--options", "eggs=two_each", "loss_target=3", "--jobs", str(jobs))
        assert simulate("--deals", "20", "--seed", "s", *options, "--save", file).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    lines = [json.loads(line) for line in files[0].read_text().splitlines()]
    assert {line["game"] for line in lines} == {"goat"}
    assert lines[0]["options"] == {"eggs": "two_each", "loss_target": 3}
    assert lines[0]["id"] == "goat-s-1-1"
    assert "leader" not in lines[0]
    assert fairdeal("replay", files[0]) == Ran(0, f"{len(lines)} passed, 0 failed\n", "")


def test_a_simulation_has_as_many_seats_as_bots(tmp_path: Path) -> None:
    bots = ("--bots", "easy,easy,easy,easy")
    done = fairdeal("simulate", "skat", "--deals", "1", *bots, "--save", tmp_path / "deals")
    assert done.code == 0
    lines = (tmp_path / "deals").read_text().splitlines()
    assert {json.loads(line)["seats"] for line in lines} == {4}


def test_lead_and_deal_pass_on_within_a_series(tmp_path: Path) -> None:
    simulate("--deals", "6", "--bots", "easy", "--save", tmp_path / "deals")
    lines = [json.loads(line) for line in (tmp_path / "deals").read_text().splitlines()]
    for before, after in pairwise(lines):
        if after["id"].split("-")[2] == before["id"].split("-")[2]:
            assert after["dealer"] == (before["dealer"] + 1) % 4
            assert after["leader"] == before["expect"]["next_leader"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--deals", "0"), "must be a whole number from 1"),
        (("--deals", "ten"), "must be a whole number from 1"),
        (("--jobs", "-1"), "must be a whole number from 1"),
        (("--bots", "perfect"), "goat has no bot 'perfect', but easy, medium, hard"),
        (("--bots", "medium,"), "goat has no bot '', but easy, medium, hard"),
        (("--bots", "easy,easy,easy,easy,easy"), "goat has 4 seats, not 5"),
        (("--options", "eggs"), "eggs: an option is name=value"),
        (("--options", "eggs=raw"), "eggs: must be one of none, double_next, two_each"),
        (("--options", "jokers=2"), "jokers: no such option"),
        (("--options", "loss_target=25"), "loss_target: must be a whole number from 2 to 24"),
        (("--options", "loss_target=many"), "loss_target: must be a whole number from 2 to 24"),
        (("--save", "/nowhere/deals"), "No such file"),
    ],
)
def test_an_impossible_move_is_named(words: tuple[str, ...], fault: str) -> None:
    ran = simulate(*words)
    assert ran.code == 2
    assert fault in ran.err


def test_there_is_no_such_game() -> None:
    ran = fairdeal("simulate", "whist")
    assert ran.code == 2
    assert "invalid choice: 'whist'" in ran.err


def test_a_shared_first_place_is_a_win_of_each_side_on_it() -> None:
    found = Statistics(TOY)
    found.add(SeriesDone((), Score(winner=0)))
    found.add(SeriesDone((), Shared()))
    assert (found.series, found.won(0).won, found.won(1).won) == (2, 2, 1)


class Shared(Score):
    @property
    def ranks(self) -> tuple[int, ...]:
        return (1, 1)


def test_wilson_intervals() -> None:
    """The example of Agresti & Coull 1998 and the ends, by hand."""
    half = share(5, 10)
    assert (round(half.low, 4), round(half.high, 4)) == (0.2366, 0.7634)
    assert share(0, 10).low == 0
    assert round(share(0, 10).high, 4) == 0.2775
    assert share(10, 10).high == pytest.approx(1)
    assert share(0, 0) == (0, 0, 0.0, 0.0, 1.0)
