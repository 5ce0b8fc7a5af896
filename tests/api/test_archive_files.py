"""The files of an archive: who can read or guess them, and when they cost a deal its events."""

import gzip
import os
import stat
from collections.abc import Callable, Generator
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import psycopg
import pytest

from domain.kernel.sentence import Sentence
from events.archives import Archived, archive_deal, hold_archive
from service.proof import archiving
from service.proof.archiving import Archive, is_sound
from tests import servers
from tests.api.archiving import archived, month, over, serving, sums
from tests.api.playing import Client
from verifier.archives import CheckedItem, Record
from verifier.bundle import Bundle, read, write
from verifier.verdicts import FAILS, HAND, HOLDS, OPEN, Status, Verdict

pytestmark = pytest.mark.database

DEAL = UUID("01a215cf-ad67-7cce-bff1-b1026af08c1c")
PLACE = Archived(DEAL, 7, bytes(32), "2026-10/ab.json.gz", "cd" * 32)
RECORD = Record(DEAL.bytes, PLACE.head, PLACE.version)


@pytest.fixture
def url(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as url:
        yield url


@pytest.fixture
def client(url: str) -> Generator[Client]:
    """A service with two deals to archive."""
    with serving(url) as client:
        over(client)
        client.sequence()
        yield client


def files(folder: Path) -> list[Path]:
    return sorted((folder / month()).glob("*.json.gz"))


def statuses(url: str) -> list[str]:
    with psycopg.connect(url) as owner:
        query = "SELECT status FROM stream WHERE kind = 'deal' ORDER BY status"
        return [status for (status,) in owner.execute(query)]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_no_name_is_guessable_and_not_all_can_read(
    client: Client, url: str, tmp_path: Path
) -> None:
    """Names are 128 bits of a keyed digest, and the list of them is for its owner alone."""
    root = tmp_path / "made" / "here"
    before = os.umask(0)
    try:
        assert archived(client, url, root).code == 0
    finally:
        os.umask(before)
    paths = [*(root / month()).iterdir()]
    for path in paths:
        name, _, ending = path.name.partition(".")
        assert len(bytes.fromhex(name)) == 16
        assert ending in ("json.gz", "sha256")
        assert mode(path) == (0o600 if ending == "sha256" else 0o640)
    assert [*root.iterdir()] == [root / month()]
    assert {mode(each) for each in (root.parent, root, root / month())} == {0o750}
    kept = files(root)
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in kept]
    assert sums(root).read_text().splitlines() == lines
    assert len(lines) == 2
    secrets = (b"one secret", b"another")
    assert len({archive_at(root, secret).sums for secret in secrets}) == 2


def archive_at(root: Path, secret: bytes) -> Archive:
    absent: Any = None
    return Archive(root=root, month=month(), streams=absent, translog=absent, secret=secret)


def test_the_parents_of_a_folder_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(archiving, "_sync", synced.append)
    archiving._make(tmp_path / "a" / "b")
    assert synced == [tmp_path, tmp_path / "a"]
    assert (tmp_path / "a" / "b").is_dir()


