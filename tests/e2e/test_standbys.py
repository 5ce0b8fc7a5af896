"""The sections of docs/operating.md on standbys, followed: failovers, and a replica that lags."""

import re
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import psycopg
import pytest

import run.doctor
from run.embedded import paths, postgres
from tests.e2e.installation import (
    LOGIN,
    ORIGIN,
    OWNER,
    PARTS,
    PATIENCE,
    SETTINGS,
    Bots,
    Installation,
    as_login,
    blocks,
    installed,
    run_block,
)
from tests.serving import ROOT, on_linux, until

pytestmark = [on_linux, pytest.mark.long]
STANDBY = "standby"
WHICH, MAKE, ALONE = "Failover", "Make a standby", "A synchronous standby is gone"
YES, NO = "The standby was synchronous", "The standby was not synchronous"
"""The sections on a failover, each with one block."""
NEW = f"{ORIGIN}-2026-11"


@pytest.fixture
def site() -> Generator[Installation]:
    """The database has a standby, and the URL of the service names both servers."""
    with installed() as site:
        make_standby(site, STANDBY, of=site.admin_url)
        hosts = ",".join(
            postgres.url(folder).partition("host=")[2]
            for folder in (site.folder, site.folder / STANDBY)
        )
        primary = f"postgresql://postgres@/fairdeal?host={hosts}&target_session_attrs=read-write"
        site.admin_url = primary
        site.settings["DATABASE_URL"] = as_login(primary, LOGIN)
        site.settings["MIGRATION_DATABASE_URL"] = as_login(primary, OWNER)
        site.start(*PARTS)
        site.get_well()
        yield site


def block(section: str) -> str:
    [found] = blocks("operating.md", section)
    return found


def steps(section: str) -> list[str]:
    """The names of the steps in a section of the page, in their order."""
    text = (ROOT / "docs" / "operating.md").read_text("utf-8").partition(f"# {section}\n")[2]
    return re.findall(r"^\d\. \*\*(.+?)\*\*", text.partition("\n##")[0], re.MULTILINE)


def state(site: Installation) -> str:
    """The state of the standby, as the primary shows it."""
    shown = site.run(block(WHICH), PRIMARY_URL=site.admin_url)
    [found] = re.findall(r"\| (\w+)$", shown, re.MULTILINE)
    return str(found)


def make_standby(site: Installation, name: str, *, of: str) -> None:
    """Make a server that follows the one with this URL, and start it."""
    folder, owner = site.folder / name, paths.unprivileged()
    folder.mkdir()
    folder.chmod(0o755)
    data = paths.durable(folder / postgres.NAME, owner)
    data.mkdir()
    paths.own(data, owner)
    environment = site.environment(PRIMARY_URL=of, DATA=str(data))
    ran = run_block(block(MAKE), environment, owner=owner)
    assert ran.returncode == 0, ran.stderr
    site.servers[name] = partial(postgres.server, folder, settings=SETTINGS)
    site.launch(name)


def be_synchronous(site: Installation) -> None:
    """Have each commit wait for a standby."""
    site.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    site.execute("SELECT pg_reload_conf()")
    synchronous = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
    until(lambda: site.execute(synchronous), PATIENCE)


def test_a_primary_that_is_lost(site: Installation) -> None:
    """Nothing that was acknowledged is lost, and the server that was lost becomes a standby."""
    be_synchronous(site)
    assert state(site) == "sync"
    bots = Bots(site)
    bots.go_on()
    deal, version = bots.now()
    site.kill("database")
    assert site.bad() == {"failover"}
    standby = postgres.url(site.folder / STANDBY)
    assert "failover" in site.bad(DATABASE_URL=as_login(standby, LOGIN))
    site.run(block(YES), STANDBY_URL=standby)
    assert site.call(bots.key, "GET", f"/v1/deals/{deal}")["version"] >= version
    bots.go_on()
    site.get_well()
    make_standby(site, "anew", of=standby)
    be_synchronous(site)
    bots.go_on()


