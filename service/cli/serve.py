"""`fairdeal serve`: the web, the worker, the beat and the sequencer, with the servers they need."""

import argparse
from collections.abc import Sequence
from typing import Final

from service.cli.context import settings
from service.processes.serve import run
from service.settings import Settings

ONLY: Final = "the web, the worker with the beat, or the sequencer of the log"
DESCRIPTION: Final = """\
Start the web, the worker, the beat and the sequencer. If DATABASE_URL or BROKER_URL is not set, an
embedded PostgreSQL or Valkey is started as well. Ctrl-C stops everything.

The embedded servers' data and the secret are in the folder FAIRDEAL_DATA, by default .data in the
current folder. Every setting is an environment variable: docs/settings.md lists them."""


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal arrives."""
    args = _parser().parse_args(arguments)
    chosen = settings({"FAIRDEAL_HOST": args.host, "FAIRDEAL_PORT": args.port})
    shown = args.test_key or chosen.database_url is None
    return run(chosen, only=args.only, test_key=_test_key if shown else None)


def _test_key(chosen: Settings) -> str:
    """An API key for testing, the same at every start; it is created while the web starts."""
    from service.access.keys import test_key  # noqa: PLC0415
    from service.cli.keys import keyring  # noqa: PLC0415  loads the pool of connections

    with keyring(chosen) as keys:
        return test_key(keys, chosen.secret)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal serve",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--only", choices=("web", "worker", "sequencer"), help=ONLY)
    add("--host", help="the address on which the web listens, instead of FAIRDEAL_HOST")
    add("--port", help="its TCP port, instead of FAIRDEAL_PORT")
    add(
        "--test-key",
        action="store_true",
        help="print an API key for testing; always printed with an embedded PostgreSQL",
    )
    return parser
