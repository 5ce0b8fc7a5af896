"""Deals in the archive: what is refused and where it leads, what goes on, and what is kept."""

import gzip
import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import orjson
import psycopg
import pytest

from events.archives import Archived, archive_deal
from events.listings import rebuild_listings
from service.lists.listings import StoredStreams, differences
from service.proof import archiving
from tests import servers
from tests.api.archiving import (
    LATER,
    LINK,
    archived,
    close,
    deals_of,
    month,
    over,
    serving,
    sums,
)
from tests.api.following import commands, fetch
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_branches import opened as branched
from tests.api.test_disputes import CLAIM, DISMISSED, ruling
from tests.cli.commands import Ran, fairdeal
from tests.contexts import SECRET
from tests.sampling import cases
from tests.simulation.runtime import RUNTIME

NOTICES, ALL = "/v1/me/events", "/v1/me/tables/events"
FEEDS = (f"{NOTICES}?after=0", f"{ALL}?after=0", "/v1/lobby/events?after=0")
READS = ("", "/events", "/frames", "/bundle", "/transcript", "/openings")
WRITES: tuple[tuple[str, Any], ...] = (
    ("moves", {"move": {"type": "pass"}}),
    ("hints", None),
    ("disputes", CLAIM),
    ("branches", {"at": 3, "deal": "true"}),
    ("analysis", None),
)
PASS = {"move": {"type": "pass"}}
DEATHS = cases(sample=6, full=60)


@dataclass
class World:
    """A service with an archived month.

    Attributes:
        client: a process that was started after that.
        url: the database.
        folder: the archive.
        ran: the run of the command.
        public: a table at which all deals are archived.
        private: a private one.
        members: one whose finished deals only members see in full.
        going: one whose series goes on.
        reader: a reader of the first deal of the private table alone.
        before: answers before.
    """

    client: Client
    url: str
    folder: Path
    ran: Ran
    public: Opened
    private: Opened
    members: Opened
    going: Opened
    reader: str
    before: dict[str, Any]


def lists(table: Opened) -> list[str]:
    own = [table.path, *(f"{table.path}/{each}" for each in ("series", "events"))]
    own.append(f"/v1/disputes?table={table.id}")
    return ["/v1/deals?owner=me", "/v1/tables?owner=me", "/v1/disputes", *own]


def partition() -> str:
    return f"event_{month().replace('-', '_')}"


def still(shown: dict[str, Any]) -> dict[str, Any]:
    """An answer without its time and without the end of the log, which other tests add to."""
    return {name: value for name, value in shown.items() if name not in ("now", "position")}


