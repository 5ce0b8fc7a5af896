"""`fairdeal reports`: phrases that people reported at the tables of the house.

Those are the tables that people open on the page without a key. Other reports go to the owner of
the table. The newest hundred of 30 days are printed, each with the phrases before it.
"""

import argparse
from collections.abc import Iterator, Sequence

from events.postgres import open_pool
from languages.catalogue import IN_ENGLISH
from run.cli.context import database, settings
from service.access.credentials import HOUSE
from service.players.phrase_store import People, Report
from service.runtime import Runtime
from service.timestamps import timestamp


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Print the reports, the newest first."""
    parser = argparse.ArgumentParser(prog="fairdeal reports", description=__doc__)
    parser.parse_args(arguments)
    with database(settings()) as url, open_pool(url, size=1) as pool:
        for report in People(pool).reports(HOUSE.owners):
            print(*_lines(report), sep="\n")
    return 0


def _lines(report: Report) -> Iterator[str]:
    """A report in words; the reported phrase has a star."""
    yield (
        f"{timestamp(report.time)}  table {report.table}: "
        f"seat {report.seat} reports phrase {report.number}"
    )
    for said in report.phrases:
        star = "*" if said.number == report.number else " "
        text = IN_ENGLISH.message(f"phrase-{said.phrase}")
        yield f"  {star} {said.number}  {timestamp(said.time)}  seat {said.seat}: {text}"
