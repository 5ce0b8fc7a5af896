"""``python -m lab.evenings.field``: one board at many tables, and what each table costs.

Everybody is a bot but one person, who plays only when nothing else happens. Until then
the board has to be unknown to every credential. The evidence of the largest field is verified.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, Final, NamedTuple

from fairdeal_client import Client, Problem, Seat
from lab.bench import machine
from lab.evenings.evening import PATIENCE
from lab.evenings.evidence import verified
from tests import plain
from tests.e2e.conftest import key, started, url

REPORT: Final = Path(__file__).with_name("FIELDS.md")
HOW: Final = """# One board at many tables

Written by `python -m lab.evenings.field --write`: a round of Durak on one board, with the whole
service on embedded servers. All players are bots but one. That person plays when nothing else has
happened for {quiet:.0f} s, and the board was asked for meanwhile by the owner, by the person's two
tokens and by nobody. Times in seconds; `a table` is the CPU time of all processes for each table,
in ms. CPU time includes the start of the service and its stop. What needs the rules of a game is
open in JavaScript.
"""
HEAD: Final = (
    "| tables | players joined | tables opened | bots done | refused looks | revealed after | "
    "over after | CPU | a table | evidence |"
)
LONGEST: Final = 1800.0
"""Seconds after which something that is waited for does not come."""
QUIET: Final = 5.0
"""Seconds without a new record after which only the person is left to play."""
LOOKS: Final = 0.5
BAD_REQUEST: Final = 400
NOT_FOUND: Final = 404


class Field(NamedTuple):
    """What was measured at a number of tables; times in seconds."""

    tables: int
    joined: float
    opened: float
    bots_done: float
    refused: int
    revealed: float
    over: float
    cpu: float
    evidence: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one board at some numbers of tables.

    Returns:
        0, or 1 if something was wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m lab.evenings.field", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[125, 250, 500, 1000])
    parser.add_argument("--write", action="store_true", help="write FIELDS.md")
    args = parser.parse_args(arguments)
    wrong, fields = list[str](), list[Field]()
    for tables in args.tables:
        with _cpu_time() as used:
            measured = play(tables, wrong, verifying=tables == max(args.tables))
        fields.append(measured._replace(cpu=used()))
        print(row(fields[-1]), *wrong, sep="\n", flush=True)
    if args.write:
        REPORT.write_text(report(fields, wrong), encoding="utf-8")
    return int(bool(wrong))


def report(fields: Sequence[Field], wrong: Sequence[str]) -> str:
    """The report, in Markdown."""
    said = "\n".join(f"- {name}: {value}" for name, value in machine.describe())
    rows = "\n".join(map(row, fields))
    parts = (
        HOW.format(quiet=QUIET).strip(),
        said,
        f"{HEAD}\n{'|---' * 10}|\n{rows}",
        "\n".join(wrong),
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def row(field: Field) -> str:
    """A line about a field."""
    times = (f"{field.joined:.1f}", f"{field.opened:.1f}", f"{field.bots_done:.1f}")
    ends = (f"{field.revealed:.1f}", f"{field.over:.1f}", f"{field.cpu:.0f}")
    each = f"{1000 * field.cpu / field.tables:.0f}"
    cells = (str(field.tables), *times, str(field.refused), *ends, each, field.evidence)
    return "| " + " | ".join(cells) + " |"


def play(tables: int, wrong: list[str], *, verifying: bool) -> Field:
    """Play a board at so many tables, all but one of bots alone."""
    quotas = dict.fromkeys(("FAIRDEAL_READS", "FAIRDEAL_WRITES", "FAIRDEAL_STRANGERS"), "0")
    with (
        started("field", FAIRDEAL_BOT_DELAY="0", **quotas) as serve,
        Client(url(serve), key(serve), patience=PATIENCE) as director,
    ):
        began = time.monotonic()
        id_ = director.open_tournament(
            "durak",
            "A large field",
            form="lot",
            rounds=1,
            boards=1,
            scoring="mean",
            most=2 * tables,
            visibility="public",
        )["id"]
        person = director.join_tournament(id_, name="Person")["token"]
        assert person is not None, "it is no bot"
        for _ in range(2 * tables - 1):
            director.join_tournament(id_, bot="easy")
        joined = _until(lambda: True, began)
        director.call_round(id_)
        began = time.monotonic()
        opened = _until(lambda: _opened(director.tournament(id_)) == tables, began)
        with Client(url(serve), person) as entered:
            seat = entered.entry(id_)["seat"]
        assert seat is not None, "the round is open"
        refused, bots_done = _while_it_is_secret(
            url(serve), id_, (key(serve), person, seat["token"], None), began, wrong
        )
        _play_on(Client(url(serve), seat["token"], patience=PATIENCE))
        began = time.monotonic()
        revealed = _until(lambda: _is_revealed(director, id_), began)
        if not all(each["points"] for each in director.board(id_, number=1, board=1)["results"]):
            wrong.append(f"{tables} tables: a board was revealed before a table had ended it")
        over = _until(lambda: director.tournament(id_)["status"] == "over", began)
        evidence = verified(director, id_, wrong) if verifying else ""
    return Field(tables, joined, opened, bots_done, refused, revealed, over, 0.0, evidence)


def _opened(shown: Any) -> int:
    return sum(each["table"] is not None for each in shown["played"][0]["tables"])


def _while_it_is_secret(
    origin: str, id_: str, credentials: Sequence[str | None], began: float, wrong: list[str]
) -> tuple[int, float]:
    """Ask for the board until nothing happens: the looks, and the time until then."""
    refused, size, last = 0, 0, time.monotonic()
    board = f"{origin}/v1/tournaments/{id_}/rounds/1/boards/1"
    while time.monotonic() - last < QUIET:
        for each in credentials:
            headers = {} if each is None else {"Authorization": f"Bearer {each}"}
            if plain.get(board, headers=headers).status_code < BAD_REQUEST:
                wrong.append("the board is shown although a table still plays it")
            refused += 1
        now = int(plain.get(f"{origin}/v1/log/checkpoint").text.splitlines()[1])
        if now != size:
            size, last = now, time.monotonic()
        time.sleep(LOOKS)
    return refused, last - began


def _is_revealed(director: Client, id_: str) -> bool:
    try:
        director.board(id_, number=1, board=1)
    except Problem as problem:
        if problem.status != NOT_FOUND:
            raise
        return False
    return True


def _play_on(client: Client) -> None:
    chance = Random(1)
    with client:
        seat = Seat(client)
        for deal in seat.turns():
            moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
            if moves:
                seat.move(deal, chance.choice(moves))


def _until(true: Callable[[], bool], began: float) -> float:
    """The seconds from a moment until something is true."""
    while not true():
        if time.monotonic() - began > LONGEST:
            raise TimeoutError("it does not come")
        time.sleep(LOOKS)
    return time.monotonic() - began


@contextmanager
def _cpu_time() -> Iterator[Callable[[], float]]:
    """The CPU seconds of the processes that have started and ended within."""

    def used() -> float:
        times = getrusage(RUSAGE_CHILDREN)
        return times.ru_utime + times.ru_stime

    before = used()
    yield lambda: used() - before


if __name__ == "__main__":
    sys.exit(main())
