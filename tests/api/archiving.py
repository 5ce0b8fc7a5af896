"""Tables whose deals can be archived, and the command that does it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import psycopg

from service.settings import Settings
from service.timestamps import month_of, when
from tests.api.playing import PERSONS, Client, Opened, client_of
from tests.cli.commands import Ran, fairdeal
from tests.contexts import SECRET, opened_context
from tests.simulation.runtime import BEGAN, RUNTIME

LINK = "https://cards.example/archive/"
LATER = 32 * 86_400
"""In seconds: after so long, the month of the tests is over."""


def month() -> str:
    """The month in which the tests play."""
    return f"{when(BEGAN):%Y-%m}"


@contextmanager
def serving(url: str, archive: str = LINK) -> Iterator[Client]:
    """A process that remembers nothing yet."""
    settings = Settings(database_url=url, given_secret=SECRET, reads=0, writes=0, openings=0)
    _partition(url)
    with opened_context(url, archive=archive) as context:
        yield client_of(context, settings)


def over(client: Client, owner: str | None = None, **fields: Any) -> Opened:
    """A closed table with a deal that was played out, and one that was abandoned."""
    fields = {"game": "skat", "seats": PERSONS[:3], "options": {}, **fields}
    table = client.open(owner, **fields)
    client.play(table, Random(7))
    client.record(str(table.deal))
    close(client, table)
    return table


def close(client: Client, table: Opened) -> None:
    client.delete(table.path, table.owner)


def deals_of(client: Client, table: Opened) -> list[str]:
    series = client.get(f"{table.path}/series", table.owner)
    return [each["deal"] for each in series["deals"]]


def archived(client: Client, url: str, folder: Path, *, owner: str = "") -> Ran:
    """Run the command, as if the month was over; the webhooks have read what the log has."""
    client.read_feed()
    with (
        RUNTIME.ahead(LATER),
        patch("run.cli.archive.signing_key", lambda _: client.context.translog.key),
    ):
        return fairdeal(
            *("archive", month(), "--to", folder),
            DATABASE_URL=url,
            MIGRATION_DATABASE_URL=owner,
            FAIRDEAL_SECRET=SECRET.decode(),
        )


def _partition(url: str) -> None:
    """Give the month partitions of its own: the database made the ones of its own time."""
    with psycopg.connect(url) as owner:
        for parent in ("event", "secret"):
            owner.execute(
                "SELECT create_partition(%(parent)s, %(month)s)"
                " WHERE to_regclass(%(parent)s || to_char(%(month)s, '_YYYY_MM')) IS NULL",
                {"parent": parent, "month": month_of(when(BEGAN)).replace(tzinfo=None)},
            )


def sums(folder: Path) -> Path:
    """The list of digests of the month."""
    [path] = (folder / month()).glob("*.sha256")
    return path
