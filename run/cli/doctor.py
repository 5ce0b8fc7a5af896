"""`fairdeal doctor`: say what is wrong with a running installation, and what to do."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import psycopg

from events.connections import AccessRefused, check_access
from events.postgres import open_pool
from run import doctor
from run.cli.context import settings
from run.cli.failure import CommandFailed
from run.doctor import CheckFinding
from run.embedded import postgres, valkey
from run.embedded.folder import FolderInUseError, claimed
from service.runtime import Runtime
from service.settings import Settings

EPILOG = """\
It reads the settings of the service, looks at the database and the broker, and changes nothing.
Each line is a finding: ok, look (worth a look) or BAD.

exit codes: 0 nothing is bad, 1 something is"""
SECONDS = 5
"""How long a check waits for a connection of the pool."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Print the findings."""
    parser = argparse.ArgumentParser(
        prog="fairdeal doctor",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bad", action="store_true", help="print only what is bad")
    args = parser.parse_args(arguments)
    findings = _findings(_running(settings()), runtime)
    for finding in findings:
        if finding.verdict == "BAD" or not args.bad:
            print(_line(finding))
    return 1 if any(finding.verdict == "BAD" for finding in findings) else 0


def _running(chosen: Settings) -> Settings:
    """The settings, with the URLs of the embedded servers if those are used.

    Raises:
        CommandFailed: The embedded servers do not run.
    """
    if chosen.database_url is not None and chosen.broker_url is not None:
        return chosen
    folder = chosen.data.absolute()
    try:
        with claimed(folder):
            raise CommandFailed(f"No `fairdeal serve` runs on {folder}.")
    except FolderInUseError:
        return replace(
            chosen,
            database_url=chosen.database_url or postgres.url(folder),
            broker_url=chosen.broker_url or valkey.url(folder),
        )


def _findings(chosen: Settings, runtime: Runtime) -> list[CheckFinding]:
    assert chosen.database_url is not None, "the URLs are known"
    try:
        check_access(chosen.database_url)  # a pool would keep trying for a long time
        with open_pool(chosen.database_url, size=1, timeout=SECONDS) as pool:
            return list(doctor.examine(chosen, pool, runtime))
    except AccessRefused as refused:
        return [CheckFinding("BAD", "schema", str(refused), "schema")]
    except psycopg.Error as error:
        return [doctor.unreachable(error)]


def _line(finding: CheckFinding) -> str:
    line = f"{finding.verdict:4}  {finding.part:9}  {finding.text}"
    return f"{line} See docs/operating.md#{finding.section}." if finding.section else line
