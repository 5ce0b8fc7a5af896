"""`fairdeal keys`: create, list and revoke the API keys of integrators."""

import argparse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from uuid import UUID

from psycopg_pool import ConnectionPool

from service.cli.failure import CommandFailed
from service.cli.house import database, settings
from service.credentials import Credentials, Pool
from service.keys import create_key
from service.settings import Settings


def main(arguments: Sequence[str]) -> int:
    """Create, list or revoke."""
    asked = _parser().parse_args(arguments)
    with credentials(settings()) as keys:
        match asked.what:
            case "create":
                print(create_key(keys, name=asked.name))
            case "list":
                _list(keys)
            case _:
                _revoke(keys, asked.id)
    return 0


@contextmanager
def credentials(chosen: Settings) -> Generator[Credentials]:
    """The keys of the settings' database."""
    with database(chosen) as url:
        options = {"autocommit": True}
        pool: Pool = ConnectionPool(url, kwargs=options, min_size=1, max_size=1, open=False)
        with pool:
            yield Credentials(pool)


def _list(keys: Credentials) -> None:
    for key in keys.keys():  # noqa: SIM118 - it is no dictionary
        ended = f"revoked {key.revoked_at:%Y-%m-%d}" if key.revoked_at else "valid"
        print(f"{key.id}  {key.created_at:%Y-%m-%d}  {ended:18}  {key.name}")


def _revoke(keys: Credentials, id_: UUID) -> None:
    if not keys.revoke(id_):
        raise CommandFailed(f"There is no key {id_} that is valid: see `fairdeal keys list`.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fairdeal keys", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True, metavar="create | list | revoke")
    create = what.add_parser("create", help="make a key and print it, this once")
    create.add_argument("--name", required=True, help="whose it is")
    what.add_parser("list", help="print id, day, state and name of every key")
    revoke = what.add_parser("revoke", help="end a key")
    revoke.add_argument("id", type=UUID, help="its id, as `fairdeal keys list` prints it")
    return parser