class Loss:
    """The loss of a primary with moves that its standby lacks, and each step of the page.

    Attributes:
        bots: a table of bots.
        primary: the URL of the server that is lost.
        acknowledged: how many events it had.
        left: how many of them the standby has.
        steps: what is done at each step, by its name on the page.
    """

    def __init__(self, site: Installation) -> None:
        self._site, self.bots = site, Bots(site)
        self.primary, self._standby = (
            postgres.url(folder) for folder in (site.folder, site.folder / STANDBY)
        )
        self.acknowledged = self.left = 0
        self.steps: dict[str, Callable[[], None]] = {
            "Bring the old primary back": self._bring_back,
            "Keep its data": lambda: None,  # `test_a_primary_whose_standby_lacks_moves` reads them
            "Stop all processes": partial(site.stop, *PARTS),
            "Make the standby the primary": self._promote,
            "Set `DATABASE_URL` and `MIGRATION_DATABASE_URL`": self._lead_there,
            "Go on with [step 4 of Restore](restoring.md#restore)": self._begin_anew,
        }

    def happen(self) -> None:
        """The standby is down while moves are acknowledged and published, and starts too late."""
        [(written,)] = self._site.execute("SELECT pg_current_wal_lsn()")
        follows = "SELECT 1 FROM pg_stat_replication WHERE replay_lsn >= %s"
        until(lambda: self._site.execute(follows, written), PATIENCE)
        self._site.kill(STANDBY)
        had = events(self.primary)
        until(lambda: published(self._site) > had, PATIENCE)
        self.acknowledged = events(self.primary)
        self._site.kill("database")
        self._site.launch(STANDBY)

    def _bring_back(self) -> None:
        """It has only been restarted; after that, it is lost for good."""
        self._site.launch("database")
        self.bots.go_on()
        assert events(self.primary) > self.acknowledged
        self._site.get_well()
        self.happen()

    def _promote(self) -> None:
        assert not self._site.parts, "they would remember events that are lost"
        self._site.run(block(NO), STANDBY_URL=self._standby)
        self.left = events(self._standby)

    def _lead_there(self) -> None:
        self._site.admin_url = self._standby
        self._site.settings["DATABASE_URL"] = as_login(self._standby, LOGIN)
        self._site.settings["MIGRATION_DATABASE_URL"] = as_login(self._standby, OWNER)

    def _begin_anew(self) -> None:
        """A sequencer with the old name signs nothing, as the witness has more."""
        restoring = (ROOT / "docs" / "restoring.md").read_text("utf-8")
        assert "\n4. **Find out whether the backup is too old.**" in restoring
        self._site.start("sequencer")
        refused = "log.unwitnessed"
        until(lambda: refused in self._site.parts["sequencer"].printed(), PATIENCE)
        self._site.stop("sequencer")
        self._site.settings["FAIRDEAL_ORIGIN"] = NEW
        *_, begin_anew = blocks("restoring.md", "Restore")
        begun = self._site.ran(begin_anew, stdin=f"{NEW}\n")
        assert begun.returncode == 0, begun.stderr
        self._site.start(*PARTS)


def events(url: str) -> int:
    """How many events a server has."""
    with psycopg.connect(url) as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM event").fetchall()
    return int(count)


def keep_witness(site: Installation) -> None:
    folder = site.folder / "other-disk"
    folder.mkdir()
    site.settings["FAIRDEAL_WITNESS"] = str(folder / "checkpoint.txt")
    site.stop("sequencer")
    site.start("sequencer")


def published(site: Installation) -> int:
    """The size of the log in the witness."""
    witness = Path(site.settings["FAIRDEAL_WITNESS"])
    return int(witness.read_text().splitlines()[1]) if witness.exists() else 0


def test_a_primary_whose_standby_lacks_moves(site: Installation) -> None:
    """Its data are used if it can start, and kept otherwise; the log is not signed twice."""
    keep_witness(site)
    loss = Loss(site)
    loss.bots.go_on()
    assert state(site) == "async"
    loss.happen()
    assert "failover" in site.bad(DATABASE_URL=as_login(postgres.url(site.folder / STANDBY), LOGIN))
    named = steps(NO)
    assert sorted(named) == sorted(loss.steps)
    for step in named:
        loss.steps[step]()
    loss.bots.go_on()
    site.get_well()
    [broke] = site.call(loss.bots.key, "GET", "/v1/log/breaks")["breaks"]
    assert broke["published"], "it is public that entries are lost"
    site.launch("database")
    assert events(loss.primary) >= loss.acknowledged > loss.left


def test_a_synchronous_standby_that_is_gone(site: Installation) -> None:
    """Commits wait, and the page says how to go on without it."""
    be_synchronous(site)
    bots = Bots(site)
    bots.go_on()
    site.kill(STANDBY)
    until(lambda: "failover" in site.bad(), PATIENCE)
    site.run(block(ALONE), PRIMARY_URL=site.admin_url)
    bots.go_on()
    site.get_well()


def test_a_replica_that_does_not_follow(
    site: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run.doctor, "REPLICA_SECONDS", 3)
    look, see, resume = blocks("operating.md", "Replica behind")
    replica = postgres.url(site.folder / STANDBY)
    urls = {"REPLICA_URL": replica, "REPLICA_DATABASE_URL": as_login(replica, LOGIN)}
    site.settings |= urls

    def found(text: str) -> bool:
        line = rf"^look +replica +{text}.* See docs/operating\.md#replica-behind\.$"
        return bool(re.search(line, site.doctor(), re.MULTILINE))

    until(lambda: "replica-behind" not in site.doctor(), PATIENCE)
    assert "streaming" in site.run(look)
    site.run('psql "$REPLICA_URL" -c "SELECT pg_wal_replay_pause()"')
    until(lambda: found(r"Its newest heartbeat is \d+ s old\."), PATIENCE)
    assert "paused" in site.run(see)
    site.run(resume)
    assert "not paused" in site.run(see)
    until(lambda: "replica-behind" not in site.doctor(), PATIENCE)
    site.kill(STANDBY)
    assert found("The primary is asked instead, because it cannot be read: ")
    assert "(0 rows)" in site.run(look)
    site.launch(STANDBY)
    until(lambda: "replica-behind" not in site.doctor(), PATIENCE)
    site.run('psql "$REPLICA_URL" -c "SELECT pg_promote()"')
    until(lambda: found(r"Its newest heartbeat is \d+ s old\."), PATIENCE)
    assert re.search(r"^ f +\| +$", site.run(see), re.MULTILINE)
