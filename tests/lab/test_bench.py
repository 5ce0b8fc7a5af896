"""Every benchmark runs at a tiny size, and its results can be printed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.bench import bar, growth, peers, profile, report
from lab.bench.__main__ import BY_NAME, NAMES, benchmark
from lab.bench.results import TINY, Line, Section, at_least, at_most, below, plain
from tests import npm
from tests.missing import MissingError

IN_PROCESS = {"verifying"}
"""The benchmarks that start no server, and are quick; the others are in the long run."""


@pytest.mark.parametrize(
    "name",
    [
        name if name in IN_PROCESS else pytest.param(name, marks=pytest.mark.long)
        for name in (*NAMES, *BY_NAME)
    ],
)
def test_a_benchmark_runs(name: str) -> None:
    section = benchmark(name)(TINY)
    assert all(line.value > 0 or line.missing for line in section.lines)
    rows = [row for row in bar.ROWS if row.benchmark == name]
    wanted = {each for row in rows for each in (row.line, row.bound) if each}
    assert wanted <= {line.name for line in section.lines}
    assert section.lines or section.rows
    assert plain(section)[0] == section.title


def test_the_bar_is_written_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    rows = (
        bar.Row("speed", "fast", "5.00 ms", why="it had a cold", bound="peer"),
        bar.Row("speed", "many", "2.00"),
        bar.Row("speed", "peer"),
    )
    monkeypatch.setattr(bar, "ROWS", rows)
    lines = [
        Line("fast", 4, "ms", below(4)),
        Line("many", 2, target=at_least(2)),
        Line("peer", 0, target=at_most(1), missing="no npm here"),
    ]
    section = Section("Speed", "How.", lines, ("", "p50"), [("a", "1 ms")])
    report.write(report.about(), {"speed": section})
    written = (tmp_path / "RESULTS.md").read_text()
    for row in (
        "| fast | 4.00 ms | < 4 | missed | missing: no npm here | 5.00 ms |",
        "| many | 2.00 | ≥ 2 | met |  | 2.00 |",
        "| peer | missing: no npm here | ≤ 1 |  |  |  |",
        "- fast. It had a cold.",
        "| a | 1 ms |",
    ):
        assert row in written.splitlines()


def test_each_row_of_the_bar_names_a_benchmark() -> None:
    assert {row.benchmark for row in bar.ROWS} <= {*NAMES}


def test_the_words_of_the_profile_name_files_and_packages() -> None:
    for name in profile.WORDS:
        assert (profile.ROOT / name).exists() or find_spec(name), name


@pytest.mark.long
def test_a_move_passes_every_word_of_the_profile() -> None:
    assert all(int(calls) > 0 for *_, calls in profile.run(TINY).rows)


def test_the_sizes_of_growth_grow_tenfold() -> None:
    assert [*growth.sizes(10**7)] == [10**4, 10**5, 10**6, 10**7]
    assert [*growth.sizes(300)] == [300]


@pytest.mark.long
def test_a_database_filled_in_bulk_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sample is verified, with the root of its log."""
    monkeypatch.setattr(growth, "BULK_FROM", 0)
    assert growth.run(TINY).rows


def test_growth_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "GROWTH", tmp_path / "GROWTH.md")
    section = Section("Growth", "How.", (), ("", "10", "100"), [("load", "1", "2")])
    report.write_growth(report.about(), section)
    written = (tmp_path / "GROWTH.md").read_text().splitlines()
    assert {"# Growth", "How.", "| load | 1 | 2 |"} <= {*written}


@pytest.mark.long
def test_peers_without_npm_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def installed(*_: object, **__: object) -> Path:
        raise MissingError("no npm here")

    monkeypatch.setattr(npm, "installed", installed)
    section = peers.run(TINY)
    shown = {line.name: line.shown for line in section.lines}
    assert shown["moves/s against boardgame.io, in memory, 1 client"] == "missing: no npm here"
    assert float(shown["web CPU against bare Flask, 1 client"]) > 0
    assert [row[1] for row in section.rows].count("missing: no npm here") == 2
