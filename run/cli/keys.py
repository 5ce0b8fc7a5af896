"""`fairdeal keys`: create, list, rotate and revoke the API keys of integrators."""

import argparse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

from events.postgres import open_pool
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from service.access.keyring import Keyring
from service.access.keys import create_key, rotate_by_hand
from service.access.scopes import Scope, in_order
from service.runtime import Runtime
from service.settings import Settings

YEAR: Final = 365 * 86_400


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Create, list, rotate or revoke."""
    args = _parser().parse_args(arguments)
    with keyring(settings(), runtime) as keys:
        match args.what:
            case "create":
                visibility = args.default_visibility
                chosen = {"scopes": args.scopes, "default_visibility": visibility}
                print(create_key(keys, name=args.name, test=args.test, **chosen))
            case "list":
                _list(keys)
            case "rotate":
                _rotate(keys, args.id, timedelta(seconds=args.grace))
            case _:
                _revoke(keys, args.id)
    return 0


@contextmanager
def keyring(chosen: Settings, runtime: Runtime) -> Generator[Keyring]:
    """The keys of the settings' database."""
    with database(chosen) as url, open_pool(url, size=1) as pool:
        yield Keyring(pool, runtime)


def _list(keys: Keyring) -> None:
    for key in keys.keys():  # noqa: SIM118 - it is no dictionary
        ended = f"revoked {key.revoked_at:%Y-%m-%d}" if key.revoked_at else "valid"
        may = "all" if key.scopes == frozenset(Scope) else ",".join(in_order(key.scopes))
        made = f"  (made by {key.maker})" if key.maker else ""
        tests = "test " if key.test else ""
        opens = f"  opens {key.default_visibility} {tests}tables"
        print(f"{key.id}  {key.created_at:%Y-%m-%d}  {ended:18}  {key.name}  {may}{made}{opens}")


def _rotate(keys: Keyring, id_: UUID, grace: timedelta) -> None:
    secret = rotate_by_hand(keys, id_, grace=grace)
    if secret is None:
        raise _no_such(id_)
    print(secret)


def _revoke(keys: Keyring, id_: UUID) -> None:
    if not keys.revoke(id_):
        raise _no_such(id_)


def _no_such(id_: UUID) -> CommandFailed:
    return CommandFailed(f"There is no valid key {id_}: see `fairdeal keys list`.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fairdeal keys", description=__doc__)
    what = parser.add_subparsers(
        dest="what", required=True, metavar="create | list | rotate | revoke"
    )
    create = what.add_parser("create", help="make a key and print it, only this once")
    create.add_argument("--name", required=True, help="whose it is")
    create.add_argument(
        "--scopes",
        type=_scopes,
        help=f"its permissions, separated by commas: {', '.join(Scope)} (default: all)",
    )
    create.add_argument(
        "--default-visibility",
        choices=("private", "public"),
        default="private",
        help="how its tables are opened if a request does not say (default: private)",
    )
    create.add_argument(
        "--test", action="store_true", help="all its tables are tests, for ever (default: no)"
    )
    what.add_parser("list", help="print id, day, state, name and scopes of every key")
    rotate = what.add_parser(
        "rotate", help="give a key another secret and print it, only this once"
    )
    rotate.add_argument(
        "--grace", type=_seconds, default=0, help="seconds for which the old secret stays valid"
    )
    rotate.add_argument("id", type=UUID, help="its id, as `fairdeal keys list` prints it")
    revoke = what.add_parser("revoke", help="revoke a key and all keys that it has made")
    revoke.add_argument("id", type=UUID, help="its id, as `fairdeal keys list` prints it")
    return parser


def _seconds(text: str) -> int:
    """Parse `--grace`; ValueError for a negative number or more than a year."""
    seconds = int(text)
    if seconds not in range(YEAR + 1):
        raise ValueError(text)
    return seconds


def _scopes(text: str) -> frozenset[Scope]:
    """Parse `--scopes`; ValueError for an unknown scope."""
    return frozenset(Scope(each.strip()) for each in text.split(","))
