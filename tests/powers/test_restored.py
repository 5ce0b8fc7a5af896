"""Attacks with a restored backup, and who notices."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from events.translog.anew import begin_anew
from events.translog.notes import SigningKey
from events.translog.sequencer import Sequencer
from events.translog.witness import Unwitnessed
from fairdeal_client import LogReport, check_log
from fairdeal_client.problems import Problem
from service.proof.witness import FileWitness
from tests.cli.commands import fairdeal
from tests.powers.conftest import Attacked
from tests.simulation.runtime import RUNTIME

REASON = "The disk failed."


def compare(attacked: Attacked, kept: dict[str, str]) -> LogReport:
    """A new session of a client that keeps checkpoints."""

    def ask(path: str, query: Mapping[str, Any]) -> Any:
        text = "&".join(f"{name}={value}" for name, value in query.items())
        answer = attacked.client.send("GET", f"{path}?{text}" if text else path)
        if answer.status_code != 200:
            raise Problem(answer.status_code, answer.json)
        return answer.json if answer.is_json else answer.text

    return check_log(ask, kept)


def restored(attacked: Attacked, kept: dict[str, str]) -> int:
    """A service that went back to a backup after a client had seen more; returns what it saw."""
    attacked.played()
    attacked.backup()
    attacked.played(deals=2)
    assert compare(attacked, kept).status == "first"
    attacked.played()
    assert compare(attacked, kept).status == "holds"
    seen = attacked.client.sequence()
    attacked.restore()
    return seen


def test_a_witness_stops_the_log(attacked: Attacked, tmp_path: Path) -> None:
    """P8: a sequencer that starts on an older database signs nothing."""
    witness = FileWitness(tmp_path / "checkpoint", RUNTIME)
    attacked.played()
    attacked.backup()
    attacked.played()
    translog = attacked.client.context.translog
    witness.keep(translog.checkpoint())
    attacked.restore()
    translog = attacked.client.context.translog
    sequencer = Sequencer(translog.store, translog.key, witness=witness)
    with pytest.raises(Unwitnessed, match="the database is older"):
        sequencer.advance()


def test_a_client_sees_that_the_log_is_smaller_and_then_that_it_was_forked(
    attacked: Attacked, tmp_path: Path
) -> None:
    """P9: the client has evidence of it that everybody can check."""
    kept: dict[str, str] = {}
    seen = restored(attacked, kept)
    report = compare(attacked, kept)
    assert report.status == "smaller"
    assert f"it had {seen}" in report.text
    while attacked.client.sequence() <= seen:
        attacked.played()
    for _ in range(2):
        report = compare(attacked, kept)
        assert report.status == "forked", "it stays so"
    assert "was forked" in report.text
    evidence, key = tmp_path / "fork.json", tmp_path / "key.txt"
    evidence.write_text(json.dumps(report.evidence))
    key.write_text(str(attacked.client.context.translog.verifier))
    ran = fairdeal("verify", evidence, "--key", key)
    assert ran.code == 1
    assert f"does not begin with the {seen} entries" in ran.out
    assert "misconduct" in ran.out


def test_a_log_that_is_begun_anew_says_why(attacked: Attacked) -> None:
    """P10: a client with an older checkpoint is shown the reason, and what was lost."""
    kept: dict[str, str] = {}
    seen = restored(attacked, kept)
    key = SigningKey("fairdeal.test/anew", bytes(32))
    last = attacked.client.context.translog.checkpoint().size
    begin_anew(attacked.url, key, reason=REASON, at=RUNTIME.now())
    attacked.restart(origin=key.name)
    attacked.client.sequence()
    report = compare(attacked, kept)
    assert report.status == "begun-anew"
    assert REASON in report.text
    assert f"{seen - last} entries that you had seen were lost" in report.text
    assert compare(attacked, kept).status == "holds"
