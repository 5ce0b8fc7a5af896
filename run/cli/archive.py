"""`fairdeal archive`: move the deals of a month out of the database, into files that verify."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from psycopg import OperationalError
from psycopg.errors import InsufficientPrivilege, LockNotAvailable, UndefinedFunction

from events.archives import (
    Archived,
    archive_deal,
    deals_opened,
    drop_empty_month,
    hold_archive,
    is_pooled,
    may_archive,
)
from events.connections import LimitedConnection, connect
from events.postgres import Pool, open_pool
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from run.cli.month import month
from service.assembly import stored_in
from service.proof.archiving import Archive, Written, is_sound
from service.proof.translog import TransparencyLog, signing_key
from service.runtime import Runtime
from service.settings import Settings
from service.timestamps import when
from verifier.command_archives import line_of
from verifier.cores import cores
from verifier.verdicts import OPEN

EPILOG: Final = """\
A deal belongs to the month (UTC) in which its table was opened. It is archived once the series is
over, no dispute is open, and no table that goes on branches from it, a day after its end. The
webhooks must have read its end. Other deals stay, and can be archived by another run.

Each deal becomes a file DIR/MONTH/….json.gz, its bundle with all cards, and DIR/MONTH/….sha256
lists the digests. The files are verified as `fairdeal verify` does it. Then the events of the deals
are removed from the database. The service answers 410 for these deals, with the address of the file
if FAIRDEAL_ARCHIVE says where DIR is served. Lists, series and the log keep what they have.

A run that was cut off, or whose result is unknown, can be repeated with the same DIR. Two runs at a
time are refused. Only the owner of the tables can remove events: set MIGRATION_DATABASE_URL.

exit codes: 0 all deals that were ready are archived, if there were any, or have changed meanwhile;
1 the command could not run, or a deal stays because of its evidence: it is named"""
SECONDS: Final = 120
"""The time limit of a statement: it removes the events of one deal, or empty partitions."""
LIMITS: Final = "-c search_path=public -c lock_timeout=10s -c statement_timeout={}s"
UNKNOWN: Final = """\
It is unknown whether the events of {deal} are removed: {reason}. Its file is kept. See that the \
database and its standby answer, then repeat the command with the same DIR. Until then, it may be \
refused because another one runs."""
STAYS: Final = {
    "series on": "whose series goes on",
    "not recorded": "not recorded in their series",
    "recent": "that ended less than a day ago",
    "disputed": "with an open dispute",
    "branched": "from which a table branches that goes on",
    "unsent": "whose end is not in the log, or not read by the webhooks yet",
    "changed": "that changed meanwhile",
    "damaged": "that did not verify, or whose file is not theirs",
}


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Archive a month, and print how many deals were moved and which stay."""
    args = _parser().parse_args(arguments)
    (since, until), now = args.month, when(runtime.now())
    if until > now:
        raise CommandFailed("This month is not over.")
    chosen = settings()
    with (
        database(chosen) as url,
        _as_owner(chosen.migration_database_url or url) as owner,
    ):
        _require_owner(owner)
        _require_alone(owner)
        with open_pool(url, size=2) as pool:
            standings = dict(deals_opened(pool, since, until, now=now))
            archive = _archive(pool, chosen, runtime, root=args.to, month=f"{since:%Y-%m}")
            ready = [deal for deal, standing in standings.items() if standing == "ready"]
            written = [*_written(archive, ready)]
        kept = [*_kept(archive, written)]  # the pool is closed in the processes that verify
        if kept:
            archive.add_digests(kept)
        found = Counter(standings.values())
        done = Counter(_removed(owner, archive, each) for each in kept)
        moved, found["changed"] = done["archived"], done["changed"]
        dropped = moved == len(ready) and _dropped(owner, since)
    found["damaged"] = len(ready) - moved - found["changed"]
    _print(archive, found, moved, dropped=dropped)
    return 1 if found["damaged"] else 0


