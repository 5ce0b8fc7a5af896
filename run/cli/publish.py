"""`fairdeal publish`: write the archive of a month: the finished deals of public tables."""

import argparse
import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson

from events.listings import Listing
from events.postgres import open_pool
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from run.cli.month import month
from service.assembly import stored_in
from service.proof.bundles import archive, finished
from service.proof.translog import TransparencyLog, signing_key
from service.runtime import Runtime
from service.timestamps import microseconds, timestamp, when

EPILOG: Final = """\
Writes three files into DIR, and replaces those of an earlier run:
  MONTH.ndjson.gz   one deal a line with its evidence, as `fairdeal verify` and `replay` read it
  MONTH.checkpoint  the signed checkpoint of the log that the evidence refers to
  MONTH.json        an index: the month, the checkpoint, the digest of the archive, and its deals

A deal belongs to the month (UTC) in which it ended. The archive has pseudonyms and no names. It
has no records of tables, because the names of players are part of older ones."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Write the archive, and print how many deals it has."""
    args = _parser().parse_args(arguments)
    since, until = args.month
    if until > when(runtime.now()):
        raise CommandFailed("This month is not over: its archive would not be complete.")
    chosen = settings()
    with database(chosen) as url, open_pool(url, size=2) as pool:
        stored = stored_in(pool, chosen.secret, runtime)
        translog = TransparencyLog(stored.translog, signing_key(chosen))
        waiting = stored.translog.standing().waiting
        if waiting:
            raise CommandFailed(f"{waiting} appends are not logged yet. Try again in a minute.")
        note = translog.checkpoint().note
        span = range(microseconds(since), microseconds(until))
        if any(row.is_archived for row in finished(stored.listings, span)):
            raise CommandFailed("Deals of this month are archived: publish a month before that.")
        lines = archive(stored.listings, stored.streams, translog, span)
        count = write(args.out, f"{since:%Y-%m}", lines, note=note)
    print(f"{count} deals")
    return 0


def write(folder: Path, name: str, lines: Iterator[tuple[Listing, bytes]], *, note: str) -> int:
    """Write the files of a month; return the number of its deals.

    The archive has the same bytes for the same deals and the same checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, index = folder / f"{name}.ndjson.gz", list[dict[str, Any]]()
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for row, line in lines:
            packed.write(line)
            assert row.finished_at is not None, "the deal is over"
            index.append(
                {
                    "deal": str(row.id),
                    "table": str(row.table),
                    "game": row.of_table["game"],
                    "status": row.status,
                    "finished_at": timestamp(row.finished_at),
                }
            )
    about = {
        "format": "fairdeal/1/archive",
        "month": name,
        "file": path.name,
        "sha256": sha256(path.read_bytes()).hexdigest(),
        "checkpoint": note,
        "deals": index,
    }
    (folder / f"{name}.checkpoint").write_text(note, "utf-8")
    (folder / f"{name}.json").write_bytes(orjson.dumps(about, option=orjson.OPT_INDENT_2))
    return len(index)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal publish",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("month", type=month, metavar="MONTH", help="such as 2026-10")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    return parser
