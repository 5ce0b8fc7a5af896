"""The conformance run: for each case, a table with the client under test, and a verdict."""

import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from conformance.cases import Case, record_faults
from conformance.exchanges import Exchanges, has_moved, is_move
from conformance.forgeries import FORGED
from conformance.programs import Program
from conformance.proxy import Proxy, proxying
from conformance.rules import RULES, secrets_in_headers, unrepeated, unreturned
from conformance.tables import Company, NotAnsweredError, Service, Table, open_table, smallest

PASSES, FAILS, NOT_SHOWN = "passes", "FAILS", "not shown"
PAUSE: Final = 0.2
SOON: Final = 5.0
"""The time from its first request within which a client makes the requests that a case `needs`."""


class Verdict(NamedTuple):
    """The verdict on a case."""

    case: Case
    status: str
    detail: str

    @property
    def holds(self) -> bool:
        """Whether there are no violations and the case was shown."""
        return self.status == PASSES or (self.status == NOT_SHOWN and not self.case.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The client under test, the service, and the limits of a run."""

    service: Service
    games: Sequence[Mapping[str, Any]]
    command: Sequence[str] = ()
    """The command that plays; empty: the client is started by hand."""
    seconds: float
    """The time limit of a case, in seconds."""
    announce: Callable[[Case, str, str], None] = lambda _case, _url, _token: None
    """Called with the URL and the token for each table."""


class _Stopped(Exception):
    """The case was stopped early; the message names the reason."""


def judge(setting: Setting, case: Case) -> Verdict:
    """Play a case and return its verdict."""
    if case.killed_after is not None and not setting.command:
        return Verdict(case, NOT_SHOWN, "only with a command after --, which can be killed")
    if case.signs and not setting.command:
        return Verdict(case, NOT_SHOWN, "only with a command after --, which is given the key")
    with ExitStack() as stack:
        seat = stack.enter_context(_seated(setting, case))
        faults: list[str] = []
        killed = False
        try:
            killed = _watch(seat)
            if not case.withholds:
                faults.extend(record_faults(seat.series()))
        except _Stopped as stopped:
            faults.append(str(stopped))
        exchanges = seat.proxy.exchanges()
    verdict = _verdict(case, exchanges, token=seat.table.token, stopped=faults)
    if verdict.status == PASSES and case.killed_after is not None and not killed:
        return Verdict(case, NOT_SHOWN, "the series was over before it could be killed: try again")
    return verdict


def broken(case: Case, exchanges: Exchanges, *, token: str) -> Iterator[str]:
    """The rules that are broken, and where."""
    for rule in (secrets_in_headers(token), *RULES, *case.rules):
        yield from rule(exchanges)


def _verdict(case: Case, exchanges: Exchanges, *, token: str, stopped: Sequence[str]) -> Verdict:
    if case.needs is not None and not case.needs(exchanges):
        return Verdict(case, NOT_SHOWN, case.shown(exchanges) or "")
    # A broken rule is the cause; a series that was not played to its end is its effect.
    faults = (
        *broken(case, exchanges, token=token),
        *stopped,
        *unrepeated(exchanges),
        *unreturned(exchanges),
    )
    if faults:
        return Verdict(case, FAILS, faults[0])
    missing = case.shown(exchanges)
    if missing is not None:
        return Verdict(case, NOT_SHOWN, missing)
    moves = sum(is_move(each.request) for each in exchanges)
    return Verdict(case, PASSES, f"{moves} requests for moves; {case.about}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """The client under test at its table."""

    setting: Setting
    case: Case
    table: Table
    proxy: Proxy
    company: Company
    program: Program | None

    def shown(self) -> Any:
        return self.setting.service.ask("GET", f"/v1/tables/{self.table.id}")

    def series(self) -> Any:
        return self.setting.service.ask("GET", f"/v1/tables/{self.table.id}/series")


@contextmanager
def _seated(setting: Setting, case: Case) -> Generator[_Seat]:
    """Open a table with all seats taken; close it afterwards."""
    private = Ed25519PrivateKey.generate() if case.signs else None
    table = _opened(setting, case, private)
    proxy = Proxy(setting.service.url, case.script())
    with ExitStack() as stack:
        stack.callback(_put_away, setting.service, table)
        url = stack.enter_context(proxying(proxy))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="conformance-")))
        company = stack.enter_context(
            Company(
                setting.service,
                table,
                seed=case.name,
                pace=case.pace,
                thinking=case.thinking,
                begun=lambda: has_moved(proxy.exchanges()),
            )
        )
        program = None
        setting.announce(case, url, table.token)
        if setting.command:
            program = Program(
                setting.command,
                url=url,
                token=table.token,
                folder=folder,
                secret=None if private is None else private.private_bytes_raw().hex(),
            )
            stack.callback(program.kill)
        yield _Seat(
            setting=setting,
            case=case,
            table=table,
            proxy=proxy,
            company=company,
            program=program,
        )


def _opened(setting: Setting, case: Case, private: Ed25519PrivateKey | None) -> Table:
    """Open a table for a case; the seat under test has the key, if there is one."""
    key = case.game or smallest(setting.games)
    return open_table(
        setting.service,
        next(each for each in setting.games if each["key"] == key),
        name=case.name,
        commits=case.commits,
        turn_limit=case.turn_limit,
        deals=case.deals,
        key=None if private is None else private.public_key().public_bytes_raw().hex(),
    )


def _put_away(service: Service, table: Table) -> None:
    """Close the table, if its series is not over and the service permits it."""
    with suppress(NotAnsweredError):
        service.ask("DELETE", f"/v1/tables/{table.id}")


def _watch(seat: _Seat) -> bool:
    """Wait until the series and the client have ended; return whether it was killed meanwhile.

    Raises:
        _Stopped: they do not end.
    """
    began = time.monotonic()
    alive, killed = seat.case.killed_after, False
    while not seat.company.over.wait(PAUSE):
        ended = None if seat.program is None else seat.program.ended()
        # read after the client has ended, so that it contains all its requests
        exchanges = seat.proxy.exchanges()
        lasted = time.monotonic() - began
        if seat.case.withholds and _has_withheld(exchanges, ended):
            return killed
        reason = next(_reasons(seat, exchanges, lasted, ended), None)
        if reason is not None:
            raise _Stopped(reason)
        made = sum(is_move(each.request) for each in exchanges)
        if alive is not None and seat.program is not None and made >= alive:
            alive, killed = None, True
            seat.program.again()
    ended = None if seat.program is None else seat.program.finish()
    if ended and seat.program is not None:
        said = seat.program.last_words()
        raise _Stopped(f"the series was played, but the client then exited with {ended}: {said}")
    return killed


def _has_withheld(exchanges: Exchanges, ended: int | None) -> bool:
    """Whether the client has had time to show its seed after a forgery, or has ended."""
    forged = next(
        (each.ended for each in exchanges if each.fault and each.fault.startswith(FORGED)), None
    )
    return forged is not None and (ended is not None or time.monotonic() - forged > SOON)


def _reasons(seat: _Seat, exchanges: Exchanges, lasted: float, ended: int | None) -> Iterator[str]:
    """The reasons for not waiting any longer."""
    if seat.company.fault is not None:
        raise seat.company.fault
    yield from broken(seat.case, exchanges, token=seat.table.token)
    has_had_time = bool(exchanges) and time.monotonic() - exchanges[0].request.at > SOON
    if seat.case.needs is not None and has_had_time and not seat.case.needs(exchanges):
        yield "the client did not do what the case needs"
    if seat.program is not None and ended is not None and seat.shown()["status"] != "over":
        said = seat.program.last_words()
        yield f"the client exited with {ended} before the series was over: {said}"
    if lasted > seat.setting.seconds:
        last = (
            f"{exchanges[-1].request.method} {exchanges[-1].request.path}"
            if exchanges
            else "nothing"
        )
        yield (
            f"the series was not over after {seat.setting.seconds:.0f} s; the last thing that the "
            f"client has asked for is {last}"
        )
