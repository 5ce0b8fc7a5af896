"""A service in a database of its own, and a superuser who may change everything there."""

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from service.context import Context
from tests import servers
from tests.api.playing import Client, Opened, client_of
from tests.contexts import opened_context
from tests.simulation.runtime import RUNTIME


@dataclass
class Attacked:
    """The service, and its database as a superuser sees it.

    Attributes:
        url: of the database, as a superuser.
        database: a connection of the superuser, without triggers.
        client: of the service.
        stack: what is closed at the end.
        server: the URL of the server's own database.
    """

    url: str
    database: psycopg.Connection[Any]
    client: Client
    stack: ExitStack
    server: str

    def execute(self, statement: str, *values: object) -> list[Any]:
        """Do anything to the database."""
        cursor = self.database.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []

    def backup(self) -> None:
        """Copy the database aside, as an operator does with all processes stopped."""
        self._copy(self._name, f"{self._name}_backup")

    def restore(self) -> None:
        """Put the copy in the place of the database."""
        self._copy(f"{self._name}_backup", self._name)

    @property
    def _name(self) -> str:
        return urlsplit(self.url).path[1:]

    def _copy(self, source: str, target: str) -> None:
        self.stack.close()
        self.database.close()
        with psycopg.connect(self.server, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{target}" WITH (FORCE)'.encode())
            admin.execute(f'CREATE DATABASE "{target}" TEMPLATE "{source}"'.encode())
        self.database = psycopg.connect(self.url, autocommit=True)
        self.execute("SET session_replication_role = replica")
        self.restart()

    def restart(self, **options: Any) -> Client:
        """Another process on the same database, which remembers nothing."""
        context: Context = self.stack.enter_context(opened_context(self.url, **options))
        self.client = client_of(context)
        return self.client

    def played(self, *, deals: int = 1, **fields: Any) -> Opened:
        """A table after some deals, all of them in the log; the last one may be played."""
        table = self.client.open(**{"target": 24, **fields})
        for _ in range(deals):
            self.client.play(table, Random(str(table.deal)))
            over = str(table.deal)
            self.client.record(over)
            next_deal = self.client.get(table.path, table.owner)["deal"]
            table.deal = over if next_deal is None else next_deal["id"]
        self.client.sequence()
        return table

    def scrub(self) -> set[str]:
        """A pass of the scrubber; returns the streams that do not hold."""
        scrubber = self.client.context.scrubber
        place = scrubber.scrubs.place()
        number = 1 if place is None else place.number
        while (place := scrubber.scrubs.place()) is None or place.number == number:
            scrubber.advance(time=RUNTIME.now())
        return {str(fault.stream) for fault in scrubber.scrubs.faults()}


@pytest.fixture
def attacked(embedded_postgres: str) -> Generator[Attacked]:
    with servers.fresh_database(embedded_postgres) as url, ExitStack() as stack:
        database = psycopg.connect(url, autocommit=True)
        database.execute("SET session_replication_role = replica")
        client = client_of(stack.enter_context(opened_context(url)))
        made = Attacked(url, database, client, stack, embedded_postgres)
        yield made
        made.database.close()
        with psycopg.connect(embedded_postgres, autocommit=True) as admin:
            name = urlsplit(url).path[1:]
            admin.execute(f'DROP DATABASE IF EXISTS "{name}_backup" WITH (FORCE)'.encode())
