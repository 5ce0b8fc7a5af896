"""The guide docs/operating.md, followed: installations that are broken, and made well again."""

import re
import shutil
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from uuid import UUID

import psycopg
import pytest

import run.doctor
from service.tasks import producer
from tests import plain
from tests.clocks import HOUR, Clock, build
from tests.disks import fill, small_disk
from tests.e2e.conftest import url
from tests.e2e.installation import OWNER, PARTS, PATIENCE, Bots, Installation, blocks, installed
from tests.serving import free_port, on_linux, until
from tests.setup.alert_rules import RULES
from tests.webhooks.receiving import LOOPBACK, Receiver, receiving

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


def test_webs_that_are_dead(site: Installation) -> None:
    bots = Bots(site)
    site.stop("web")
    site.pass_time()
    until(lambda: site.bad() == {"webs-silent"}, PATIENCE)
    [block] = blocks("operating.md", "Webs silent")
    site.follow("web", block)
    until(lambda: site.parts["web"].answer() is not None, PATIENCE)
    bots.go_on()
    site.get_well()


def test_a_witness_that_cannot_be_written(site: Installation, tmp_path: Path) -> None:
    """The doctor names the section when there is none, too."""
    assert "#witness" in site.doctor()
    kept = tmp_path / "other-disk"
    kept.mkdir()
    site.stop("sequencer")
    checkpoint = plain.get(f"{url(site.parts['web'])}/v1/log/checkpoint")
    (kept / "checkpoint").write_bytes(checkpoint.content)
    site.settings["FAIRDEAL_WITNESS"] = str(kept / "checkpoint")
    site.start("sequencer")
    del site.settings["FAIRDEAL_WITNESS"]
    bots = Bots(site)
    until(lambda: "#witness" not in site.doctor(), PATIENCE)
    kept.rename(tmp_path / "away")
    bots.go_on()
    site.pass_time()
    until(lambda: site.bad() == {"witness"}, PATIENCE)
    (tmp_path / "away").rename(kept)
    bots.go_on()
    site.get_well()
    site.stop("sequencer")
    site.start("sequencer")
    site.pass_time()
    site.get_well()  # a witness that is no longer used is not late
    assert "#witness" in site.doctor()


def test_work_of_a_queue_that_no_worker_serves(
    site: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run.doctor, "LONG_QUEUE", 20)
    site.stop("worker")
    [block] = blocks("operating.md", "Workers silent")
    site.follow("worker", f"FAIRDEAL_WORKER_QUEUES=play,bots,analyses {block}")
    announced = producer(site.settings["BROKER_URL"], queue="fairdeal")
    for _ in range(21):
        announced.play_bots(UUID(int=9), version=1, levels=["hard"], owner="ann")
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
    make_reserve, look, give_up, wait, slots = blocks("operating.md", "Full disk")
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk())
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


def test_metrics_that_no_process_reports(site: Installation) -> None:
    [rule] = [each for each in RULES if "#no-metrics" in each["annotations"]["summary"]]
    assert rule["expr"] == "absent(fairdeal_heartbeat_age_seconds)"
    port = str(free_port())
    [block] = blocks("operating.md", "No metrics")
    assert site.ran(block, METRICS_ADDRESS=f"localhost:{port}").returncode
    site.stop("sequencer")
    site.settings |= {"FAIRDEAL_METRICS_PORT": port, "FAIRDEAL_METRICS_HOST": "0.0.0.0"}  # noqa: S104
    site.start("sequencer")
    del site.settings["FAIRDEAL_METRICS_PORT"], site.settings["FAIRDEAL_METRICS_HOST"]
    until(lambda: not site.ran(block, METRICS_ADDRESS=f"localhost:{port}").returncode, PATIENCE)
    for process in ("sweep", "sequencer", "webhooks"):
        assert f'{{process="{process}"}} ' in site.run(block, METRICS_ADDRESS=f"localhost:{port}")


