"""`fairdeal conformance`: whether a client or a bot handles everything right."""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from conformance.cases import Case, all_cases
from conformance.run import Setting, Verdict, judge
from conformance.tables import NotAnsweredError, Service
from service.cli.failure import CommandFailed
from service.offline.text_transcript import plain

DESCRIPTION: Final = """\
Check a client or a bot: it plays a short series at each of several tables, over a proxy on this
machine that loses answers, refuses, cuts streams. What it did is judged by the proxy's log and by
the record. Prints a line for each case: passes, FAILS (what, where, how to mend it), or not shown.

  fairdeal conformance http://127.0.0.1:8080 key_… -- python my_bot.py {url} {token} {folder}

starts the command for each case; {url} and {token} in it, and FAIRDEAL_URL and FAIRDEAL_TOKEN in
its environment, say where to play; {folder} (FAIRDEAL_FOLDER) is an empty folder for what it needs
after a restart; where the seat has a key, its 32 secret bytes are there in the file `key`, in hex.
It plays the series to its end and exits with 0. Without a command each table is
printed, and waits for you to start your client."""
EPILOG: Final = """\
exit codes: 0 all that is required holds, 1 something does not, 2 it was asked in a wrong way"""
BY_HAND: Final = 600
BY_COMMAND: Final = 180


def main(arguments: Sequence[str]) -> int:
    """Run the cases, and say what came of each."""
    words, command = _split(arguments)
    parser = _parser()
    asked = parser.parse_args(words)
    service = Service(asked.url, asked.key)
    try:
        games = service.ask("GET", "/v1/games")["games"]
        cases = list(all_cases(games))
        names = {case.name for case in cases}
        if unknown := set(asked.case) - names:
            parser.error(f"there is no case {', '.join(unknown)}, but {', '.join(sorted(names))}")
        chosen = [case for case in cases if not asked.case or case.name in asked.case]
        setting = Setting(
            service=service,
            games=games,
            command=command,
            seconds=asked.seconds or (BY_COMMAND if command else BY_HAND),
            announce=_announce_by_hand if not command else _announce_nothing,
        )
        return _judged(setting, chosen, jobs=asked.jobs if command else 1)
    except NotAnsweredError as fault:
        raise CommandFailed(plain(str(fault))) from None


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words for us, and the command after `--`."""
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
    """In the order of the cases, some of which are played at the same time."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(partial(judge, setting), cases)


def _announce_by_hand(case: Case, url: str, token: str) -> None:
    print(plain(f"{case.name}: {case.about}"))
    print(f"  FAIRDEAL_URL={url} FAIRDEAL_TOKEN={token}", flush=True)


def _announce_nothing(_case: Case, _url: str, _token: str) -> None:
    """Who starts the command knows it."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal conformance",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="fairdeal conformance [--case NAME] [--seconds N] [--jobs N] URL KEY [-- COMMAND …]",
    )
    add = parser.add_argument
    add("url", metavar="URL", type=_address, help="of the service, such as http://127.0.0.1:8080")
    add("key", metavar="KEY", help="an API key with the scopes read and tables")
    add("--case", action="append", default=[], metavar="NAME", help="this case alone; repeatable")
    add("--seconds", type=_number, help="how long a case may take (180; by hand 600)")
    add("--jobs", type=_number, default=4, help="how many cases are played at a time (4)")
    return parser


def _address(words: str) -> str:
    if not words.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError("must begin with http:// or https://")
    return words


def _number(words: str) -> int:
    if not words.isascii() or not words.isdecimal() or not 0 < int(words) < 10_000:  # noqa: PLR2004
        raise argparse.ArgumentTypeError("must be a whole number from 1 to 9999")
    return int(words)
