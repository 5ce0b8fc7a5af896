"""The guide docs/operating.md, followed: installations that are broken, and made well again."""

import re
import shutil
from collections.abc import Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

import service.doctor
from service.tasks import producer
from tests.campaign.disks import fill, small_disk
from tests.e2e.installation import PARTS, PATIENCE, Bots, Installation, blocks, installed
from tests.servers import NotHereError
from tests.serving import on_linux, until

pytestmark = [on_linux, pytest.mark.long]


@pytest.fixture(scope="module")
def site() -> Generator[Installation]:
    """All tests share it: each finds it well, and has to leave it well."""
    with installed(*PARTS) as site:
        yield site


@pytest.fixture(autouse=True)
def _well(site: Installation) -> None:
    site.get_well()


@pytest.mark.parametrize(
    ("part", "section", "named"),
    [
        ("worker", "Workers silent", {"workers-silent", "webhooks-late", "work-late"}),
        ("sequencer", "Sequencer silent", {"sequencer-silent"}),
    ],
)
def test_a_part_that_is_dead(site: Installation, part: str, section: str, named: set[str]) -> None:
    bots = Bots(site)
    bots.go_on()
    site.stop(part)
    if part == "sequencer":
        bots.go_on()
    site.pass_time()
    until(lambda: named <= site.bad(), PATIENCE)
    [block] = blocks("operating.md", section)
    site.follow(part, block)
    bots.go_on()
    site.get_well()


def test_work_of_a_queue_that_no_worker_serves(
    site: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.doctor, "LONG_QUEUE", 20)
    site.stop("worker")
    [block] = blocks("operating.md", "Workers silent")
    site.follow("worker", f"FAIRDEAL_WORKER_QUEUES=play,bots,analyses {block}")
    announced = producer(site.settings["BROKER_URL"], queue="fairdeal")
    for _ in range(21):
        announced.play_bots(UUID(int=9), version=1, levels=["hard"])
    assert "21 tasks wait in the queue hard. See docs/operating.md#work-late." in site.doctor()
    [block] = blocks("operating.md", "Work late")
    site.follow("hard", block)
    until(lambda: "It answers; 0 tasks wait." in site.doctor(), PATIENCE)
    site.stop("hard", "worker")
    site.start("worker")


@pytest.mark.parametrize("lost", [False, True], ids=["kept", "lost"])
def test_a_broker_that_is_down_perhaps_without_its_queues(
    site: Installation, *, lost: bool
) -> None:
    bots = Bots(site)
    bots.go_on()
    site.kill("broker")
    assert site.bad() == {"broker-down"}
    if lost:
        shutil.rmtree(site.folder / "valkey")
    site.launch("broker")
    bots.go_on()
    site.get_well()


def test_a_database_that_is_down(site: Installation) -> None:
    bots = Bots(site)
    site.kill("database")
    assert site.bad() == {"database-down"}
    site.launch("database")
    bots.go_on()
    site.get_well()


def test_a_full_disk() -> None:
    """The database ends, as its log has no room; what was acknowledged before is there after."""
    make_reserve, look, give_up, wait, slots = blocks("operating.md", "Database down")
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(small_disk())
        except NotHereError as error:
            pytest.skip(str(error))
        site = stack.enter_context(installed(*PARTS, disk=disk))
        site.run(make_reserve, DISK=str(disk), SIZE="100M")
        bots = Bots(site)
        bots.go_on()
        deal, version = bots.now()
        until(lambda: use_up(site, disk), PATIENCE)
        assert site.bad() == {"database-down"}
        full = site.run(look, DISK=str(disk))
        assert "100%" in full
        assert "reserve" in full
        site.run(give_up, DISK=str(disk))
        site.launch("database")
        site.get_well()
        site.run(wait)
        assert site.call(bots.key, "GET", f"/v1/deals/{deal}")["version"] >= version
        bots.go_on()
        assert "0 rows" in site.run(slots)