def _as_owner(url: str) -> LimitedConnection:
    return connect(url, seconds=SECONDS, options=LIMITS.format(SECONDS))


def _require_owner(owner: LimitedConnection) -> None:
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


def _require_alone(owner: LimitedConnection) -> None:
    """Take the lock of the archive.

    Raises:
        CommandFailed: Another run has it, or it cannot be held.
    """
    if is_pooled(owner):
        raise CommandFailed(
            "MIGRATION_DATABASE_URL has to lead to PostgreSQL itself, not to a connection pooler."
        )
    try:
        hold_archive(owner)
    except LockNotAvailable:
        raise CommandFailed("Another `fairdeal archive` runs: wait until it has ended.") from None


def _archive(pool: Pool, chosen: Settings, runtime: Runtime, *, root: Path, month: str) -> Archive:
    stored = stored_in(pool, chosen.secret, runtime)
    translog = TransparencyLog(stored.translog, signing_key(chosen))
    archive = Archive(
        root=root, month=month, streams=stored.streams, translog=translog, secret=chosen.secret
    )
    if archive.folder.is_symlink():
        raise CommandFailed(f"{archive.folder} is a symbolic link: give the folder itself.")
    return archive


def _written(archive: Archive, deals: Sequence[UUID]) -> Iterator[Written]:
    """Write the evidence of deals; name those whose record is damaged."""
    for each in archive.write(deals) if deals else ():
        if isinstance(each, Written):
            yield each
        else:
            _say_stays(each, "its record is damaged")


def _kept(archive: Archive, written: Sequence[Written]) -> Iterator[Archived]:
    """The deals whose files verify and got their names; others are named."""
    for each, checked in archive.verified(written, jobs=cores()):
        archived = each.archived
        if not is_sound(archived, checked):
            each.part.unlink()
            _say_stays(archived.deal, checked.fault or "its file does not verify")
            print("\n".join(map(line_of, checked.verdicts)), file=sys.stderr)
        elif not archive.keep(each):
            path = archive.root / archived.file
            _say_stays(archived.deal, f"{path} has another record, see docs/restoring.md")
        else:
            if checked.status == OPEN:
                print(f"{archived.deal}: nobody can recompute its bots:", file=sys.stderr)
                print("\n".join(map(line_of, checked.verdicts)), file=sys.stderr)
            yield archived


def _removed(owner: LimitedConnection, archive: Archive, archived: Archived) -> str:
    """Remove the events of a deal; return what became of it."""
    if not archive.is_kept(archived):
        path = archive.root / archived.file
        _say_stays(archived.deal, f"{path} is no longer the file that was verified")
        return "damaged"
    try:
        return "archived" if archive_deal(owner, archived) else "changed"
    except OperationalError as error:
        reason = error.diag.message_primary or error
        fault = f"{archived.deal} stays: {reason}. Repeat the command with the same DIR."
        if owner.closed:
            fault = UNKNOWN.format(deal=archived.deal, reason=reason)
        raise CommandFailed(fault) from error


def _say_stays(deal: UUID, reason: str) -> None:
    print(f"{deal}: stays: {reason}", file=sys.stderr)


def _dropped(owner: LimitedConnection, since: datetime) -> bool:
    """Drop the partitions of the month if they are empty; another run can do it, too."""
    try:
        return drop_empty_month(owner, since)
    except (OperationalError, InsufficientPrivilege) as error:
        begin = "It is unknown whether the" if owner.closed else "The"
        reason = error.diag.message_primary or error
        print(f"{begin} empty partitions stay: {reason}.", file=sys.stderr)
        return False


def _print(archive: Archive, found: Counter[str], moved: int, *, dropped: bool) -> None:
    before = found["archived"]
    print(f"{archive.month}: {moved} deals archived in {archive.folder}, {before} before")
    for standing, text in STAYS.items():
        if found[standing]:
            print(f"{found[standing]} deals stay {text}")
    if moved:
        print(f"Their digests are in {archive.sums}.")
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
