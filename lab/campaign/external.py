"""Servers that others run: a database and a broker of the campaign's own on them, and their faults.

Other programs may use the same servers, so they are not killed: they end the connections of this
service.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

from lab.campaign.plan import Fault, Faults
from lab.clusters.programs import PATH
from tests.networks import Loopback
from tests.servers import (
    NotHereError,
    configured_broker,
    database_url,
    empty_redis,
    find_postgres,
)

NAME: Final = f"fairdeal_faults_{os.getpid()}"
"""The name of the database and of the virtual host."""
ENDED: Final = "connections ended"
VERSION: Final = "SELECT current_setting('server_version')"


@dataclass(frozen=True)
class External:
    """A server that others run.

    Attributes:
        name: of its part in reports.
        url: of what this service has there.
        end: ends all connections of this service.
        version: of the server.
        settings: environment variables that the service needs besides its URL.
        others: faults of the parts that it consists of.
    """

    name: str
    url: str
    end: Callable[[], object]
    version: str
    settings: Mapping[str, str] = field(default_factory=dict)
    others: Faults = field(default_factory=dict)

    def faults(self) -> Faults:
        """It ends the connections; its parts have others."""
        return {Fault(self.name, ENDED): self.end, **self.others}


@contextmanager
def database(_joined: Loopback) -> Generator[External]:
    """An empty database on a server of this machine, dropped at the end.

    Raises:
        NotHereError: there is no server.
    """
    server = find_postgres()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
        [version] = connection.execute(VERSION).fetchone() or ("unknown",)
    try:
        end = partial(end_in_postgres, server, NAME)
        yield External("postgres", database_url(server, NAME), end, version)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(NAME))
            connection.execute(drop)


def end_in_postgres(server: str, database: str) -> None:
    """End all connections to a database."""
    statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement, [database])


@contextmanager
def redis_broker(_joined: Loopback) -> Generator[External]:
    """An empty database of Redis, emptied at the end.

    Raises:
        NotHereError: there is no server.
    """
    with empty_redis(configured_broker("redis")) as url, redis.Redis.from_url(url) as client:
        version = str(client.info("server")["redis_version"])
        yield External("redis", url, partial(_end_in_redis, client), version)


def _end_in_redis(client: "redis.Redis") -> None:
    own, number = client.client_id(), client.connection_pool.connection_kwargs["db"]
    for each in client.client_list():
        if int(each["db"]) == number and int(each["id"]) != own:
            client.client_kill_filter(_id=each["id"])


@contextmanager
def rabbitmq_broker(_joined: Loopback) -> Generator[External]:
    """A virtual host of RabbitMQ, deleted at the end.

    Raises:
        NotHereError: there is no server, or no rights to manage it.
    """
    url = configured_broker("rabbitmq")
    user = urlsplit(url).username or "guest"
    _manage("add_vhost", NAME)
    try:
        _manage("set_permissions", "-p", NAME, user, ".*", ".*", ".*")
        end = partial(_manage, "close_all_connections", "--vhost", NAME, "campaign")
        own = urlsplit(url)._replace(path=f"/{NAME}").geturl()
        yield External("rabbitmq", own, end, _manage("version"))
    finally:
        _manage("delete_vhost", NAME)


def _manage(*arguments: str) -> str:
    program = shutil.which("rabbitmqctl", path=PATH)
    if program is None:
        raise NotHereError("no rabbitmqctl, which makes a virtual host")
    done = subprocess.run(
        (program, "--quiet", *arguments), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotHereError(f"rabbitmqctl {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()
