"""The evidence that a log was forked: both verifiers say the same of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.fairness import tree
from events.translog.notes import Checkpoint, SigningKey
from tests.cli.commands import fairdeal
from tests.events.making import KEY
from tests.node import ROOT, run_command
from verifier.forks import FORMAT

CLI = ROOT / "verifier" / "cli.mjs"
HONEST = [tree.leaf_hash(bytes([number])) for number in range(24)]


def forked(since: int) -> list[bytes]:
    """The leaves of a log that was restored when it had so many entries."""
    return [*HONEST[:since], *(tree.leaf_hash(bytes([number, 1])) for number in range(since, 24))]


def note(leaves: list[bytes], *, key: SigningKey = KEY, origin: str | None = None) -> str:
    return key.sign(Checkpoint(origin or key.name, len(leaves), tree.root(leaves)).text)


def evidence(old: int, leaves: list[bytes], **changes: Any) -> dict[str, Any]:
    """The evidence of a client with an honest checkpoint that is shown a log with these leaves."""
    spans = tree.consistency(old, len(leaves)) if old <= len(leaves) else ()
    return {
        "format": FORMAT,
        "key": str(KEY.verifier),
        "earlier": note(HONEST[:old]),
        "later": note(leaves),
        "root": tree.root(leaves[:old]).hex(),
        "proof": [tree.root(leaves[span.start : span.stop]).hex() for span in spans],
        **changes,
    }


def lines(tmp_path: Path, file: dict[str, Any], *, trusted: bool = True) -> tuple[int, list[str]]:
    """The exit code and the lines of both verifiers."""
    path, key = tmp_path / "fork.json", tmp_path / "key.txt"
    path.write_text(json.dumps(file))
    key.write_text(f"{KEY.verifier}\n")
    words: list[str | Path] = ["--key", key] if trusted else []
    ran = fairdeal("verify", path, *words)
    other = run_command(CLI, path, *words)
    assert ran.out.splitlines() == other.stdout.splitlines(), ran.err + other.stderr
    assert ran.code == other.returncode
    return ran.code, ran.out.splitlines()


@pytest.mark.parametrize("old", range(5, 24))
def test_a_fork_is_proved_to_everybody(tmp_path: Path, old: int) -> None:
    """Whatever the size of the checkpoint is: a power of two has another proof."""
    code, (key, fork) = lines(tmp_path, evidence(old, forked(4)))
    assert code == 1
    assert key.startswith("holds")
    assert fork.startswith("FAILS  fork")
    assert f"24 entries that does not begin with the {old} entries" in fork
    assert "misconduct" in fork


def test_two_contents_of_one_size(tmp_path: Path) -> None:
    """P26: two people who compare their checkpoints have proof of it."""
    code, (_, fork) = lines(tmp_path, evidence(24, forked(4)))
    assert code == 1
    assert "has signed two logs of 24 entries" in fork


def test_without_the_key_it_says_whose_word_is_missing(tmp_path: Path) -> None:
    code, (key, fork) = lines(tmp_path, evidence(9, forked(4)), trusted=False)
    assert code == 1
    assert key.startswith("open   key")
    assert "a key that only the bundle names" in fork


@pytest.mark.parametrize(
    "file", [evidence(9, HONEST), evidence(24, HONEST), evidence(9, forked(9))]
)
def test_an_honest_log_is_no_fork(tmp_path: Path, file: dict[str, Any]) -> None:
    code, (_, fork) = lines(tmp_path, file)
    assert code == 0
    assert fork.startswith("holds  fork")


OTHER = SigningKey(KEY.name, bytes(32))


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (evidence(9, forked(4), root=None, proof=[]), "nothing proves what the first 9"),
        (evidence(9, forked(4), root="00" * 32), "nothing proves"),
        (evidence(9, forked(4), proof=["00" * 32]), "nothing proves"),
        (evidence(9, forked(4)[:7]), "the log has 7 entries, and it had 9"),
        (evidence(9, forked(4), later=note(forked(4), key=OTHER)), "has not signed this note"),
        (evidence(9, forked(4), earlier="a\n\n— b c\n"), "not"),
        *(
            (evidence(9, forked(4), **{each: note(forked(4), origin="elsewhere")}), "elsewhere")
            for each in ("earlier", "later")
        ),
    ],
)
def test_what_proves_no_fork_is_open(tmp_path: Path, file: dict[str, Any], said: str) -> None:
    """P25: nobody is accused by a file that its maker can invent."""
    code, (_, fork) = lines(tmp_path, file)
    assert code == 4
    assert fork.startswith("open   fork")
    assert said in fork


@pytest.mark.parametrize(
    "changes",
    [{"proof": [1]}, {"root": "0"}, {"more": 1}, {"proof": ["00" * 32] * 129}, {"later": 1}],
)
def test_a_file_of_another_form_cannot_be_read(tmp_path: Path, changes: dict[str, Any]) -> None:
    code, said = lines(tmp_path, evidence(9, forked(4), **changes))
    assert code == 2
    assert said == []
