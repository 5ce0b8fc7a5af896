"""The faults that the proxy injects, and when."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from conformance.exchanges import Exchanges, Request, is_move, is_read, is_write

RETRY_SECONDS: Final = 1
"""What 429 and 503 say in `Retry-After`."""


class Fault(NamedTuple):
    """The fault to inject into a request."""

    name: str
    forwarded: bool = True
    """Whether the service gets the request."""
    lost: bool = False
    """Whether the connection is closed without an answer."""
    status: int | None = None
    """The problem that is answered instead."""
    code: str = ""
    retry_after: int | None = None
    held: float = 0.0
    """How long the request is delayed, in seconds."""
    delay: float = 0.0
    """How long the answer is delayed, in seconds."""
    cut_after: int | None = None
    """The number of events of a stream that pass; the next one is cut in the middle."""
    hangs_up: bool = False
    """Whether all open streams are cut, too."""
    altered: Callable[[bytes], bytes] | None = None
    """Changes the answer; if it returns it unchanged, no fault was injected."""


class Script(Protocol):
    """Decides on faults for requests. Only one thread calls it at a time."""

    def __call__(self, request: Request, exchanges: Exchanges) -> Fault | None:
        """The fault for a request, given all earlier exchanges; None: it passes."""
        ...


class Step(NamedTuple):
    """A fault that happens once: to the first matching request after some others have passed."""

    which: Callable[[Request], bool]
    after: int
    fault: Fault


def smooth(request: Request, exchanges: Exchanges) -> Fault | None:  # noqa: ARG001 - a script has them
    """Nothing goes wrong."""
    return None


def steps(*planned: Step) -> Script:
    """Each fault once, at its place."""
    given: set[str] = set()

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:
        for each in planned:
            if each.fault.name in given or not each.which(request):
                continue
            passed = sum(each.which(done.request) and done.fault is None for done in exchanges)
            if passed >= each.after:
                given.add(each.fault.name)
                return each.fault
        return None

    return decide


def overtaken(*after: int) -> Script:
    """After some moves, refuse a move and every further one until the deal is read again."""

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:
        if not is_move(request):
            return None
        episodes, reading, made = 0, True, 0
        for done in exchanges:
            made += is_move(done.request) and done.fault is None
            if is_read(done.request):
                reading = True
            elif done.fault is not None:
                episodes += reading
                reading = False
        if not reading:
            return _refused(request)
        return _refused(request) if episodes < len(after) and made >= after[episodes] else None

    return decide


def _refused(request: Request) -> Fault:
    """The refusal of a move that another player's move has overtaken."""
    said = request.said
    versioned = isinstance(said, dict) and "expected_version" in said
    code = "stale-version" if versioned else "not-your-turn"
    return Fault("refused", forwarded=False, status=409, code=code)


def late(*, after: int, seconds: float) -> Script:
    """After some moves, delay a move for some time, however often it is sent meanwhile."""
    since: list[float] = []

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:
        made = sum(is_move(done.request) and done.fault is None for done in exchanges)
        if not is_move(request) or made < after:
            return None
        since.append(request.at)
        left = since[0] + seconds - request.at
        return Fault("late", held=left) if left > 0 else None

    return decide


def outage(*, after: int, seconds: float) -> Script:
    """After some moves, the service is unavailable for a while, in the middle of a move."""
    away = Fault("away", forwarded=False, lost=True, hangs_up=True)

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:
        began = next((done.ended for done in exchanges if done.fault), None)
        if began is not None:
            return away if request.at < began + seconds else None
        made = sum(is_move(done.request) for done in exchanges)
        return away if is_move(request) and made >= after else None

    return decide


def busy(status: int, code: str, *, write: int, read: int) -> Script:
    """Refuse a write and a read with `Retry-After`."""

    def put_off(name: str) -> Fault:
        return Fault(name, forwarded=False, status=status, code=code, retry_after=RETRY_SECONDS)

    return steps(
        Step(is_write, write, put_off("a write put off")),
        Step(is_read, read, put_off("a read put off")),
    )
