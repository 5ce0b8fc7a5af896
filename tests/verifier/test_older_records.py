"""Records written by release 0.1 keep the verdicts of that release.

A folder in `records/0.1` holds the evidence of one table as a server of that release gave it, and
in `verdicts.txt` the output of its `fairdeal verify`. `key.txt` is that server's key.
"""

from pathlib import Path
from typing import Final

import pytest

from tests.cli.test_verify import in_javascript, verify
from tests.verifier.printed import verdict_lines

RECORDS: Final = Path(__file__).parent / "records" / "0.1"
TABLES: Final = sorted(path.name for path in RECORDS.iterdir() if path.is_dir())
SPOILED: Final = "goat-ruling-after-dismissal"
"""Two rulings of this table were recorded after their auditors had been dismissed."""
CHANGED: Final = {
    ("consequences", "FAILS"): "open",
    ("score", "open"): "holds",
    ("series", "open"): "holds",
}
"""Verdicts on that table: what they were, and what they are."""
NEW: Final = {
    *(("table.json", "signatures"), ("table.json", "key")),
    *(("deal", "hints"), ("deal", "key")),
}
"""Checks of tables and of deals that 0.1 did not make."""

Lines = dict[tuple[str, str], str]
"""By file and check: the verdict."""


def lines(printed: str) -> Lines:
    """The printed verdicts, check by check."""
    found: Lines = {}
    file = ""
    for line in printed.splitlines():
        if line.endswith(".json:"):
            file = Path(line.removesuffix(":")).name
        elif verdict_lines(line) and " disputed " not in line:
            verdict, check, *_ = line.split()
            found[file, check] = verdict
    return found


def expected(table: str) -> Lines:
    """The verdicts of 0.1, and those that are listed as changed."""
    then = lines((RECORDS / table / "verdicts.txt").read_text("utf-8"))
    return {
        (file, check): CHANGED.get((check, verdict), verdict)
        if table == SPOILED and file == "table.json"
        else verdict
        for (file, check), verdict in then.items()
    }


def arguments(table: str) -> list[str]:
    bundles = sorted((RECORDS / table).glob("*.json"))
    return [*map(str, bundles), "--key", str(RECORDS / "key.txt")]


def without_new(found: Lines) -> Lines:
    return {
        (file, check): verdict
        for (file, check), verdict in found.items()
        if (file if file == "table.json" else "deal", check) not in NEW
    }


@pytest.mark.parametrize("table", TABLES)
def test_an_older_record_keeps_its_verdicts(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    exit_code = verify(*arguments(table))
    printed = capsys.readouterr().out
    assert without_new(lines(printed)) == expected(table)
    assert exit_code == (4 if table == SPOILED else 0)
    assert ("was possible until 0.2" in printed) == (table == SPOILED)


@pytest.mark.parametrize("table", TABLES)
def test_javascript_agrees_on_older_records(table: str) -> None:
    done = in_javascript(arguments(table))
    found = without_new(lines(done.stdout))
    then = expected(table)
    assert found.keys() == then.keys()
    unlike = {at: (found[at], then[at]) for at in then if found[at] not in (then[at], "open")}
    assert not unlike
    assert ("was possible until 0.2" in done.stdout) == (table == SPOILED)
