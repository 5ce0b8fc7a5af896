"""Attacks by the operator, who has the signing key, and who notices."""

import json
from pathlib import Path

from events.translog.sequencer import Sequencer
from fairdeal_client import LogReport
from tests.api.playing import Opened
from tests.cli.commands import fairdeal
from tests.powers.conftest import Attacked
from tests.powers.test_database import CHAINED_AGAIN, deals_of
from tests.powers.test_restored import compare
from tests.verifier.corpus.checks import whole
from tests.verifier.corpus.trust import forged
from tests.verifier.printed import verdict_lines
from verifier.bundle import write


def saved(attacked: Attacked, deal: str, path: Path, table: Opened) -> Path:
    """The evidence of a deal, as its player keeps it."""
    path.write_text(
        attacked.client.send("GET", f"/v1/deals/{deal}/bundle?receipts=true", table.owner).text
    )
    return path


def rewrite(attacked: Attacked, deal: str) -> None:
    """Move the times of a deal, and sign another log under the same key."""
    attacked.execute(CHAINED_AGAIN)
    attacked.execute(
        "UPDATE event SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),"
        """ '"at":1768', '"at":1769'), 'UTF8') WHERE stream_id = %s AND version > 4""",
        deal,
    )
    attacked.execute("SELECT chain_again(%s)", deal)
    for name in ("feed", "checkpoint", "log_node", "party_position", "outbox"):
        attacked.execute(f"DELETE FROM {name}")  # noqa: S608
    attacked.execute(
        "INSERT INTO outbox SELECT stream_id, version, head, now() FROM stream ORDER BY opened_at"
    )
    context = attacked.restart().context
    sequencer = Sequencer(context.translog.store, context.translog.key)
    while sequencer.advance().more:
        pass


def test_a_history_that_is_rewritten_and_signed_again(attacked: Attacked, tmp_path: Path) -> None:
    """P7: holders of evidence, receipts or a checkpoint notice; the service itself does not."""
    table = attacked.played(deals=2)
    deal, *_ = deals_of(attacked, table)
    kept: dict[str, str] = {}
    assert compare(attacked, kept).status == "first"
    mine = saved(attacked, deal, tmp_path / "mine.json", table)
    key = tmp_path / "key.txt"
    key.write_text(str(attacked.client.context.translog.verifier))
    rewrite(attacked, deal)
    assert attacked.scrub() == set(), "nothing is wrong with the new history in itself"
    report: LogReport = compare(attacked, kept)
    assert report.status == "forked"
    theirs = saved(attacked, deal, tmp_path / "theirs.json", table)
    ran = fairdeal("verify", mine, theirs, "--key", key)
    assert ran.code == 1
    assert "proof of misconduct" in ran.out
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(json.loads(mine.read_text())["receipts"][-1]))
    ran = fairdeal("verify", theirs, "--key", key, "--receipt", receipt)
    assert ran.code == 1
    assert "FAILS  receipts" in ran.out


def test_a_forged_record_under_a_fresh_key(tmp_path: Path) -> None:
    """P11: without the service's key, `key` and `log` are open, and the exit code is 4."""
    path = tmp_path / "forged.json"
    path.write_bytes(write(forged(whole())))
    ran = fairdeal("verify", path)
    assert ran.code == 4
    assert "Key: only the bundle names the key" in ran.out.splitlines()[0]
    assert verdict_lines(ran.out)[0].startswith("open   key")
    assert "holds  log" not in ran.out


def test_a_default_table_has_decks_that_the_server_alone_has_chosen(attacked: Attacked) -> None:
    """P12: nobody notices where no seat adds a seed; the deal says so before the first move."""
    table = attacked.client.open()
    fairness = attacked.client.get(table.deal_path, table.owner)["fairness"]
    assert fairness["seats"] == []
    assert fairness["guarantee"].startswith("No seat adds a seed")
