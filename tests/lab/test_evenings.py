"""Evenings of many tables on real processes: short ones come to their end, with nothing wrong."""

import pytest

from lab.evenings import field
from lab.evenings.__main__ import main, row
from lab.evenings.evening import EVENINGS, Played


@pytest.mark.long
@pytest.mark.parametrize("evening", EVENINGS)
def test_a_tiny_evening_survives_a_kill(evening: str) -> None:
    assert main(["--tiny", "--kills", "1", "--evening", evening]) == 0


@pytest.mark.long
def test_a_board_is_secret_until_the_last_of_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert field.main(["--tables", "3"]) == 0
    assert capsys.readouterr().out.startswith("| 3 | ")


def test_a_line_has_a_cell_for_each_column() -> None:
    measured = field.Field(2, 1.0, 1.0, 1.0, 8, 0.5, 1.0, 4.0, "Python: 11 holds")
    assert field.row(measured).count("|") == field.HEAD.count("|")
    assert "| 2000 |" in field.row(measured)
    assert "| Goat |" in row("embedded", Played("Goat"))