def test_a_machine_whose_clock_is_wrong(site: Installation, tmp_path: Path) -> None:
    """The doctor on this machine says so, and the one on another machine does not."""
    bots = Bots(site)
    clock = Clock(build(tmp_path), tmp_path / "clock")
    clock.set(HOUR)
    site.stop("worker")
    site.settings |= clock.environment()
    site.start("worker")
    for name in clock.environment():
        del site.settings[name]
    bots.go_on()
    found = "Its clock and the clock of this machine differ by 3600"
    named = re.compile(
        rf"^look +database +{found}.* See docs/operating\.md#clocks\.$", re.MULTILINE
    )
    assert named.search(site.run("fairdeal doctor", **clock.environment()))
    assert found not in site.doctor()
    clock.set(0)
    assert found not in site.run("fairdeal doctor", **clock.environment())
    bots.go_on()
    site.stop("worker")
    site.start("worker")


def test_connections_that_are_used_up(site: Installation) -> None:
    """Another program has them, and goes on having as many."""
    look, raise_limit = blocks("operating.md", "No connections")
    site.execute("ALTER SYSTEM SET max_connections = 60")
    site.execute("ALTER SYSTEM SET superuser_reserved_connections = 15")  # the parts use some
    restart(site)
    login = site.settings["DATABASE_URL"]
    bots, held = Bots(site), list[psycopg.Connection]()
    with ExitStack() as stack:

        def is_named() -> bool:
            with suppress(psycopg.OperationalError):  # then it has them all
                while True:
                    held.append(stack.enter_context(closing(psycopg.connect(login))))
            return site.bad() == {"no-connections"}

        until(is_named, PATIENCE)
        assert re.search(r"fairdeal_login \| fairdeal \| +\|", site.run(look))
        site.run(raise_limit)
        restart(site)
        for _ in held:
            stack.enter_context(closing(psycopg.connect(login)))
        [used] = re.findall(r"(\d+) of 200 connections are used", site.doctor())
        assert int(used) > len(held)
        assert not site.bad()
        bots.go_on()
    site.execute("ALTER SYSTEM RESET ALL")
    restart(site)


def restart(site: Installation) -> None:
    site.kill("database")
    site.launch("database")
    site.get_well()


def test_webhooks_that_wait_for_a_receiver_of_another_one(site: Installation) -> None:
    """One process has no place left for the webhooks of this owner; a second one has some."""
    more, _ = blocks("operating.md", "Webhooks late")
    key, free = site.key(), Event()
    with webhooks_of_this_machine(site, PLACES="2", SECONDS="30"), receiving() as hanging:
        hanging.answering = lambda _: 200 if free.wait(30) else 500
        with receiving() as well:
            known = try_webhook(site, key, well)
            until(lambda: deliveries(site, key, known) == ["delivered"], PATIENCE)
            well.came.clear()
            try_webhook(site, key, hanging)
            until(lambda: hanging.came, PATIENCE)
            site.call(key, "POST", f"{known}/test")
            site.execute("UPDATE webhook_delivery SET next_at = next_at - interval '300 seconds'")
            until(lambda: site.bad() == {"webhooks-late"}, PATIENCE)
            assert not well.came
            site.follow("more", more)
            until(lambda: well.came, PATIENCE)
            site.get_well()
        assert len(hanging.came) == 1
        free.set()
        site.stop("more")


def test_a_receiver_that_fails_until_its_webhook_is_disabled(site: Installation) -> None:
    _, look = blocks("operating.md", "Webhooks late")
    key, status = site.key(), 500
    with webhooks_of_this_machine(site, RETRIES="1,1,1,1,1,1,1,1,1"), receiving() as receiver:
        receiver.answering = lambda _: status
        path = try_webhook(site, key, receiver)
        failing = "1 have receivers that fail. See docs/operating.md#webhooks-late."
        until(lambda: failing in site.doctor(), PATIENCE)
        assert receiver.url in site.run(look)
        site.execute("UPDATE webhook SET failing_since = failing_since - interval '6 days'")
        disabled = "1 are disabled, because their receivers failed for days. See docs/operating.md#"
        until(lambda: disabled in site.doctor(), PATIENCE)
        assert receiver.url in site.run(look)
        status = 200
        [delivery] = site.call(key, "GET", f"{path}/deliveries")["deliveries"]
        assert {each["outcome"] for each in delivery["tries"]} == {"failed"}
        site.call(key, "PATCH", path, {"enabled": True})
        site.call(key, "POST", f"{path}/deliveries/{delivery['id']}/redelivery")
        until(lambda: "webhooks-late" not in site.doctor(), PATIENCE)
        assert receiver.url not in site.run(look)
        until(lambda: site.call(key, "GET", f"{path}/deliveries?status=delivered")["deliveries"])


