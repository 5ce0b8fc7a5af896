"""The command `fairdeal`. Each subcommand is a module, imported only when it is run."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Final

from run.cli.failure import CommandFailed
from service.runtime import SYSTEM, Runtime

COMMANDS: Final = {
    "serve": "start the web server, the worker and the clock",
    "keys": "create, list and revoke API keys",
    "migrate": "bring the database's schema up to date",
    "doctor": "say what is wrong with a running installation, and what to do",
    "listen": "deliver webhooks to an address of this machine",
    "listings": "check what lists are read from, or build it again",
    "ratings": "derive the ratings of people and bots again",
    "reports": "print the phrases that people reported at tables of the house",
    "log": "begin the log of all events anew, after a restore",
    "openapi": "print the contract of the REST API",
    "archive": "move the deals of a month out of the database",
    "publish": "write the archive of a month of public tables",
    "replay": "execute deal transcripts again under today's rules",
    "simulate": "let bots play whole series, without a server",
    "verify": "check evidence offline: what holds, and what does not",
    "analyse": "say what each move of finished deals was worth",
    "conformance": "check a client or a bot at tables where things go wrong",
}


def main(arguments: Sequence[str] | None = None, *, runtime: Runtime = SYSTEM) -> int:
    """Run a command.

    Args:
        arguments: The words after `fairdeal`; by default, the arguments of the process.
        runtime: The clock, the random source and the threads.

    Returns:
        The exit code: 0 for success, 1 and 2 as the subcommand defines.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # replace characters that a terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        _parser().print_help(sys.stderr)
        return 2
    args = _parser().parse_args(words)
    command = import_module(f"{__name__}.{args.command}")
    try:
        return int(command.main(args.rest, runtime))
    except CommandFailed as failed:
        print(f"fairdeal {args.command}: {failed}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        sys.stdout = None  # otherwise Python reports the error again when it exits
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:{width}}  {what}" for name, what in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="fairdeal",
        description="Card games over a REST API, with hands that can be proved.",
        epilog=f"commands:\n{listing}\n\n`fairdeal COMMAND --help` describes a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="fairdeal [--help] [--version] COMMAND …",
    )
    parser.add_argument("--version", action="version", version=f"fairdeal {_version()}")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _version() -> str:
    try:
        return version("fairdeal")
    except PackageNotFoundError:
        return "unknown"
