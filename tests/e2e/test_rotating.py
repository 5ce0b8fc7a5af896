"""The guide docs/rotating.md, followed: secrets are changed while the service is used."""

import secrets
import time
from collections.abc import Generator

import pytest

from events.connections import ROLE
from events.translog.notes import VerifierKey
from tests import plain
from tests.e2e.conftest import url
from tests.e2e.installation import PARTS, Bots, Installation, blocks, installed
from tests.serving import on_linux, until

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
    admin = site.settings["DATABASE_URL"]
    site.execute(f"CREATE ROLE fairdeal_login LOGIN IN ROLE {ROLE}")
    create, drop = blocks("rotating.md", "Login of the database")
    site.run(create, ADMIN_URL=admin, NEW_PASSWORD=secrets.token_hex())
    for login in ("fairdeal_login", "fairdeal_login_2"):
        site.settings["DATABASE_URL"] = admin.replace("postgres@", f"{login}@")
        for part in PARTS:
            site.stop(part)
            site.start(part)
    site.run(drop, ADMIN_URL=admin)
    assert "It does not answer" in site.doctor(
        DATABASE_URL=admin.replace("postgres@", "fairdeal_login@")
    )
    bots.go_on()
    site.get_well()
    assert "logs in as a superuser" not in site.doctor()


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