def use_up(site: Installation, disk: Path) -> bool:
    """Fill the disk, and have the database need more room; return whether it has ended."""
    fill(disk, disk / "rest")
    with suppress(psycopg.Error):
        site.execute("SELECT pg_switch_wal()")
    return site.running["database"].poll() is not None


def test_a_database_that_is_not_durable(site: Installation) -> None:
    for setting in ("fsync", "synchronous_commit"):
        site.execute(f"ALTER SYSTEM SET {setting} = off")
        site.execute("SELECT pg_reload_conf()")
        until(lambda: site.bad() == {"durability"})
    [block] = blocks("operating.md", "Durability")
    site.run(block)
    site.get_well()


def test_a_schema_that_is_missing(site: Installation) -> None:
    site.execute("CREATE DATABASE another")
    url = site.settings["DATABASE_URL"].replace("/fairdeal?", "/another?")
    other = {"DATABASE_URL": url, "MIGRATION_DATABASE_URL": url}
    assert "schema" in site.bad(**other)
    [block] = blocks("operating.md", "Schema")
    site.run(block, **other)
    assert "schema" not in site.bad(**other)
    site.execute("DROP DATABASE another")


def test_a_sequencer_with_other_settings(site: Installation) -> None:
    """The machine whose settings are other ones is found by the doctor there."""
    site.stop("sequencer")
    right, wrong = site.settings["FAIRDEAL_ORIGIN"], "other.example/log"
    site.settings["FAIRDEAL_ORIGIN"] = wrong
    site.start("sequencer")
    site.settings["FAIRDEAL_ORIGIN"] = right
    until(lambda: "log-refused" in site.bad(), PATIENCE)
    found = "The last checkpoint has another key or origin than the settings of this machine."
    assert found not in site.doctor()
    assert found in site.doctor(FAIRDEAL_ORIGIN=wrong)
    site.stop("sequencer")
    site.start("sequencer")
    site.get_well()


def alter(site: Installation, deal: str) -> tuple[bytes, int]:
    """Alter the last event of a deal; return what restores it."""
    newest = "SELECT body, version FROM event WHERE stream_id = %s ORDER BY version DESC LIMIT 1"
    [(body, version)] = site.execute(newest, deal)
    restore(site, deal, (bytes(body) + b" ", version))
    return bytes(body), version


def restore(site: Installation, deal: str, event: tuple[bytes, int]) -> None:
    statement = "UPDATE event SET body = %s WHERE stream_id = %s AND version = %s"
    site.execute(statement, event[0], deal, event[1])


def test_a_stream_that_was_altered_before_it_was_logged(site: Installation) -> None:
    bots = Bots(site)
    site.stop("sequencer")
    bots.go_on()
    site.stop("worker")
    deal, _ = bots.now()
    kept = alter(site, deal)
    site.start("sequencer")
    until(lambda: "broken-stream" in site.bad(), PATIENCE)
    restore(site, deal, kept)
    [(stream,)] = site.execute("SELECT stream_id FROM log_fault")
    assert str(stream) == deal
    [block] = blocks("operating.md", "Broken stream")
    site.run(block, STREAM=deal)
    site.start("worker")
    bots.go_on()
    site.get_well()


def test_a_deal_that_is_stuck(site: Installation) -> None:
    """The worker logs which one, and why."""
    bots = Bots(site)
    bots.go_on()
    site.stop("worker")
    deal, _ = bots.now()
    kept = alter(site, deal)
    site.pass_time()
    site.start("worker")
    until(lambda: "work-late" in site.bad(), PATIENCE)
    failed = re.compile(f"record.broken .*{deal}(?s:.*)sweep.failed .*{deal}")
    until(lambda: failed.search(site.parts["worker"].printed()), PATIENCE)
    restore(site, deal, kept)
    bots.go_on()
    site.get_well()
