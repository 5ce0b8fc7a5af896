"""The guide docs/restoring.md, followed: a backup that is older than a published checkpoint."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from events.translog.notes import Checkpoint, SigningKey, VerifierKey
from run.cli import main
from service.api.app import create_app
from service.proof.translog import signing_key
from service.settings import Settings
from tests.api.playing import Client, Opened
from tests.cli.commands import Ran
from tests.cli.commands import fairdeal_now as fairdeal
from tests.contexts import SECRET, opened_context
from tests.e2e.backups import BACKREST, DEBIAN, Backups, archived, dumped
from tests.e2e.installation import LOGIN, OWNER, as_login, blocks, run_block, shell
from tests.missing import needs
from tests.serving import until

OLD, NEW = "cards.example/log", "cards.example/log-2026-11"
REASON = "Restored the backup of 23 November after a failure of the disk"
"""The one in the guide."""


class Site:
    """A service: a database with backups, sequencers and a witness on another disk."""

    def __init__(self, backups: Backups, folder: Path) -> None:
        self.backups = backups
        self.server = backups.server
        self.url, self.owner_url = (as_login(backups.url, each) for each in (LOGIN, OWNER))
        self.folder = folder
        self.witness = folder / "witness" / "checkpoint.txt"

    def environment(self, origin: str) -> dict[str, str]:
        return {
            "DATABASE_URL": self.url,
            "MIGRATION_DATABASE_URL": self.owner_url,
            "FAIRDEAL_SECRET": SECRET.decode(),
            "FAIRDEAL_ORIGIN": origin,
            "FAIRDEAL_WITNESS": str(self.witness),
        }

    def settings(self, origin: str) -> Settings:
        return Settings.from_environment(self.environment(origin))

    def key(self, origin: str) -> SigningKey:
        return signing_key(self.settings(origin))

    @contextmanager
    def sequencing(self, origin: str) -> Generator[Path]:
        """The process of the sequencer, and the file of its log."""
        output = self.folder / f"sequencer-{origin.replace('/', '-')}.txt"
        with output.open("ab") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "run.processes.sequencing"],
                env={**os.environ, **self.environment(origin)},
                stdout=file,
                stderr=file,
            )
        try:
            yield output
        finally:
            process.terminate()
            process.wait(60)

    @contextmanager
    def web(self, origin: str) -> Generator[Client]:
        settings = self.settings(origin)
        with opened_context(self.url, origin=origin, seed=self.key(origin).seed) as context:
            yield Client(create_app(context, settings).test_client(), context)

    def begin_anew(self, origin: str) -> Ran:
        words = ("log", "begin-anew", "--yes", "--reason", "Restored the backup of Monday")
        return fairdeal(*words, stdin=b"", **self.environment(origin))


@pytest.fixture
def site(embedded_postgres: str, tmp_path: Path) -> Generator[Site]:
    with dumped(embedded_postgres, tmp_path) as backups:
        yield migrated(backups, tmp_path)


@pytest.fixture
def archived_site(tmp_path: Path) -> Generator[Site]:
    """The same on a server of its own, with pgBackRest."""
    with TemporaryDirectory(prefix="fairdeal-backrest-") as folder, archived(Path(folder)) as it:
        yield migrated(it, tmp_path)


def migrated(backups: Backups, folder: Path) -> Site:
    site = Site(backups, folder)
    site.witness.parent.mkdir()
    assert fairdeal("migrate", stdin=b"", **site.environment(OLD)).code == 0
    return site


def size(note: str, key: SigningKey) -> int:
    """The size of a checkpoint that the key has signed."""
    said = Checkpoint.read(key.verifier.open(note))
    assert said.origin == key.name
    return said.size


def published(client: Client) -> str:
    answer = client.send("GET", "/v1/log/checkpoint")
    return answer.text if answer.status_code == 200 else ""


def logged(client: Client) -> int:
    """Wait until all events are signed; return the size of the log."""
    until(lambda: client.get("/readyz")["log"]["waiting"] == 0 and published(client))
    return int(published(client).splitlines()[1])


def keep_evidence(client: Client, table: Opened, folder: Path) -> list[str]:
    """Keep the bundle of a deal, the key and a checkpoint, as a player does; return the options."""
    folder.mkdir()
    bundle = client.send("GET", f"/v1/deals/{table.deal}/bundle?receipts=true", table.tokens[0])
    (folder / "bundle.json").write_bytes(bundle.data)
    (folder / "key.txt").write_text(client.send("GET", "/v1/log/key").text)
    (folder / "checkpoint.txt").write_text(published(client))
    options = ("--key", "key.txt"), ("--checkpoint", "checkpoint.txt")
    files = [str(folder / each) if "." in each else each for pair in options for each in pair]
    return [str(folder / "bundle.json"), *files]


def verdict(words: list[str]) -> str:
    """The verdict of the verifier on the place in the log."""
    ran = fairdeal("verify", *words)
    [line] = [each for each in ran.out.splitlines() if each.split()[1:2] == ["log"]]
    return line


@pytest.mark.long
def test_a_backup_that_is_older_than_a_published_checkpoint(site: Site, tmp_path: Path) -> None:
    follow_the_guide(site, tmp_path)


@pytest.mark.long
@needs("pgBackRest and PostgreSQL of Debian", BACKREST and DEBIAN)
def test_a_restore_to_a_point_in_time(archived_site: Site, tmp_path: Path) -> None:
    follow_the_guide(archived_site, tmp_path)


def follow_the_guide(site: Site, folder: Path) -> None:
    chance = Random(8)
    # Play, and publish.
    with site.web(OLD) as client, site.sequencing(OLD):
        table = client.open()
        client.play(table, chance, moves=6)
        kept_size = logged(client)
        kept = keep_evidence(client, table, folder / "before")
        until(lambda: site.witness.exists() and size(site.witness.read_text(), site.key(OLD)))
        # Back up, and play on.
        site.backups.back_up()
        client.play(table, chance, moves=6)
        lost_size = logged(client)
        lost_events = client.get("/v1/me/tables/events?after=0&limit=1000", table.owner)
        until(lambda: size(site.witness.read_text(), site.key(OLD)) == lost_size)
    # The disk is lost.
    site.backups.restore()
    # A sequencer of the old name refuses, although moves are accepted.
    with site.web(OLD) as client, site.sequencing(OLD) as output:
        assert client.get("/readyz")["log"]["size"] == kept_size < lost_size
        client.play(table, chance, moves=2)
        until(lambda: client.get("/readyz")["heartbeats"]["sequencer"]["fault"])
        for said in (
            output.read_text(),
            client.get("/readyz")["heartbeats"]["sequencer"]["fault"],
        ):
            assert f"a checkpoint of {lost_size} entries was published" in said
            assert f"this log has {kept_size}" in said
        assert size(published(client), site.key(OLD)) == kept_size
    # The log is begun anew.
    *_, begin_anew = blocks("restoring.md", "Restore")
    ran = run_block(begin_anew, shell(**site.environment(NEW)), stdin=f"{NEW}\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"The log {OLD} ended with {kept_size} entries. {NEW} has begun." in ran.stdout
    with site.web(NEW) as client, site.sequencing(NEW):
        client.play(table, chance, moves=2)
        new_size = logged(client)
        assert size(published(client), site.key(NEW)) == new_size > kept_size
        until(lambda: size(site.witness.read_text(), site.key(NEW)) == new_size)
        new = keep_evidence(client, table, folder / "after")
        assert_the_break_is_seen(site, client, kept_size, lost_size)
        assert_readers_are_informed(client, table, lost_events, kept_size)
    # Old evidence holds by the old key, and new evidence by the new one.
    for words, name in ((kept, OLD), (new, NEW)):
        assert VerifierKey.read(Path(words[2]).read_text().rstrip()).name == name
        assert verdict(words).startswith("holds ")
    # With the old name, nothing is signed again.
    with site.sequencing(OLD) as output:
        until(lambda: f"{OLD} has not signed this note" in output.read_text())
    # A restart with the new name finds that the log extends the witness.
    with site.web(NEW) as client, site.sequencing(NEW):
        client.play(table, chance, moves=1)
        until(lambda: logged(client) > new_size)


def assert_the_break_is_seen(site: Site, client: Client, kept_size: int, lost_size: int) -> None:
    """By an auditor who holds a checkpoint of entries that are lost."""
    [broke] = client.get("/v1/log/breaks")["breaks"]
    assert (broke["log"], broke["ended"]["log"]) == (NEW, OLD)
    assert size(broke["ended"]["checkpoint"], site.key(OLD)) == kept_size
    assert size(broke["published"], site.key(OLD)) == lost_size
    statement = site.key(NEW).verifier.open(broke["statement"])
    assert statement.splitlines()[1:4] == [NEW, OLD, str(kept_size)]
    assert statement.splitlines()[-1] == broke["reason"] == REASON
    new_size = size(published(client), site.key(NEW))
    answer = client.send("GET", f"/v1/log/consistency?from={lost_size}&to={new_size}&log={OLD}")
    assert answer.refusal == (409, "log-begun-anew")
    assert OLD in answer.json["detail"]
    assert NEW in answer.json["detail"]


def assert_readers_are_informed(client: Client, table: Opened, lost: Any, kept_size: int) -> None:
    """A reader that had come further than the backup does not get other events in their place."""
    path = "/v1/me/tables/events?limit=1000&after={}"
    answer = client.send("GET", path.format(lost["position"]), table.owner)
    assert answer.refusal == (409, "log-begun-anew")
    assert answer.json["end"] == kept_size
    found = client.get(path.format(answer.json["end"]), table.owner)["events"]
    positions = [each["event"]["position"] for each in found if each["deal"] == table.deal]
    before = [each for each in lost["events"] if each["position"] <= kept_size]
    known = [each["event"]["position"] for each in before if each["deal"] == table.deal]
    version = client.get(f"/v1/deals/{table.deal}", table.tokens[0])["version"]
    assert known + positions == list(range(1, version + 1)), "each event once, and in order"


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "code"), [(f"{NEW}\n", 0), ("yes\n", 1), ("", 1)], ids=["confirmed", "no", "nobody"]
)
def test_it_asks_for_the_new_name(site: Site, typed: str, code: int) -> None:
    with site.web(OLD) as client:
        client.open()
        client.sequence()
    words = ("log", "begin-anew", "--reason", "a trial")
    ran = fairdeal(*words, stdin=typed.encode(), **site.environment(NEW))
    assert ran.code == code
    assert f"The log {OLD} has " in ran.out
    assert f"All stored events will be logged again as {NEW}." in ran.out
    assert ("fairdeal log: " in ran.err) == bool(code)


@pytest.mark.long
def test_it_says_why_it_cannot(site: Site) -> None:
    nothing = site.begin_anew(NEW)
    assert nothing.code == 1
    assert "The log has no checkpoint yet, so it can be given any name." in nothing.err
    site.witness.parent.rmdir()
    site.witness.parent.write_text("no folder")
    with site.web(OLD) as client:
        client.open()
        client.sequence()
    same = site.begin_anew(OLD)
    assert same.code == 1
    assert "The record of the break is without a published checkpoint: the witness" in same.err
    assert f"A log named {OLD} exists or existed. Set FAIRDEAL_ORIGIN to a new name." in same.err
    with psycopg.connect(site.owner_url) as connection:
        connection.execute("SELECT FROM sequencer FOR UPDATE")
        busy = site.begin_anew(NEW)
    assert busy.code == 1
    assert "A sequencer is at work, or was 3 seconds ago." in busy.err


@pytest.mark.long
def test_only_the_owner_of_the_tables_can(site: Site) -> None:
    with site.web(OLD) as client:
        client.open()
        client.sequence()
    words = ("log", "begin-anew", "--yes", "--reason", "a trial")
    environment = {**site.environment(NEW), "MIGRATION_DATABASE_URL": ""}
    ran = fairdeal(*words, stdin=b"", **environment)
    assert ran.code == 1
    assert "Only the owner of the tables can do this: set MIGRATION_DATABASE_URL." in ran.err


def test_its_help_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["log", "--help"])
    assert "ends the log and begins another one" in capsys.readouterr().out