def test_a_second_run_is_refused(
    client: Client, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.archives._WAIT", "SET LOCAL lock_timeout = '20ms'")
    with psycopg.connect(url, autocommit=True) as other:
        hold_archive(other)
        ran = archived(client, url, tmp_path)
    assert ran.code == 1
    assert "Another `fairdeal archive` runs" in ran.err
    assert [*tmp_path.iterdir()] == []


def test_a_pooler_is_refused(
    client: Client, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind one, a lock would stay with a connection that others use."""
    monkeypatch.setattr("events.archives._PID", "SELECT 1")
    ran = archived(client, url, tmp_path)
    assert ran.code == 1
    assert "not to a connection pooler" in ran.err
    assert [*tmp_path.iterdir()] == []


def test_the_lock_is_held_from_the_first_file_to_the_last_deal(
    client: Client, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []

    def is_held() -> bool:
        with psycopg.connect(url) as other:
            query = "SELECT pg_try_advisory_lock(hashtextextended('fairdeal.archive', 0))"
            return other.execute(query).fetchone() == (False,)

    def watched(real: Callable[..., Any]) -> Callable[..., Any]:
        def watching(*args: Any) -> Any:
            held.append(is_held())
            return real(*args)

        return watching

    monkeypatch.setattr(archiving, "_create", watched(archiving._create))
    monkeypatch.setattr("run.cli.archive.archive_deal", watched(archive_deal))
    assert archived(client, url, tmp_path).code == 0
    assert held == [True] * 5


def test_a_deal_that_changed_meanwhile_is_no_fault(
    client: Client, url: str, tmp_path: Path
) -> None:
    with patch("run.cli.archive.archive_deal", lambda *_: False):
        ran = archived(client, url, tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "0 deals archived" in ran.out
    assert "2 deals stay that changed meanwhile" in ran.out
    assert "did not verify" not in ran.out
    assert len(files(tmp_path)) == 2, "another run may need them"


def test_a_file_that_changed_after_it_was_verified_keeps_its_deal(
    client: Client, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Archive.add_digests

    def changing(archive: Archive, kept: Any) -> None:
        add(archive, kept)
        with files(tmp_path)[0].open("ab") as file:
            file.write(b"\0")

    monkeypatch.setattr(Archive, "add_digests", changing)
    ran = archived(client, url, tmp_path)
    assert ran.code == 1
    assert "is no longer the file that was verified" in ran.err
    assert statuses(url) == ["archived", "recorded"]


@pytest.mark.parametrize(
    ("checked", "sound"),
    [
        (RECORD, True),
        (RECORD._replace(stream=bytes(16)), False),
        (RECORD._replace(head=bytes([1] * 32)), False),
        (RECORD._replace(events=6), False),
        (None, False),
    ],
)
def test_a_file_of_another_record_removes_no_deal(checked: Record | None, *, sound: bool) -> None:
    assert is_sound(PLACE, CheckedItem("", "", status=HOLDS, record=checked)) is sound


@pytest.mark.parametrize(
    ("verdicts", "sound"),
    [
        ({"pack": HAND}, True),
        ({"bots": OPEN}, True),
        ({"bots": OPEN, "hints": OPEN}, True),
        ({"bots": FAILS}, False),
        ({"log": OPEN}, False),
        ({"pack": HAND, "log": OPEN}, False),
    ],
)
def test_results_with_which_a_deal_can_be_archived(
    verdicts: dict[str, Status], *, sound: bool
) -> None:
    """Among them are open bots, which old deals have for ever."""
    found = tuple(Verdict(check, status, Sentence("said")) for check, status in verdicts.items())
    assert is_sound(PLACE, CheckedItem("", "", verdicts=found, record=RECORD)) is sound


def test_bots_of_older_releases_are_named_and_no_fault(
    client: Client, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified, open_bots = (
        Archive.verified,
        Verdict("bots", OPEN, Sentence("finding-at-event", {"event": 9, "why": "not known here"})),
    )

    def old(*args: Any, jobs: int) -> Any:
        for written, checked in verified(*args, jobs=jobs):
            yield written, checked._replace(status=OPEN, verdicts=(open_bots,))

    monkeypatch.setattr(Archive, "verified", old)
    ran = archived(client, url, tmp_path)
    assert ran.code == 0
    assert ran.err.count("open   bots") == 2
    assert statuses(url) == ["archived"] * 2


def of_a_run_that_ended_early(client: Client, url: str, folder: Path) -> list[Path]:
    with patch("run.cli.archive.archive_deal", lambda *_: False):
        archived(client, url, folder)
    return files(folder)


def rewritten(path: Path, change: Callable[[Bundle], Bundle]) -> None:
    kept = read(gzip.decompress(path.read_bytes()))
    path.write_bytes(gzip.compress(write(change(kept))))


def shorter(kept: Bundle) -> Bundle:
    """The record two events before its end, without its place in the log."""
    events = kept.events[:-2]
    return kept._replace(events=events, head=events[-1].hash, log=None, key=None)


def another(kept: Bundle) -> Bundle:
    """A record that went on otherwise."""
    last = kept.events[-1]._replace(hash=bytes(32))
    return kept._replace(events=(*kept.events[:-1], last), head=bytes(32))


def longer(kept: Bundle) -> Bundle:
    return kept._replace(events=(*kept.events, kept.events[-1]))


def test_a_file_is_replaced_by_a_record_that_extends_it(
    client: Client, url: str, tmp_path: Path
) -> None:
    first, _ = of_a_run_that_ended_early(client, url, tmp_path)
    rewritten(first, shorter)
    ran = archived(client, url, tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert sha256(first.read_bytes()).hexdigest() in sums(tmp_path).read_text()
    assert statuses(url) == ["archived"] * 2


@pytest.mark.parametrize("change", [another, longer, None, "link"])
def test_a_file_of_another_record_is_not_replaced(
    client: Client, url: str, tmp_path: Path, change: Any
) -> None:
    """As after a restore: the archive has what the database has lost."""
    first, _ = of_a_run_that_ended_early(client, url, tmp_path)
    if change == "link":
        first.rename(tmp_path / "elsewhere")
        first.symlink_to(tmp_path / "elsewhere")
    elif change is None:
        first.write_bytes(first.read_bytes()[:-9])
    else:
        rewritten(first, change)
    before = first.read_bytes()
    ran = archived(client, url, tmp_path)
    assert ran.code == 1
    assert f"{first} has another record" in ran.err
    assert first.read_bytes() == before
    assert statuses(url) == ["archived", "recorded"]
    assert [*(tmp_path / month()).glob("*.part")] == []


def test_links_are_not_followed(client: Client, url: str, tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    root.mkdir()
    elsewhere.mkdir()
    (root / month()).symlink_to(elsewhere)
    ran = archived(client, url, root)
    assert ran.code == 1
    assert "is a symbolic link" in ran.err
    assert [*elsewhere.iterdir()] == []


def test_a_run_with_nothing_ready_does_nothing(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        ran = archived(client, url, tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert [*tmp_path.iterdir()] == []
