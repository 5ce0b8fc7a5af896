"""`fairdeal archive`: move the deals of a month out of the database, into files that verify."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

import psycopg
from psycopg.errors import InsufficientPrivilege, LockNotAvailable, UndefinedFunction
from psycopg.rows import TupleRow

from events.archives import Archived, archive_deal, deals_opened, drop_empty_month, may_archive
from events.postgres import Pool, open_pool
from service.assembly import stored_in
from service.cli.context import database, settings
from service.cli.failure import CommandFailed
from service.cli.month import month
from service.cli.verify_archives import line_of
from service.cores import cores
from service.proof.archiving import GOOD, SUMS, Archive
from service.proof.signing import signing_key
from service.proof.translog import TransparencyLog
from service.settings import Settings
from service.timestamps import now, when

EPILOG: Final = """\
A deal belongs to the month (UTC) in which its table was opened. It is archived once the series is
over, no dispute is open, and no table that goes on branches from it, a day after its end. The
webhooks must have read its end. Other deals stay, and can be archived by another run.

Each deal becomes a file DIR/MONTH/….json.gz, its bundle with all cards, and DIR/MONTH/SHA256SUMS
lists the digests. The files are verified as `fairdeal verify` does it. Then the events of the deals
are removed from the database. The service answers 410 for these deals, with the address of the file
if FAIRDEAL_ARCHIVE says where DIR is served. Lists, series and the log keep what they have.

A run that was cut off can be repeated with the same DIR. Only the owner of the tables can remove
events: set MIGRATION_DATABASE_URL.

exit codes: 0 done, 1 nothing was done, or a deal did not verify and stays"""
STAYS: Final = {
    "series on": "whose series goes on",
    "not recorded": "not recorded in their series",
    "recent": "that ended less than a day ago",
    "disputed": "with an open dispute",
    "branched": "from which a table branches that goes on",
    "unsent": "whose end is not in the log, or not read by the webhooks yet",
    "damaged": "that did not verify",
}


def main(arguments: Sequence[str]) -> int:
    """Archive a month, and print how many deals were moved and which stay."""
    args = _parser().parse_args(arguments)
    since, until = args.month
    if until > when(now()):
        raise CommandFailed("This month is not over.")
    chosen = settings()
    with database(chosen) as url:
        owner_url = chosen.migration_database_url or url
        with _as_owner(owner_url) as owner:
            _require_owner(owner)
        with open_pool(url, size=2) as pool:
            standings = dict(deals_opened(pool, since, until, now=when(now())))
            archive = _archive(pool, chosen, root=args.to, month=f"{since:%Y-%m}")
            ready = (deal for deal, standing in standings.items() if standing == "ready")
            written = [*_written(archive, ready)]
        good = [*_good(archive, written)]  # no connection is open in the processes that verify
        if good:
            archive.add_sums(good)
        found = Counter(standings.values())
        with _as_owner(owner_url) as owner:
            moved = sum(archive_deal(owner, each) for each in good)
            dropped = moved == found["ready"] and _dropped(owner, since)
    found["damaged"] = found["ready"] - moved
    _print(archive, found, moved, dropped=dropped)
    return 1 if found["damaged"] else 0


def _as_owner(url: str) -> psycopg.Connection[TupleRow]:
    return psycopg.connect(url, autocommit=True, options="-c search_path=public")


def _require_owner(owner: psycopg.Connection[TupleRow]) -> None:
    """Check that events can be removed, before anything is written.

    Raises:
        CommandFailed: They cannot.
    """
    try:
        if may_archive(owner):
            return
    except UndefinedFunction:
        raise CommandFailed("The schema is too old: run `fairdeal migrate`.") from None
    raise CommandFailed("Only the owner of the tables can do this: set MIGRATION_DATABASE_URL.")


def _archive(pool: Pool, chosen: Settings, *, root: Path, month: str) -> Archive:
    stored = stored_in(pool, chosen.secret)
    translog = TransparencyLog(stored.translog, signing_key(chosen))
    return Archive(
        root=root, month=month, streams=stored.streams, translog=translog, secret=chosen.secret
    )


def _written(archive: Archive, deals: Iterable[UUID]) -> Iterator[Archived]:
    """Write the evidence of deals; name those whose record is damaged."""
    for each in archive.write(deals):
        if isinstance(each, Archived):
            yield each
        else:
            print(f"{each}: stays: its record is damaged", file=sys.stderr)


def _good(archive: Archive, written: Sequence[Archived]) -> Iterator[Archived]:
    """The deals whose files verify; those of others are named and removed."""
    for each, checked in archive.verified(written, jobs=cores()):
        if checked.status in GOOD and not checked.fault:
            yield each
            continue
        print(f"{each.deal}: stays: {checked.fault}", file=sys.stderr)
        print("\n".join(map(line_of, checked.verdicts)), file=sys.stderr)
        (archive.root / each.file).unlink()


def _dropped(owner: psycopg.Connection[TupleRow], since: datetime) -> bool:
    """Drop the partitions of the month if they are empty; another run can do it, too."""
    try:
        return drop_empty_month(owner, since)
    except (LockNotAvailable, InsufficientPrivilege) as error:
        print(f"The empty partitions stay: {error.diag.message_primary}.", file=sys.stderr)
        return False


def _print(archive: Archive, found: Counter[str], moved: int, *, dropped: bool) -> None:
    before = found["archived"]
    print(f"{archive.month}: {moved} deals archived in {archive.folder}, {before} before")
    for standing, text in STAYS.items():
        if found[standing]:
            print(f"{found[standing]} deals stay {text}")
    if moved:
        print(f"Their digests are in {archive.folder / SUMS}.")
    if dropped:
        print("The partitions of the month are dropped.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal archive",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("month", type=month, metavar="MONTH", help="such as 2026-10")
    parser.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder")
    return parser
