"""`fairdeal log`: begin the log of all events anew, after a restore of an older backup."""

import argparse
import sys
from collections.abc import Sequence

import psycopg

from events.connections import Unconfirmed
from events.postgres import open_pool
from events.translog.anew import CannotBegin, begin_anew, origin_of
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from events.translog.store import Break
from events.translog.witness import Unwitnessed
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from service.proof.translog import signing_key
from service.proof.witness import with_own_file, witness_of
from service.runtime import Runtime
from service.settings import Settings

EPILOG = """\
`begin-anew` ends the log and begins another one with the name in FAIRDEAL_ORIGIN, in which all
stored events are logged again. Use it when the database was restored from a backup that is older
than a published checkpoint. Stop all processes first, and start them with the new name afterwards.

The log that ends stays provable. The break is public: the old name and size, the reason, and the
checkpoint of FAIRDEAL_WITNESS if entries after it were lost. It cannot be undone.

If the database does not confirm the end of the command in time, the command says that the result is
unknown. It can be repeated with the same name: nothing happens twice.

exit codes: 0 done, 1 nothing has changed, or the result is unknown"""

UNKNOWN = """\
It is unknown whether the log {name} has begun: {error}. Start no process. See that the database \
and its standby answer, then repeat the command with the same FAIRDEAL_ORIGIN. Until then, it may \
be refused because a sequencer is at work. If it says that a log named {name} exists, that log has \
begun: start all processes with this name."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Begin the log anew, after a confirmation."""
    args = _parser().parse_args(arguments)
    chosen = settings()
    key = signing_key(chosen)
    with database(chosen) as url:
        published = _published(chosen, runtime)
        if not args.yes:
            _confirm(url, published, name=key.name)
        owner = chosen.migration_database_url or url
        begun = _begun(owner, key, reason=args.reason, at=runtime.now(), published=published)
    print(f"The log {begun.ended} ended with {begun.tip.size} entries. {begun.origin} has begun.")
    print(f"Start all processes with FAIRDEAL_ORIGIN={begun.origin}.")
    return 0


def _begun(owner: str, key: SigningKey, *, reason: str, at: int, published: str | None) -> Break:
    try:
        return begin_anew(owner, key, reason=reason, at=at, published=published)
    except CannotBegin as error:
        raise CommandFailed(str(error)) from error
    except Unconfirmed as error:
        raise CommandFailed(UNKNOWN.format(name=key.name, error=error)) from error
    except psycopg.errors.InsufficientPrivilege as error:
        fault = "Only the owner of the tables can do this: set MIGRATION_DATABASE_URL."
        raise CommandFailed(fault) from error
    except psycopg.OperationalError as error:
        found = error.diag.message_primary or error
        raise CommandFailed(f"Nothing has changed: {found}. Repeat it later.") from error


def _published(chosen: Settings, runtime: Runtime) -> str | None:
    """The last published checkpoint, if there is a witness that can be read."""
    witness = witness_of(with_own_file(chosen), runtime)
    try:
        return None if witness is None else witness.read()
    except Unwitnessed as error:
        said = f"The record of the break is without a published checkpoint: {error}."
        print(said, file=sys.stderr)
        return None


def _confirm(url: str, published: str | None, *, name: str) -> None:
    """Show what will happen, and have the new name typed."""
    with open_pool(url, size=1) as pool:
        tip = PostgresLog(pool).checkpoint()
    if tip is not None:
        print(f"The log {origin_of(tip.note)} has {tip.size} entries in this database.")
    if published is not None:
        print(f"The last published checkpoint:\n\n{published}")
    print(f"All stored events will be logged again as {name}. This cannot be undone.")
    try:
        answer = input("Type the new name to go on: ")
    except EOFError:
        raise CommandFailed("Nobody has confirmed it; --yes needs no answer.") from None
    if answer.strip() != name:
        raise CommandFailed("Nothing has changed.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal log",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("begin-anew",))
    parser.add_argument(
        "--reason", required=True, metavar="TEXT", help="one line, which everyone can read"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for a confirmation")
    return parser
