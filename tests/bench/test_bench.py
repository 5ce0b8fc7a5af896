"""Every benchmark runs at a tiny size, and its results can be printed."""

from pathlib import Path

import pytest

from tests.bench import report
from tests.bench.__main__ import NAMES, benchmark
from tests.bench.results import TINY, Line, Section, at_least, below, plain

QUICK = {"appends", "loading"}


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in NAMES],
)
def test_a_benchmark_runs(name: str) -> None:
    section = benchmark(name)(TINY)
    assert all(line.value > 0 for line in section.lines)
    assert section.lines or section.rows
    assert plain(section)[0] == section.title


def test_results_keep_what_is_written_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "RESULTS.md"
    monkeypatch.setattr(report, "RESULTS", results)
    about = report.about()
    lines = [Line("fast", 3, "ms", below(4)), Line("many", 1, target=at_least(2))]
    section = Section("Speed", "How.", lines, ("", "p50"), [("a", "1 ms")])
    report.write(about, [section])
    results.write_text(results.read_text() + "\nMissed, as it had a cold.\n")
    report.write(about, [section, section])
    written = results.read_text()
    assert written.count("| fast | 3.00 ms | < 4 | met |") == 2
    assert written.count("| many | 1.00 | ≥ 2 | missed |") == 2
    assert written.count("| a | 1 ms |") == 2
    assert written.endswith("\nMissed, as it had a cold.\n")
