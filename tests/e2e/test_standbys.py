"""The sections of docs/operating.md on standbys, followed: a failover, and a replica that lags."""

import re
from collections.abc import Generator
from functools import partial

import pytest

import service.doctor
from service.embedded import paths, postgres
from tests.e2e.installation import (
    PARTS,
    PATIENCE,
    SETTINGS,
    Bots,
    Installation,
    blocks,
    installed,
    run_block,
)
from tests.serving import on_linux, until

pytestmark = [on_linux, pytest.mark.long]
STANDBY = "standby"
PROMOTE, MAKE, ALONE = range(3)
"""The blocks of the section on a failover."""


@pytest.fixture
def site() -> Generator[Installation]:
    """The database has a standby, and the URL of the service names both servers."""
    with installed() as site:
        make_standby(site, STANDBY, of=site.settings["DATABASE_URL"])
        hosts = ",".join(
            postgres.url(folder).partition("host=")[2]
            for folder in (site.folder, site.folder / STANDBY)
        )
        primary = f"postgresql://postgres@/fairdeal?host={hosts}&target_session_attrs=read-write"
        site.settings |= {"DATABASE_URL": primary, "MIGRATION_DATABASE_URL": primary}
        site.start(*PARTS)
        site.get_well()
        yield site


def failover(number: int) -> str:
    return blocks("operating.md", "Failover")[number]


def make_standby(site: Installation, name: str, *, of: str) -> None:
    """Make a server that follows the one with this URL, and start it."""
    folder, owner = site.folder / name, paths.unprivileged()
    folder.mkdir()
    folder.chmod(0o755)
    data = paths.durable(folder / postgres.NAME, owner)
    data.mkdir()
    paths.own(data, owner)
    environment = site.environment(PRIMARY_URL=of, DATA=str(data))
    ran = run_block(failover(MAKE), environment, owner=owner)
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
    bots = Bots(site)
    bots.go_on()
    deal, version = bots.now()
    site.kill("database")
    assert site.bad() == {"failover"}
    standby = postgres.url(site.folder / STANDBY)
    assert "failover" in site.bad(DATABASE_URL=standby)
    site.run(failover(PROMOTE), STANDBY_URL=standby)
    assert site.call(bots.key, "GET", f"/v1/deals/{deal}")["version"] >= version
    bots.go_on()
    site.get_well()
    make_standby(site, "anew", of=standby)
    be_synchronous(site)
    bots.go_on()


def test_a_synchronous_standby_that_is_gone(site: Installation) -> None:
    """Commits wait, and the page says how to go on without it."""
    be_synchronous(site)
    bots = Bots(site)
    bots.go_on()
    site.kill(STANDBY)
    until(lambda: "failover" in site.bad(), PATIENCE)
    site.run(failover(ALONE), PRIMARY_URL=site.settings["DATABASE_URL"])
    bots.go_on()
    site.get_well()


def test_a_replica_that_does_not_follow(
    site: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.doctor, "REPLICA_SECONDS", 3)
    look, see, resume = blocks("operating.md", "Replica behind")
    replica = postgres.url(site.folder / STANDBY)
    urls = {"REPLICA_URL": replica, "REPLICA_DATABASE_URL": replica}
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
