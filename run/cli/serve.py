"""`fairdeal serve`: the web, the worker, the beat and the sequencer, with the servers they need."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from run.cli.context import settings
from run.cli.first_table import invitation
from run.processes.serve import run
from service.runtime import Runtime
from service.settings import Settings

LOG_LEVEL: Final = "FAIRDEAL_LOG_LEVEL"
LOG_FILE: Final = "fairdeal.log"
ONLY: Final = "the web, the worker with the beat, or the sequencer of the log"
HOST: Final = (
    "the address on which the web listens, instead of FAIRDEAL_HOST; 0.0.0.0 lets other devices in"
)
TLS: Final = (
    "speak HTTPS, with a self-signed certificate that is kept in the data folder unless "
    "FAIRDEAL_TLS_CERTIFICATE and FAIRDEAL_TLS_KEY name another one"
)
DESCRIPTION: Final = """\
Start the web, the worker, the beat and the sequencer. If DATABASE_URL or BROKER_URL is not set, an
embedded PostgreSQL or Valkey is started as well. Ctrl-C stops everything.

The embedded servers' data and the secret are in the folder FAIRDEAL_DATA, by default .data in the
current folder. With an embedded PostgreSQL the start prints an API key and the address of a first
table against a bot; from then on only warnings are shown. Every request is logged in fairdeal.log
in that folder, or in FAIRDEAL_LOG_FILE.

Every setting is an environment variable: docs/settings.md lists them."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Serve until a signal arrives."""
    args = _parser().parse_args(arguments)
    chosen = settings({"FAIRDEAL_HOST": args.host, "FAIRDEAL_PORT": args.port})
    embedded = chosen.database_url is None
    if embedded and chosen.log_file is None:
        chosen = replace(chosen, log_file=chosen.data.absolute() / LOG_FILE)
    if args.verbose:
        chosen = replace(chosen, log_level="info")
    elif embedded and LOG_LEVEL not in os.environ:
        chosen = replace(chosen, log_level="warning")
    return run(
        chosen,
        only=args.only,
        tls=args.tls,
        test_key=partial(_test_key, runtime) if args.test_key or embedded else None,
        invite=invitation if args.first_table else None,
    )


def _test_key(runtime: Runtime, chosen: Settings) -> str:
    """An API key for testing, the same at every start; it is created while the web starts."""
    from run.cli.keys import keyring  # noqa: PLC0415  loads the pool of connections
    from service.access.keys import test_key  # noqa: PLC0415

    with keyring(chosen, runtime) as keys:
        return test_key(keys, chosen.secret)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal serve",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--only", choices=("web", "worker", "sequencer"), help=ONLY)
    add("--host", help=HOST)
    add("--port", help="its TCP port, instead of FAIRDEAL_PORT")
    add("--tls", action="store_true", help=TLS)
    add(
        "--test-key",
        action="store_true",
        help="print an API key for testing; always printed with an embedded PostgreSQL",
    )
    add(
        "--no-first-table",
        dest="first_table",
        action="store_false",
        help="print no invitation to a table against a bot, where an API key is printed",
    )
    add(
        "--verbose",
        action="store_true",
        help="show every request and task; the default without FAIRDEAL_LOG_LEVEL and with "
        "DATABASE_URL",
    )
    return parser
