"""The list of planted defects fits the project, so that it can be measured at any time."""

from pathlib import Path

import pytest

from lab.defects.planted import ROOT, Defect, all_parts
from lab.defects.running import OWN_TEST, Selection, planted, selection

PARTS = list(all_parts())
DEFECTS = [defect for part in PARTS for defect in part.defects]
EACH, REVERTED, ALL = 4, 20, 60


def test_every_part_has_enough_and_so_has_the_project() -> None:
    assert all(len(part.defects) >= EACH for part in PARTS)
    assert len(PARTS) == len({part.name for part in PARTS}) >= 18
    assert len(DEFECTS) == len({defect.name for defect in DEFECTS}) >= ALL
    assert sum(bool(defect.reverts) for defect in DEFECTS) >= REVERTED


@pytest.mark.parametrize("defect", DEFECTS, ids=[defect.name for defect in DEFECTS])
def test_a_defect_can_be_planted_in_exactly_one_place(defect: Defect) -> None:
    text = (ROOT / defect.path).read_text("utf-8")
    assert defect.planted_in(text) != text


def test_the_tests_of_each_part_are_there() -> None:
    assert all((ROOT / test).exists() for part in PARTS for test in part.tests)


def test_a_planted_defect_is_gone_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("one, two", "utf-8")
    time = path.stat().st_mtime_ns
    with planted(tmp_path, Defect("part", "id", "a.py", "It is three.", "two", "three")):
        assert path.read_text("utf-8") == "one, three"
        assert path.stat().st_mtime_ns != time
    assert (path.read_text("utf-8"), path.stat().st_mtime_ns) == ("one, two", time)


def test_the_tests_of_a_target_come_from_the_makefile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKEFLAGS", " -- ARGS=--target\\ test")
    quick, every = selection("quick"), selection("test")
    assert quick.paths
    assert OWN_TEST not in quick.paths  # it would notice every defect
    assert (every.paths, every.options) == ([], [])
    assert not [word for word in (*quick.options, *every.options) if "numprocesses" in word]


def test_the_own_tests_of_a_part_are_those_that_the_target_runs() -> None:
    chosen = Selection({}, [], ["tests/a", "tests/b/test_x.py"], ["tests/a/test_no.py"])
    wanted = ["tests/a/test_y.py", "tests/a/test_no.py", "tests/b", "tests/c", "tests/a"]
    assert chosen.own(wanted) == ["tests/a/test_y.py", "tests/b/test_x.py", "tests/a"]
    assert chosen._replace(paths=[]).own(["tests/c"]) == ["tests/c"]
