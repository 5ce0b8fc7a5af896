"""A database of release 0.2.0, or of a commit after it, is upgraded in place: nothing is lost."""

import re
from random import Random
from typing import Any, Final

import psycopg
import pytest

from migrations import HEAD
from migrations.run import MigrationRefused, current, upgrade
from service.runtime import SYSTEM
from tests import servers
from tests.api.playing import Opened, client_of
from tests.api.test_evidence import bundle_of, statuses
from tests.contexts import opened_context
from tests.events import databases
from tests.events.test_migrations import schema
from tests.events.test_owner import admin_url
from verifier.verdicts import HOLDS, NONE

MONTH: Final = re.compile(r"_\d{4}_\d{2}")
"""Partitions are made for the months in which a database is used."""


def tables(url: str) -> dict[str, list[str]]:
    found = schema(url)
    return {part: [each for each in found[part] if not MONTH.search(each)] for part in found}


@pytest.mark.parametrize("revision", databases.REVISIONS)
def test_it_ends_equal_to_a_new_one_and_its_games_go_on(empty_url: str, revision: str) -> None:
    given = databases.load(empty_url, revision)
    assert current(empty_url) == revision
    upgrade(empty_url)
    assert current(empty_url) == HEAD
    with servers.empty_database(admin_url(empty_url)) as new:
        upgrade(new)
        assert tables(empty_url) == tables(new)
    with opened_context(admin_url(empty_url), runtime=SYSTEM) as context:
        client = client_of(context)
        over, playing = (opened(given, each) for each in ("over", "in_play"))
        client.sequence()
        listed = client.get("/v1/tables", given["owner"])["tables"]
        assert {each["id"] for each in listed} == {over.id, playing.id}
        assert set(
            statuses(bundle_of(client, f"{over.deal_path}/bundle", over.owner)).values()
        ) <= {
            HOLDS,
            NONE,
        }
        assert client.play(playing, Random(1), moves=1) == 1


def opened(given: dict[str, Any], name: str) -> Opened:
    """A table of the loaded database."""
    tokens = {int(seat): token for seat, token in given[name]["tokens"].items()}
    return Opened(given[name]["table"], given[name]["deal"], tokens, given["owner"])


def test_a_database_of_before_0_2_0_is_refused(empty_url: str) -> None:
    databases.load(empty_url, "0007")
    with psycopg.connect(empty_url) as owner:
        owner.execute("UPDATE alembic_version SET version_num = '0006'")
    with pytest.raises(MigrationRefused, match=r"Upgrade to release 0\.2\.0 first"):
        upgrade(empty_url)
