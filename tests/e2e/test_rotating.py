"""The guide docs/rotating.md, followed: secrets are changed while the service is used."""

import secrets
import shutil
import ssl
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import redis

from events.translog.notes import VerifierKey
from run.embedded import postgres
from run.processes.certificate import self_signed
from tests import plain
from tests.e2e.conftest import url
from tests.e2e.installation import LOGIN, OWNER, PARTS, Bots, Installation, blocks, installed
from tests.e2e.secure import COMMAND, OWN, secure
from tests.serving import Serve, free_port, on_linux, until

pytestmark = [on_linux, pytest.mark.long]
NEW = "cards.example/log-2"


@pytest.fixture(scope="module")
def site() -> Generator[Installation]:
    with installed(*PARTS) as site:
        site.get_well()
        yield site


def is_valid(site: Installation, key: str) -> bool:
    bearer = {"Authorization": f"Bearer {key}"}
    answer = plain.get(f"{url(site.parts['web'])}/v1/me", headers=bearer)
    assert answer.status_code in {200, 401}
    return answer.status_code == 200


def test_the_secret_of_a_key(site: Installation) -> None:
    first = site.key()
    [line] = site.run("fairdeal keys list").splitlines()
    graced, at_once = blocks("rotating.md", "API keys")
    second = site.run(graced, KEY_ID=line.split()[0]).strip()
    assert is_valid(site, first)
    assert is_valid(site, second)
    third = site.run(at_once, KEY_ID=line.split()[0]).strip()
    until(lambda: not is_valid(site, first) and not is_valid(site, second))
    assert is_valid(site, third)


def test_the_login_of_the_database(site: Installation) -> None:
    bots = Bots(site)
    create, drop, _ = blocks("rotating.md", "Login of the database")
    site.run(create, NEW_PASSWORD=secrets.token_hex())
    old = site.settings["DATABASE_URL"]
    site.settings["DATABASE_URL"] = old.replace(f"{LOGIN}@", f"{LOGIN}_2@")
    for part in PARTS:
        site.stop(part)
        site.start(part)
    site.run(drop)
    assert "It does not answer" in site.doctor(DATABASE_URL=old)
    bots.go_on()
    site.get_well()
    assert "logs in as a superuser" not in site.doctor()


def test_the_password_of_the_owner(site: Installation) -> None:
    """Without it the database refuses the owner."""
    access = (site.folder / postgres.NAME).resolve() / "pg_hba.conf"
    access.write_text(f"local all {OWNER} scram-sha-256\n{access.read_text()}")
    site.execute("SELECT pg_reload_conf()")
    until(lambda: site.ran("fairdeal migrate").returncode)
    _, _, change = blocks("rotating.md", "Login of the database")
    password = secrets.token_hex()
    site.run(change, NEW_PASSWORD=password)
    without = site.settings["MIGRATION_DATABASE_URL"]
    site.settings["MIGRATION_DATABASE_URL"] = without.replace("@", f":{password}@", 1)
    site.run("fairdeal migrate")


def test_the_password_of_the_broker(site: Installation) -> None:
    """The old one is refused; with the new one the bots go on."""
    bots = Bots(site)
    port = free_port()
    with redis.Redis(unix_socket_path=socket_of(site)) as broker:
        broker.config_set("bind", "127.0.0.1")
        broker.config_set("port", port)
        for password in ("first", "second"):
            broker.config_set("requirepass", password)
            assert site.bad() == {"broker-down"}
            site.settings["BROKER_URL"] = f"redis://:{password}@127.0.0.1:{port}/0"
            site.stop(*PARTS)
            site.start(*PARTS)
            site.get_well()
            bots.go_on()


def socket_of(site: Installation) -> str:
    return site.settings["BROKER_URL"].removeprefix("redis+socket://").partition("?")[0]


def test_the_certificate_of_the_web(tmp_path: Path) -> None:
    """Clients who trust only the new one are answered after a restart, and the others no longer."""
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    files = {"FAIRDEAL_TLS_CERTIFICATE": str(chain), "FAIRDEAL_TLS_KEY": str(key)}
    old, new = (new_certificate(tmp_path / name) for name in ("old", "new"))
    shutil.copy(old / "certificate.pem", chain)
    shutil.copy(old / "key.pem", key)
    with secure(**files) as first:
        assert is_trusted(first, old)
        assert not is_trusted(first, new)
        shutil.copy(new / "certificate.pem", chain)
        shutil.copy(new / "key.pem", key)
        first.stop()
        second = Serve(first.folder, COMMAND, **OWN, **files)
        try:
            until(lambda: is_trusted(second, new))
            assert not is_trusted(second, old)
        finally:
            second.stop()


def new_certificate(folder: Path) -> Path:
    """A folder with a certificate for localhost, and its key."""
    folder.mkdir()
    certificate, _ = self_signed(folder, frozenset({"localhost"}), at=datetime.now(UTC))
    return certificate.parent


def is_trusted(serve: Serve, folder: Path) -> bool:
    """Whether a client that trusts the certificate in a folder is answered."""
    trusting = ssl.create_default_context(cafile=folder / "certificate.pem")
    try:
        answer = httpx.get(f"https://localhost:{serve.port}/healthz", verify=trusting)
    except httpx.ConnectError:
        return False
    return answer.status_code == 200


def test_the_key_of_the_log(site: Installation) -> None:
    bots = Bots(site)
    bots.go_on()
    site.get_well()
    before = log_key(site)
    site.stop(*PARTS)
    site.settings["FAIRDEAL_SIGNING_KEY"] = secrets.token_hex(32)
    site.settings["FAIRDEAL_ORIGIN"] = NEW
    assert "log-refused" in site.bad()
    [block] = blocks("rotating.md", "Signing key")
    refusing = "A sequencer is at work, or was "
    while refusing in (ran := site.ran(block, stdin=f"{NEW}\n")).stderr:
        time.sleep(1)
    assert ran.returncode == 0, ran.stderr
    assert f"{NEW} has begun." in ran.stdout
    site.start(*PARTS)
    bots.go_on()
    site.get_well()
    after = log_key(site)
    assert (before.name, after.name) == ("cards.example/log", NEW)
    assert before.public != after.public


def log_key(site: Installation) -> VerifierKey:
    return VerifierKey.read(plain.get(f"{url(site.parts['web'])}/v1/log/key").text.strip())