@contextmanager
def webhooks_of_this_machine(site: Installation, **settings: str) -> Generator[None]:
    """The worker delivers to receivers here, with these settings of webhooks."""
    before = dict(site.settings)
    chosen = {"NETWORKS": LOOPBACK, **settings}
    site.settings |= {f"FAIRDEAL_WEBHOOK_{name}": value for name, value in chosen.items()}
    site.stop("worker")
    site.start("worker")
    site.stop("web")
    site.start("web")
    try:
        yield
    finally:
        site.settings = before
        site.stop("worker")
        site.start("worker")


def try_webhook(site: Installation, key: str, receiver: Receiver) -> str:
    """Add a webhook, and send it a test; return its path."""
    webhook = site.call(key, "POST", "/v1/webhooks", {"url": receiver.url})["id"]
    site.call(key, "POST", f"/v1/webhooks/{webhook}/test")
    return f"/v1/webhooks/{webhook}"


def deliveries(site: Installation, key: str, path: str) -> list[str]:
    """The results of the deliveries of a webhook, the newest first."""
    page = site.call(key, "GET", f"{path}/deliveries")
    return [each["status"] for each in page["deliveries"]]


def test_a_schema_that_is_missing(site: Installation) -> None:
    site.execute(f"CREATE DATABASE another OWNER {OWNER}")
    other = {
        name: site.settings[name].replace("/fairdeal?", "/another?")
        for name in ("DATABASE_URL", "MIGRATION_DATABASE_URL")
    }
    assert "schema" in site.bad(**other)
    [block] = blocks("operating.md", "Schema")
    site.run(block, **other)
    assert "schema" not in site.bad(**other)
    site.execute("DROP DATABASE another")


def test_a_sequencer_with_other_settings(site: Installation) -> None:
    """The machine whose settings are other ones is found by the doctor there."""
    Bots(site).go_on()  # so that there is something to log
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


def alter(site: Installation, deal: str) -> None:
    """Back up the database as docs/restoring.md says, then alter the last event of a deal."""
    [dump] = blocks("restoring.md", "Before anything happens")
    site.run(dump, DUMP=dump_of(site))
    site.execute(
        "UPDATE event SET body = body || ' '::bytea WHERE stream_id = %s AND version ="
        " (SELECT max(version) FROM event WHERE stream_id = %s)",
        deal,
        deal,
    )


def dump_of(site: Installation) -> str:
    return str(site.folder / "dump")


def put_back(site: Installation, deal: str) -> None:
    """Restore the backup beside the database, and put the events of a deal back from there."""
    restore, put, _ = blocks("operating.md", "Broken stream")
    live = site.settings["MIGRATION_DATABASE_URL"]
    backup = live.replace("/fairdeal?", "/fairdeal_backup?")
    site.run(restore, DUMP=dump_of(site), BACKUP_URL=backup)
    site.run(put, STREAM=deal, BACKUP_URL=backup)
    site.execute("DROP DATABASE fairdeal_backup")


def test_a_stream_that_was_altered_before_it_was_logged(site: Installation) -> None:
    bots = Bots(site)
    site.stop("sequencer")
    bots.go_on()
    site.stop("worker")
    deal, _ = bots.now()
    alter(site, deal)
    site.start("sequencer")
    until(lambda: "broken-stream" in site.bad(), PATIENCE)
    [(stream,)] = site.execute("SELECT stream_id FROM log_fault")
    assert str(stream) == deal
    put_back(site, deal)
    assert not site.execute("SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'")
    *_, retry = blocks("operating.md", "Broken stream")
    site.run(retry, STREAM=deal)
    site.start("worker")
    bots.go_on()
    site.get_well()


def test_a_deal_that_is_stuck(site: Installation) -> None:
    """The worker logs which one, and why."""
    bots = Bots(site)
    bots.go_on()
    site.stop("worker")
    deal, _ = bots.now()
    alter(site, deal)
    site.pass_time()
    site.start("worker")
    until(lambda: "work-late" in site.bad(), PATIENCE)
    failed = re.compile(f"record.broken .*{deal}(?s:.*)sweep.failed .*{deal}")
    until(lambda: failed.search(site.parts["worker"].printed()), PATIENCE)
    put_back(site, deal)
    bots.go_on()
    site.get_well()