@pytest.fixture(scope="module")
def world(embedded_postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[World]:
    folder = tmp_path_factory.mktemp("archive")
    with servers.fresh_database(embedded_postgres) as url:
        with serving(url) as client:
            public = over(client, hints=True)
            private = over(client, public.owner, visibility="private")
            members = over(client, public.owner, views_after="members")
            going = client.open(public.owner, game="skat", seats=PERSONS[:3])
            only = {"name": "Reader", "deal": private.deal}
            path = f"{private.path}/readers"
            reader: Any = client.send("POST", path, public.owner, json=only).json
            client.sequence()
            before = {path: client.get(path, public.owner) for path in lists(public)}
            before["bundle"] = client.get(f"{public.deal_path}/bundle", public.owner)
            ran = archived(client, url, folder)
        with serving(url) as client:
            tables = (public, private, members, going)
            yield World(client, url, folder, ran, *tables, reader["token"], before)


def files(folder: Path) -> list[Path]:
    return sorted((folder / month()).glob("*.json.gz"))


def streams_in(folder: Path) -> list[str]:
    """The deals whose evidence is in an archive."""
    read = (orjson.loads(gzip.decompress(path.read_bytes())) for path in files(folder))
    return sorted(each["stream"] for each in read)


def test_the_command_says_what_was_moved_and_what_stays(world: World) -> None:
    assert world.ran.err == ""
    assert world.ran.code == 0
    assert f"{month()}: 6 deals archived in " in world.ran.out
    assert "1 deals stay whose series goes on" in world.ran.out


def test_the_guide_can_be_followed(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands of the section, in the archive that the fixture has made by the first one."""
    monkeypatch.chdir(tmp_path)
    local = {"2026-10": month(), "/srv/archive": str(world.folder)}
    shown = [
        reduce(lambda text, place: text.replace(*place), local.items(), command)
        for command in commands("operating.md", "Month to archive")
    ]
    archive, curl, check, verify = shown
    assert archive == f"fairdeal archive {month()} --to {world.folder}"
    assert "0 deals archived" in archived(world.client, world.url, world.folder).out
    fetch(world.client, curl)
    subprocess.run(["bash", "-c", check], check=True)
    ran = fairdeal(*shlex.split(verify)[1:])
    assert ran.code == 0, ran.out
    assert "6 deals: 6 hold" in ran.out


def test_the_evidence_is_that_of_before(world: World) -> None:
    kept = [orjson.loads(gzip.decompress(path.read_bytes())) for path in files(world.folder)]
    [own] = [each for each in kept if each["stream"] == world.public.deal]
    assert own == world.before["bundle"]


def test_the_events_are_gone_and_those_of_others_are_there(world: World) -> None:
    with psycopg.connect(world.url) as owner:
        table = psycopg.sql.Identifier(partition())
        query = psycopg.sql.SQL("SELECT DISTINCT stream_id::text FROM {}").format(table)
        assert owner.execute(query).fetchall() == [(world.going.deal,)]
    assert world.client.get(f"/v1/deals/{world.going.deal}", world.going.owner)


def test_lists_and_feeds_answer_as_before(world: World) -> None:
    """The reason for this: a detached month made the owner's feeds answer 500."""
    client, owner = world.client, world.public.owner
    for path in lists(world.public):
        assert still(client.get(path, owner)) == still(world.before[path]), path
    for path in FEEDS:
        assert client.get(path, owner)
    assert {each["deal"] for each in client.follow(ALL, owner)} == {None, world.going.deal}
    for table in (world.public, world.private, world.members):
        assert len(deals_of(client, table)) == 2
        assert client.get(FEEDS[0], table.tokens[0])["events"]
    client.read_feed()
    export = client.send("GET", "/v1/deals?owner=me", owner, Accept="application/x-ndjson")
    lines = [orjson.loads(line) for line in export.text.splitlines()]
    assert len(lines) == 7
    assert {each["bundle"] for each in lines} == {None}


def test_a_deal_is_refused_with_its_address(world: World) -> None:
    client, table = world.client, world.public
    for who in (table.owner, table.tokens[1], client.key(), None):
        for path in READS:
            answer = client.send("GET", f"/v1/deals/{table.deal}{path}", who)
            assert answer.refusal == (410, "archived"), (path, answer.text)
            assert answer.headers["Link"] == f'<{answer.json["archive"]}>; rel="alternate"'
            file = world.folder / answer.json["archive"].removeprefix(LINK)
            assert orjson.loads(gzip.decompress(file.read_bytes()))["stream"] == table.deal
            listed = sums(world.folder).read_text()
            assert f"{answer.json['sha256']}  {file.name}\n" in listed


def test_nothing_is_done_with_a_deal_in_the_archive(world: World) -> None:
    client, table = world.client, world.public
    for path, body in WRITES:
        who = table.owner if path == "analysis" else table.tokens[0]
        answer = client.send("POST", f"{table.deal_path}/{path}", who, json=body)
        assert answer.status_code == 410, (path, answer.text)


def test_only_callers_who_may_see_the_cards_get_the_address(world: World) -> None:
    """Others learn as much of the deal as before: that it is there, or not even that."""
    client, stranger = world.client, world.client.key()

    def refusal(table: Opened, who: str | None) -> tuple[int, bool]:
        answer = client.send("GET", table.deal_path, who)
        return answer.status_code, "archive" in str(answer.json.get("archive"))

    assert refusal(world.private, stranger) == (404, False)
    assert refusal(world.private, None) == (404, False)
    assert refusal(world.private, world.public.tokens[0]) == (404, False)
    assert refusal(world.private, world.private.tokens[2]) == (410, True)
    assert refusal(world.private, world.reader) == (410, True)
    [_, other] = deals_of(client, world.private)
    answer = client.send("GET", f"/v1/deals/{other}", world.reader)
    assert answer.status_code == 404
    assert refusal(world.members, stranger) == (410, True)
    assert refusal(world.members, None) == (404, False)
    watcher = client.guest(world.members, "watcher")
    client.sequence()
    assert refusal(world.members, watcher) == (410, False)


def test_without_an_address_the_refusal_names_the_month(world: World) -> None:
    with serving(world.url, archive="") as client:
        answer = client.send("GET", f"/v1/deals/{world.public.deal}", world.public.owner)
        assert (answer.status_code, answer.json["values"]) == (410, {"month": month()})
        assert not {"archive", "sha256"} & answer.json.keys()
        assert "Link" not in answer.headers


def test_the_log_proves_what_is_archived(world: World) -> None:
    client, table = world.client, world.private
    path = f"/v1/log/inclusion?stream={table.deal}&version=3"
    assert client.get(path, table.owner)["path"]
    assert client.send("GET", path, client.key()).status_code == 404


def test_the_projection_can_be_built_again(world: World) -> None:
    before = world.client.get("/v1/deals?owner=me", world.public.owner)
    rebuild_listings(world.url)
    assert differences_at(world.client) == []
    assert world.client.get("/v1/deals?owner=me", world.public.owner) == before


def test_a_published_month_cannot_be_made_from_the_archive(world: World, tmp_path: Path) -> None:
    published = month()
    with RUNTIME.ahead(LATER):
        ran = fairdeal(
            *("publish", published, "--out", tmp_path),
            DATABASE_URL=world.url,
            FAIRDEAL_SECRET=SECRET.decode(),
        )
    assert ran.code == 1
    assert "publish a month before that" in ran.err
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def url(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as made:
        yield made


def test_another_run_takes_what_has_ended_and_drops_the_month(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        table, going = over(client), client.open(game="skat", seats=PERSONS[:3])
        client.post(f"{table.deal_path}/disputes", table.tokens[0], CLAIM)
        client.sequence()
        ran = archived(client, url, tmp_path)
        assert "1 deals archived" in ran.out
        assert "1 deals stay with an open dispute" in ran.out
        client.send("POST", ruling(table), client.guest(table, "auditor"), json=DISMISSED)
        close(client, going)
        client.sequence()
        ran = archived(client, url, tmp_path)
        assert "2 deals archived" in ran.out
        assert ran.out.endswith("The partitions of the month are dropped.\n")
        assert len(streams_in(tmp_path)) == len(sums(tmp_path).read_text().splitlines())
        assert "0 deals archived" in archived(client, url, tmp_path).out
        late = client.open(game="skat", seats=PERSONS[:3])
        assert client.get(late.deal_path, late.owner)["status"] == "playing"


def test_readers_of_the_newest_entries_pass_over_archived_events(url: str, tmp_path: Path) -> None:
    """These are read for all readers at once. The webhooks are set back, as by a backup."""
    with serving(url) as reading, serving(url) as client:
        owner = client.key()
        hook = {"url": "https://cards.example/hook", "events": ["turn.started", "deal.finished"]}
        assert client.send("POST", "/v1/webhooks", owner, json=hook).status_code == 201
        client.open(owner, game="skat", seats=PERSONS[:3])
        client.sequence()
        starts = {path: reading.get(path, owner)["position"] for path in (NOTICES, ALL)}
        table = over(client, owner)
        client.sequence()
        assert archived(client, url, tmp_path).code == 0
        for path, start in starts.items():
            found = reading.get(f"{path}?after={start}", owner)
            assert found["position"] > start
            assert {each["table"] for each in found["events"]} == {table.id}
        assert {each["deal"] for each in found["events"]} == {None}
        client.context.streams._kept.clear()
        with psycopg.connect(url) as connection:
            connection.execute("UPDATE webhook_reader SET position = 0")
        client.read_feed()


def test_a_deal_stays_while_a_branch_of_it_waits_for_a_player(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        table = over(client)
        branch = branched(client, table, seats=[{"name": "Ann"}, {"name": "Ben"}, {}])
        assert branch.deal is None
        client.sequence()
        ran = archived(client, url, tmp_path)
        assert "1 deals archived" in ran.out
        assert "1 deals stay from which a table branches that goes on" in ran.out
        close(client, branch)
        assert "1 deals archived" in archived(client, url, tmp_path).out


def test_branches_and_tests_are_archived_too(url: str, tmp_path: Path) -> None:
    """They verify as laid by hand."""
    with serving(url) as client:
        table, tested = over(client), over(client, test=True)
        branch = branched(client, table, seats=[{"name": f"P{seat}"} for seat in range(3)])
        client.play(branch, Random(2))
        client.record(str(branch.deal))
        client.sequence()
        ran = archived(client, url, tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert {branch.deal, tested.deal} <= {*streams_in(tmp_path)}
    assert "stay" not in ran.out
    assert fairdeal("verify", tmp_path).code == 3


def test_a_process_that_remembers_a_deal_refuses_it_too(url: str, tmp_path: Path) -> None:
    with serving(url) as reading, serving(url) as client:
        table = client.open(game="skat", seats=PERSONS[:3], options={})
        assert reading.get(table.deal_path, table.tokens[0])["status"] == "playing"
        client.play(table, Random(7))
        client.record(str(table.deal))
        close(client, table)
        client.sequence()
        assert archived(client, url, tmp_path).code == 0
        with RUNTIME.ahead(LATER):
            for process in (reading, client):
                path = table.deal_path
                assert process.send("GET", path, table.tokens[0]).status_code == 410
            for process in (reading, client):
                answer = process.send("POST", f"{path}/moves", table.tokens[0], json=PASS)
                assert answer.status_code == 410, answer.text


def test_a_command_on_a_deal_that_is_archived_meanwhile_is_refused(
    url: str, tmp_path: Path
) -> None:
    """Its process remembers the deal as it was before its end, and has not asked since."""
    with serving(url) as acting, serving(url) as client:
        table = client.open(game="skat", seats=PERSONS[:3], options={})
        seat = client.get(table.deal_path, table.tokens[0])["to_act"]
        path, token = f"{table.deal_path}/moves", table.tokens[seat]
        first = client.send("POST", path, token, json=PASS, Idempotency_Key="first")
        assert first.status_code == 201, first.text
        assert acting.get(table.deal_path, token)
        acting.context.streams.deal(UUID(table.deal), viewer="full")
        client.play(table, Random(7))
        client.record(str(table.deal))
        close(client, table)
        client.sequence()
        assert archived(client, url, tmp_path).code == 0
        with RUNTIME.ahead(LATER):
            again = acting.send("POST", path, token, json=PASS, Idempotency_Key="first")
            assert again.status_code == 410, again.text
            for other in table.tokens.values():
                answer = acting.send("POST", path, other, json=PASS)
                assert answer.status_code == 410, answer.text


def test_traffic_goes_on_while_a_month_is_archived(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No request fails: a deal is there or in the archive, and moves are made all the while."""
    with serving(url) as client:
        owner = client.key()
        tables = [over(client, owner) for _ in range(2)]
        deals = [deal for table in tables for deal in deals_of(client, table)]
        client.sequence()
        done, seen, made = RUNTIME.event(), Counter[int](), list[int]()

        def read() -> None:
            with serving(url) as reader:
                while not done.wait(0.01):
                    for path in (
                        *FEEDS,
                        *lists(tables[0]),
                        *(f"/v1/deals/{each}" for each in deals),
                    ):
                        answer = reader.send("GET", path, owner)
                        assert answer.status_code == 200 or "/v1/deals/" in path, answer.text
                        seen[answer.status_code] += 1

        def play() -> None:
            with serving(url) as player:
                while not done.wait(0.01):
                    table = player.open(owner, game="skat", seats=PERSONS[:3])
                    made.append(player.play(table, Random(5), moves=20))

        def archive_slowly(owner: Any, each: Archived) -> bool:
            RUNTIME.sleep(0.05)  # the others read and play meanwhile
            return archive_deal(owner, each)

        monkeypatch.setattr("run.cli.archive.archive_deal", archive_slowly)
        with RUNTIME.executor(2, name="traffic") as threads, RUNTIME.ahead(LATER):
            running = [threads.submit(read), threads.submit(play)]
            ran = archived(client, url, tmp_path)
            RUNTIME.sleep(0.05)
            done.set()
            for each in running:
                each.result()
        assert made
        assert ran.code == 0, ran.err
        assert seen.keys() == {200, 410}
        assert streams_in(tmp_path) == sorted(deals)
        client.sequence()
    with serving(url) as fresh:
        assert differences_at(fresh) == []


def differences_at(client: Client) -> list[str]:
    """The differences between the lists and the streams."""
    at = client.context
    return [*differences(StoredStreams(at.store, at.streams, at.translog.store, at.listings))]


class Died(BaseException):
    """The process was killed here."""


class Deadly:
    """Kills the command at its n-th step that changes something."""

    def __init__(self, patch: pytest.MonkeyPatch, last: int) -> None:
        self.left = last
        replace, sync = Path.replace, os.fsync

        def replacing(path: Path, target: Path) -> Path:
            self.count()
            done = replace(path, target)
            self.count()
            return done

        def syncing(opened: int) -> None:
            self.count()
            sync(opened)

        def archiving_deal(owner: Any, each: Archived) -> bool:
            self.count()
            done = archive_deal(owner, each)
            self.count()
            return done

        patch.setattr(Path, "replace", replacing)
        patch.setattr(os, "fsync", syncing)
        patch.setattr("run.cli.archive.archive_deal", archiving_deal)

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Died


def test_a_run_that_is_killed_at_any_step_loses_nothing(url: str, tmp_path: Path) -> None:
    """After each death every deal can be read in the database, or verifies in the archive."""
    chance, steps = Random(3), 0
    with serving(url) as client:
        for _ in range(2):
            over(client)
        client.sequence()
        with psycopg.connect(url) as owner:
            rows = owner.execute("SELECT stream_id FROM stream WHERE kind = 'deal'").fetchall()
        deals = [each for (each,) in rows]
        died = 0
        while True:
            with pytest.MonkeyPatch.context() as patch:
                deadly = Deadly(patch, steps)
                try:
                    ran = archived(client, url, tmp_path)
                except Died:
                    died += 1
                else:
                    assert ran.code == 0, ran.err
                    assert deadly.left >= 0
                    break
            see_that_all_is_there(client, deals, tmp_path)
            steps += 1 if DEATHS > 10 else chance.choice([1, 2, 3, 5, 8])
        assert died >= min(DEATHS, 5)
        see_that_all_is_there(client, deals, tmp_path)
        assert streams_in(tmp_path) == sorted(map(str, deals))
        assert [*(tmp_path / month()).glob("*.part")] == []


def test_all_is_on_the_disk_before_events_are_removed(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files before their names, the evidence before the list, and the list before the removal."""
    done: list[tuple[str, str]] = []
    replace, sync = Path.replace, os.fsync

    def replacing(path: Path, target: Path) -> Path:
        done.append(("name", target.name))
        return replace(path, target)

    def syncing(opened: int) -> None:
        path = Path(f"/proc/self/fd/{opened}").readlink()
        done.append(("sync", path.suffix or path.name))
        sync(opened)

    def removing(owner: Any, each: Archived) -> bool:
        done.append(("remove", each.file.partition("/")[2]))
        return archive_deal(owner, each)

    with serving(url) as client:
        over(client)
        client.sequence()
        monkeypatch.setattr(Path, "replace", replacing)
        monkeypatch.setattr(os, "fsync", syncing)
        monkeypatch.setattr("run.cli.archive.archive_deal", removing)
        assert archived(client, url, tmp_path).code == 0
    evidence = [name for what, name in done if what == "remove"]
    assert len(evidence) == 2
    assert done == [
        ("sync", tmp_path.name),
        *[("sync", ".part")] * 2,
        *(("name", name) for name in evidence),
        ("sync", month()),
        *(("sync", ".part"), ("name", sums(tmp_path).name)),
        *(("sync", month()), ("sync", tmp_path.name)),
        *(("remove", name) for name in evidence),
    ]


PROGRAM = """
import sys
from unittest.mock import patch
from events.translog.notes import SigningKey
from run.cli import main
from tests.api.archiving import LATER
from tests.contexts import ORIGIN
from tests.simulation.runtime import RUNTIME

with (
    patch("run.cli.archive.signing_key", lambda _: SigningKey(ORIGIN, bytes(32))),
    RUNTIME.ahead(LATER),
):
    print("ready", flush=True)
    sys.exit(main(sys.argv[1:], runtime=RUNTIME))
"""


@pytest.mark.long
def test_a_process_that_is_killed_at_any_time_loses_nothing(url: str, tmp_path: Path) -> None:
    chance, command = Random(4), ["archive", month(), "--to", str(tmp_path)]
    settings = {"DATABASE_URL": url, "FAIRDEAL_SECRET": SECRET.decode()}
    with serving(url) as client:
        for _ in range(12):
            over(client)
        client.sequence()
        client.read_feed()
        with psycopg.connect(url) as owner:
            rows = owner.execute("SELECT stream_id FROM stream WHERE kind = 'deal'").fetchall()
        deals, killed, ended = [each for (each,) in rows], 0, False
        while not ended:
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *command],
                env={**os.environ, **settings},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            try:
                ended = process.wait(chance.random() * (0.3 + killed / 10)) == 0
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                killed += 1
            process.stdout.close()
            see_that_all_is_there(client, deals, tmp_path)
        assert killed > 3
        assert streams_in(tmp_path) == sorted(map(str, deals))


def see_that_all_is_there(client: Client, deals: list[UUID], folder: Path) -> None:
    with RUNTIME.ahead(LATER):
        for deal in deals:
            row = client.context.store.head(deal)
            assert row is not None
            known = client.context.store.load(deal, viewer="full")
            assert len(known) in (0, row.version)
            if known:
                assert row.status == "recorded"
                continue
            place: Any = row.summary["archive"]
            file = folder / place["file"]
            assert row.status == "archived"
            kept = orjson.loads(gzip.decompress(file.read_bytes()))
            assert (kept["stream"], kept["head"]) == (str(deal), row.head.hex())
            listed = sums(folder).read_text()
            assert f"{place['sha256']}  {file.name}\n" in listed


def test_a_damaged_record_stays(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        table = over(client)
        client.sequence()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute(
            "UPDATE event SET hash = sha256(hash) WHERE stream_id = %s AND version = 9",
            [table.deal],
        )
    with serving(url) as client:
        ran = archived(client, url, tmp_path)
        assert ran.code == 1
        assert "1 deals archived" in ran.out
        assert f"{table.deal}: stays: its record is damaged" in ran.err
        assert "1 deals stay that did not verify" in ran.out
        assert table.deal not in streams_in(tmp_path)


def test_what_is_not_logged_stays(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        over(client)
        ran = archived(client, url, tmp_path)
        assert ran.code == 0
        assert "0 deals archived" in ran.out
        assert "2 deals stay whose end is not in the log, or not read by the webhooks" in ran.out
        assert files(tmp_path) == []


def test_a_file_that_is_damaged_on_the_disk_keeps_its_deal(url: str, tmp_path: Path) -> None:
    with serving(url) as client:
        over(client)
        client.sequence()
        create, done = archiving._create, list[Path]()

        def damaging(folder: Path, content: bytes, mode: int) -> Path:
            done.append(create(folder, content if done else content[:-40], mode))
            return done[-1]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archiving, "_create", damaging)
            ran = archived(client, url, tmp_path)
        assert ran.code == 1
        assert "1 deals archived" in ran.out
        assert "Compressed file ended before" in ran.err
        assert not done[0].exists()


def test_who_may_run_it_and_when(url: str, tmp_path: Path) -> None:
    login = servers.as_user(url, servers.LOGIN)
    with serving(url) as client:
        ran = archived(client, login, tmp_path)
        assert "set MIGRATION_DATABASE_URL" in ran.err
        assert archived(client, login, tmp_path, owner=url).code == 0
    early = fairdeal("archive", month(), "--to", tmp_path, DATABASE_URL=url)
    assert "This month is not over" in early.err
