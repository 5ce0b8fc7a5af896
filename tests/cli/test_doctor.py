"""`fairdeal doctor` on installations that are broken for it, each in one way."""

import re
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import cast
from uuid import UUID

import psycopg
import pytest

import migrations
import run.doctor
from events.connections import AccessRefused
from events.postgres import Pool, PostgresStore
from events.translog.sequencer import Sequencer
from run.cli import doctor, main
from run.doctor import examine
from service.assembly import scrubber_in
from service.context import Context
from service.health import PROCESSES
from service.proof.translog import signing_key
from service.runtime import SYSTEM
from service.settings import Settings
from service.tasks import producer
from service.timestamps import when
from tests import servers
from tests.api.test_time_limits import cluster, waiting
from tests.contexts import SECRET, opened_context
from tests.serving import free_port, until
from tests.simulation.runtime import RUNTIME
from tests.workers.conftest import open_goat
from workers.scrubbing import scrub
from workers.sweep import IN_PLAY

DAY = 86_400_000_000


@pytest.fixture
def url(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as made:
        yield made


@pytest.fixture
def settings(url: str, valkey_broker: str) -> Settings:
    return Settings(
        database_url=url, broker_url=valkey_broker, given_secret=SECRET, origin="cards.example/log"
    )


@pytest.fixture
def context(url: str, settings: Settings) -> Generator[Context]:
    """An installation with a table, whose processes have just run."""
    with opened_context(url, runtime=SYSTEM) as made:
        open_goat(made)
        sequence(made, settings)
        for process in PROCESSES:
            made.health.beat(process)
        yield made


def sequence(context: Context, settings: Settings) -> None:
    sequencer = Sequencer(context.translog.store, signing_key(settings))
    while sequencer.advance().more:
        pass


def pool_of(context: Context) -> Pool:
    return cast("PostgresStore", context.store).pool


def bad(context: Context, settings: Settings) -> dict[str, str]:
    """The bad findings: the text of each, by its section. The servers of tests are not durable."""
    found = examine(settings, pool_of(context), SYSTEM)
    texts: dict[str, str] = {each.section: each.text for each in found if each.verdict == "BAD"}
    assert "fsync or synchronous_commit is off" in texts.pop("durability")
    return texts


def change(url: str, statement: str) -> None:
    """Change the database as its owner, past all triggers."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute(statement.encode())


def test_a_healthy_installation_has_nothing_bad(
    context: Context,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bad(context, settings) == {}
    for variable, value in settings.environment().items():
        monkeypatch.setenv(variable, value)
    assert main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert all(f"ok    {part:9}" in said for part in ("schema", "sweep", "log", "broker"))
    assert main(["doctor", "--bad"]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.endswith("See docs/operating.md#durability.")


def test_silent_processes_are_bad(context: Context, settings: Settings, url: str) -> None:
    change(url, "UPDATE heartbeat SET at = at - interval '1 hour' WHERE name <> 'webhooks'")
    change(url, "DELETE FROM heartbeat WHERE name = 'webhooks'")
    assert bad(context, settings).keys() == {
        *("webs-silent", "workers-silent", "sequencer-silent", "witness", "webhooks-late")
    }


def test_a_log_without_a_witness_is_worth_a_look(
    context: Context, settings: Settings, url: str
) -> None:
    def verdicts(chosen: Settings) -> list[str]:
        found = examine(chosen, pool_of(context), SYSTEM)
        return [each.verdict for each in found if each.part == "witness"]

    change(url, "UPDATE heartbeat SET at = at - interval '1 hour' WHERE name = 'witness'")
    assert verdicts(settings) == ["BAD"]
    context.health.end("witness")
    assert verdicts(settings) == ["look"]
    assert verdicts(replace(settings, witness="https://cards.example/checkpoint")) == []
    context.health.beat("witness")
    assert verdicts(settings) == ["ok"]
    context.health.end("witness")
    assert verdicts(settings) == ["ok"], "it is looked for once a minute"


def test_what_the_scrubber_does_and_has_found(
    context: Context, settings: Settings, url: str
) -> None:
    def texts() -> list[str]:
        found = examine(settings, pool_of(context), SYSTEM)
        return [f"{each.verdict} {each.text}" for each in found if each.part == "records"]

    scrubber = scrubber_in(pool_of(context), context.store, settings)
    assert texts() == ["look None was compared with the log yet."]
    scrub(scrubber, SYSTEM)
    [text] = texts()
    ended = "The last pass ended 0 s ago."
    size = context.translog.standing()["size"]
    assert text == f"ok Pass 2 has compared 0 of {size} entries of the log. {ended}"
    change(url, "UPDATE event SET body = body || ' ' WHERE version = 2 AND type = 'deal.shuffled'")
    [(deal, table)] = [
        (row.id, row.summary["table"])
        for row in context.store.find(kind="deal", statuses=IN_PLAY["deal"], limit=2)
    ]
    scrubber.advance(time=SYSTEM.now())  # without the pause between two passes
    fault = "the hash does not follow from the events"
    assert texts()[0] == f"BAD The stream {deal} does not hold at 2: {fault}."
    assert str(table) not in texts()[0]
    assert "broken-stream" in bad(context, settings)
    change(url, "UPDATE scrub SET moved = moved - 3600000000")
    assert texts()[-1].startswith("look None was compared with the log for 360")


def test_late_work_is_bad(context: Context, settings: Settings, url: str) -> None:
    change(
        url,
        "UPDATE stream SET updated_at = now() - interval '5 minutes' WHERE kind = 'deal'",
    )
    change(url, "UPDATE stream SET status = 'bots' WHERE kind = 'deal'")
    (found,) = bad(context, settings).items()
    assert found in {("work-late", f"Bots have to move since {at} s.") for at in range(300, 360)}
    until = "jsonb_build_object('until', (extract(epoch FROM now()) - 200)::bigint * 1000000)"
    late = f"UPDATE stream SET status = 'timed', summary = summary || {until}"  # noqa: S608
    change(url, f"{late} WHERE kind = 'deal'")
    (found,) = bad(context, settings).items()
    assert found in {
        ("work-late", f"Deadlines have passed since {at} s.") for at in range(200, 260)
    }


def test_a_log_that_refuses_to_go_on_is_bad(context: Context, settings: Settings) -> None:
    context.health.beat("sequencer", "the checkpoints are gone")
    assert "the checkpoints are gone" in bad(context, settings)["log-refused"]
    context.health.beat("sequencer")
    assert bad(context, settings) == {}
    other = replace(settings, origin="other.example/log")
    assert "another key or origin" in bad(context, other)["log-refused"]


def test_a_log_that_is_behind_or_broken_is_bad(
    context: Context, settings: Settings, url: str
) -> None:
    change(url, "INSERT INTO log_fault SELECT stream_id, 1, 'x' FROM stream LIMIT 1")
    assert bad(context, settings) == {"broken-stream": "1 streams have a broken chain."}
    change(url, "DELETE FROM log_fault")
    stream = "SELECT stream_id, version, head, now() - interval '1 minute' FROM stream"
    change(url, f"INSERT INTO outbox {stream} LIMIT 1")
    said = bad(context, settings)["sequencer-silent"]
    assert re.search(r"\b1 appends wait, the first for [6-9]\d s", said), said


def test_a_log_without_a_checkpoint_is_worth_a_look(settings: Settings, url: str) -> None:
    with opened_context(url, runtime=SYSTEM) as context:
        found = [
            each.text for each in examine(settings, pool_of(context), SYSTEM) if each.part == "log"
        ]
    assert found == ["It has no checkpoint yet."]


def test_a_replica_that_is_behind_or_down_is_worth_a_look(
    context: Context, settings: Settings, url: str, embedded_postgres: str
) -> None:
    with servers.fresh_database(embedded_postgres) as empty:
        down = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
        assert replica_of(context, settings, url).startswith("ok Its newest heartbeat is")
        assert replica_of(context, settings, empty) == "look It has no heartbeat of a process."
        assert replica_of(context, settings, down).startswith("look The primary is asked instead")
    change(url, "UPDATE heartbeat SET at = now() - interval '2 minutes'")
    assert re.fullmatch(
        r"look Its newest heartbeat is 1[2-5]\d s old\.",
        replica_of(context, settings, url),
    )


def replica_of(context: Context, settings: Settings, url: str) -> str:
    """The finding on a replica at this URL."""
    chosen = replace(settings, replica_database_url=url)
    [found] = [each for each in examine(chosen, pool_of(context), SYSTEM) if each.part == "replica"]
    return f"{found.verdict} {found.text}"


def test_late_webhooks_are_bad(context: Context, settings: Settings, url: str) -> None:
    change(
        url,
        "INSERT INTO webhook (id, owner, maker, url, events, created_at) "
        "SELECT gen_random_uuid(), id, id, 'https://a.example', '{}', now() FROM api_key",
    )
    change(
        url,
        "INSERT INTO webhook_delivery (webhook_id, id, position, type, payload, noted_at, next_at) "
        "SELECT id, gen_random_uuid(), 1, 'x', '{}', now(), now() - interval '2 minutes' "
        "FROM webhook",
    )
    [(section, text)] = bad(context, settings).items()
    assert section == "webhooks-late"
    assert re.fullmatch(r"Deliveries to receivers that answer are \d{3} s late\.", text)
    change(url, "UPDATE webhook SET disabled_at = now(), reason = 'failing'")
    found = examine(settings, pool_of(context), SYSTEM)
    assert "1 are disabled" in [each for each in found if each.verdict == "look"][-1].text


def test_a_log_that_is_not_read_for_webhooks_is_bad(
    context: Context, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread = context.health.webhooks_behind()
    monkeypatch.setattr(run.doctor, "UNREAD", unread)
    assert bad(context, settings) == {}
    monkeypatch.setattr(run.doctor, "UNREAD", unread - 1)
    text = f"{unread} entries of the log or more are not read yet."
    assert bad(context, settings) == {"webhooks-late": text}


def test_missing_tables_partitions_and_revisions_are_bad(
    context: Context, settings: Settings, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    month = "to_char(now() AT TIME ZONE 'UTC' + interval '1 month', '_YYYY_MM')"
    change(url, f"DO $$ BEGIN EXECUTE 'DROP TABLE event' || {month}; END $$")
    assert "partitions of next month" in bad(context, settings)["workers-silent"]
    change(url, "UPDATE schema_version SET version_num = '0017'")
    monkeypatch.setattr(migrations, "OLDEST", "0017")
    found = [
        each.text for each in examine(settings, pool_of(context), SYSTEM) if each.part == "schema"
    ]
    assert found[0].startswith("It is at revision 0017; this program knows ")
    change(url, "UPDATE schema_version SET version_num = '0001'")
    assert "run `fairdeal migrate`" in bad(context, settings)["schema"]
    change(url, "DROP TABLE heartbeat")
    texts = [each.text for each in examine(settings, pool_of(context), SYSTEM)]
    assert "Its tables are missing: run `fairdeal migrate`." in texts


def test_a_month_that_can_be_archived_is_worth_a_look(
    context: Context, settings: Settings, url: str
) -> None:
    def found(months: int) -> list[tuple[str, str]]:
        chosen = replace(settings, retention_months=months)
        findings = examine(chosen, pool_of(context), RUNTIME)
        return [(each.verdict, each.text) for each in findings if each.part == "archive"]

    assert found(0) == []
    change(url, "UPDATE stream SET status = 'recorded' WHERE kind = 'deal'")
    RUNTIME.pass_until(SYSTEM.now() + 70 * DAY)
    assert found(1)[0][0] == "ok", "its series goes on"
    change(url, "UPDATE stream SET status = 'over' WHERE kind = 'table'")
    assert found(1)[0][0] == "ok", "the webhooks have not read it"
    change(url, "UPDATE webhook_reader SET position = 1000")
    assert found(1)[0][0] == "look"
    assert f"Deals of {when(SYSTEM.now()):%Y-%m} may be archived" in found(1)[0][1]
    assert found(4)[0][0] == "ok"


def test_a_broker_that_does_not_answer_is_bad(context: Context, settings: Settings) -> None:
    for scheme in ("redis", "amqp"):
        gone = replace(settings, broker_url=f"{scheme}://127.0.0.1:{free_port()}//")
        assert bad(context, gone).keys() == {"broker-down"}


def test_a_long_queue_is_worth_a_look(
    context: Context, settings: Settings, broker: str, queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run.doctor, "LONG_QUEUE", 2)
    here = replace(settings, broker_url=broker, queue=queue)
    tasks = producer(broker, queue=queue)
    tasks.record_deal(UUID(int=9), owner="ann")
    for _ in range(3):
        tasks.play_bots(UUID(int=9), version=1, levels=["hard"], owner="ann")
    long = ("look", "broker", "3 tasks wait in the queue hard.", "work-late")
    until(lambda: long in [*examine(here, pool_of(context), SYSTEM)])
    assert "It answers; 4 tasks wait." in [
        each.text for each in examine(here, pool_of(context), SYSTEM)
    ]


def test_connections_are_counted_of_all_users(context: Context, settings: Settings) -> None:
    def used() -> int:
        texts = [each.text for each in examine(settings, pool_of(context), SYSTEM)]
        [text] = [each for each in texts if each.endswith(" connections are used.")]
        return int(text.split()[0])

    url = servers.as_user(settings.database_url or "", servers.LOGIN)

    def is_counted() -> bool:
        before = used()
        with psycopg.connect(url):
            return used() > before > 0

    until(is_counted)  # the server is shared with other tests, whose connections end meanwhile


def test_a_database_that_does_not_answer_is_bad(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable, value in settings.environment().items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://nobody@127.0.0.1:{free_port()}/none")
    assert main(["doctor"]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("BAD   database   It does not answer: ")
    assert line.endswith("See docs/operating.md#database-down.")


def test_without_the_role_the_schema_is_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        owner.execute("CREATE ROLE stranger LOGIN")
        try:
            url = psycopg.conninfo.make_conninfo(settings.database_url, user="stranger")
            for variable, value in settings.environment().items():
                monkeypatch.setenv(variable, value)
            monkeypatch.setenv("DATABASE_URL", f"postgresql:///?{_query(url)}")
            assert main(["doctor"]) == 1
        finally:
            owner.execute("DROP ROLE stranger")
    out = capsys.readouterr().out
    assert 'The user "stranger" of DATABASE_URL is not a member of fairdeal_service.' in out
    assert "See docs/operating.md#schema." in out


def test_a_login_that_the_service_may_not_use_is_named_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Behind a pooler the owner of the tables is refused, though it is a member of the role."""

    def refusing(_: object) -> None:
        raise AccessRefused("The owner may not log in.")

    monkeypatch.setattr(doctor, "check_access", refusing)
    for variable, value in settings.environment().items():
        monkeypatch.setenv(variable, value)
    assert main(["doctor"]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line == ("BAD   schema     The owner may not log in. See docs/operating.md#schema.")


def _query(conninfo: str) -> str:
    return "&".join(conninfo.split())


def test_where_nothing_runs_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    for variable in ("DATABASE_URL", "BROKER_URL"):
        monkeypatch.delenv(variable, raising=False)
    assert main(["doctor"]) == 1
    assert f"No `fairdeal serve` runs on {tmp_path}." in capsys.readouterr().err


def test_commits_that_wait_are_bad_where_another_server_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A replica follows; the synchronous standby is gone. The processes run on."""
    monkeypatch.setattr(run.doctor, "COMMITS_WAIT_SECONDS", 0.5)
    with (
        cluster() as url,
        opened_context(url) as context,
        psycopg.connect(url, autocommit=True) as admin,
        psycopg.connect(url, autocommit=True, replication="yes"),
        ThreadPoolExecutor() as another,
    ):
        settings = Settings(database_url=url, given_secret=SECRET, broker_url="redis://127.0.0.1:1")
        assert "failover" not in bad(context, settings)
        with waiting(admin):
            commit = another.submit(change, url, "CREATE TABLE waits_for_the_standby ()")
            until(lambda: "failover" in bad(context, settings))
            found = bad(context, settings)["failover"]
            assert re.match(r"Commits wait for a synchronous standby, the oldest for \d+ s", found)
            context.health.beat("web")
            assert "webs-silent" not in bad(context, settings)
        commit.result()
        assert "failover" not in bad(context, settings)
