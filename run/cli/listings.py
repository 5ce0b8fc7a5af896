"""`fairdeal listings`: check the projection that lists are read from, or build it again."""

import argparse
from collections.abc import Sequence

import psycopg

from events.connections import Unconfirmed
from events.listings import rebuild_listings
from events.postgres import open_pool
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from service.assembly import stored_in
from service.lists.listings import differences
from service.runtime import Runtime

EPILOG = """\
`check` compares the projection with every stream, and prints the differences. Use it while nothing
is played: of a stream that grows meanwhile it may report too much.
`rebuild` makes the projection again from the log. Play goes on; the log waits until it is done. It
can be repeated at any time.

exit codes: 0 no differences, 1 differences, or the command could not run"""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Check or rebuild."""
    parser = argparse.ArgumentParser(
        prog="fairdeal listings",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("check", "rebuild"))
    args = parser.parse_args(arguments)
    chosen = settings()
    with database(chosen) as url:
        if args.what == "rebuild":
            _rebuild(chosen.migration_database_url or url)
            return 0
        with open_pool(url, size=2) as pool:
            found = [*differences(stored_in(pool, chosen.secret, runtime))]
    print("\n".join([*found, f"{len(found)} differences"]))
    return 1 if found else 0


def _rebuild(owner: str) -> None:
    try:
        rebuild_listings(owner)
    except Unconfirmed as error:
        raise CommandFailed(
            f"It is unknown whether the listings were built again: {error}. See that the database "
            "and its standby answer, then repeat the command."
        ) from error
    except psycopg.OperationalError as error:
        reason = error.diag.message_primary or error
        raise CommandFailed(f"Nothing has changed: {reason}. Repeat it later.") from error
