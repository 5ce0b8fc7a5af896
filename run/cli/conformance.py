"""`fairdeal conformance`: check whether a client or a bot handles every fault correctly."""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from conformance.cases import Case, all_cases
from conformance.run import Setting, Verdict, judge
from conformance.tables import NotAnsweredError, Service
from formats.text_transcript import plain
from run.cli.addresses import http_address
from run.cli.failure import CommandFailed
from service.runtime import Runtime

DESCRIPTION: Final = """\
Check a client or a bot. It plays a short series at each of several tables, through a proxy on this
machine that loses answers, refuses requests and cuts streams. It is judged by the proxy's log and
by the record. The command prints a line for each case: passes, FAILS (what, where, how to fix it),
or not shown.

  fairdeal conformance http://127.0.0.1:8080 key_… -- python my_bot.py {url} {token} {folder}

starts the bot for each case. The service and the seat's token are given as {url} and {token} in the
command, and as FAIRDEAL_URL and FAIRDEAL_TOKEN in its environment. {folder} (FAIRDEAL_FOLDER) is an
empty folder for files that the bot needs after a restart. If the seat has a key, the file `key` in
that folder has its 32 secret bytes, in hex. The bot must play the series to its end and exit with
0. Without a command, the URL and the token of each table are printed, and you start your client."""
EPILOG: Final = """\
exit codes: 0 every requirement holds, 1 a requirement is violated, 2 the arguments are wrong"""
BY_HAND: Final = 600
BY_COMMAND: Final = 180


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Run the cases, and print a verdict on each."""
    words, command = _split(arguments)
    parser = _parser()
    args = parser.parse_args(words)
    service = Service(args.url, args.key)
    try:
        games = service.ask("GET", "/v1/games")["games"]
        cases = list(all_cases(games))
        names = {case.name for case in cases}
        if unknown := set(args.case) - names:
            parser.error(f"there is no case {', '.join(unknown)}, but {', '.join(sorted(names))}")
        chosen = [case for case in cases if not args.case or case.name in args.case]
        setting = Setting(
            service=service,
            games=games,
            command=command,
            seconds=args.seconds or (BY_COMMAND if command else BY_HAND),
            announce=_announce_by_hand if not command else _announce_nothing,
        )
        return _judged(setting, chosen, jobs=args.jobs if command else 1)
    except NotAnsweredError as fault:
        raise CommandFailed(plain(str(fault))) from None


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The arguments before and after `--`."""
    if "--" not in arguments:
        return arguments, ()
    at = list(arguments).index("--")
    return arguments[:at], arguments[at + 1 :]


def _judged(setting: Setting, cases: Sequence[Case], *, jobs: int) -> int:
    held = True
    width = max(len(case.name) for case in cases)
    for verdict in _verdicts(setting, cases, jobs=jobs):
        optional = "" if verdict.case.required else " (optional)"
        line = f"{verdict.status:9}  {verdict.case.name:{width}}  {verdict.detail}{optional}"
        print(plain(line), flush=True)
        held = held and verdict.holds
    return 0 if held else 1


def _verdicts(setting: Setting, cases: Sequence[Case], *, jobs: int) -> Iterator[Verdict]:
    """The verdicts in the order of the cases, some of which are played at the same time."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(partial(judge, setting), cases)


def _announce_by_hand(case: Case, url: str, token: str) -> None:
    print(plain(f"{case.name}: {case.about}"))
    print(f"  FAIRDEAL_URL={url} FAIRDEAL_TOKEN={token}", flush=True)


def _announce_nothing(_case: Case, _url: str, _token: str) -> None:
    """Print nothing: a started command receives the URL and the token directly."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal conformance",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="fairdeal conformance [--case NAME] [--seconds N] [--jobs N] URL KEY [-- COMMAND …]",
    )
    add = parser.add_argument
    add(
        "url",
        metavar="URL",
        type=http_address,
        help="of the service, such as http://127.0.0.1:8080",
    )
    add("key", metavar="KEY", help="an API key with the scopes read, tables and play")
    add("--case", action="append", default=[], metavar="NAME", help="this case alone; repeatable")
    add("--seconds", type=_number, help="how long a case may take (180; by hand 600)")
    add("--jobs", type=_number, default=4, help="how many cases are played at a time (4)")
    return parser


def _number(words: str) -> int:
    if not words.isascii() or not words.isdecimal() or not 0 < int(words) < 10_000:  # noqa: PLR2004
        raise argparse.ArgumentTypeError("must be a whole number from 1 to 9999")
    return int(words)
