"""The tasks. Each may run twice, late or never, and carries ids and versions only."""

from collections.abc import Callable, Hashable
from functools import cache, partial
from threading import RLock
from typing import Final, TypeVar
from uuid import UUID

import structlog
from celery.signals import worker_ready, worker_shutdown

from domain.kernel.clock import SECOND
from service import tasks
from service.assembly import build_play
from service.context import PlayContext
from service.logs import bound
from service.play.deals import find_deal
from service.play.progress import open_next_deal
from service.play.progress import record_deal as record
from service.proof.analyses import advance
from service.proof.analyses import start as start_analyses
from service.runtime import SYSTEM
from workers import sweep as sweeping
from workers.app import app, settings
from workers.due import Decided, Later, Moves, Timer
from workers.idle import IdleTables
from workers.turns import end_turn as end
from workers.turns import make_move
from workers.turns import play_bots as play

T = TypeVar("T")

LOST_SECONDS: Final = 0.5
"""Work that is this old, this long after a worker is ready, was lost before."""

log = structlog.get_logger()

_making = RLock()


def once(make: Callable[[], T]) -> Callable[[], T]:
    """Make something once a process, even if several threads want it at the same moment."""
    made = cache(make)

    def get() -> T:
        with _making:
            return made()

    return get


@once
def context() -> PlayContext:
    """The dependencies of play, made once a process."""
    made = build_play(settings, SYSTEM)
    made.store.create_partitions()
    return made


@once
def timer() -> Timer:
    """The work that waits for its time in this process."""
    return Timer(SYSTEM)


@once
def later() -> Later:
    """The bots' moves that wait in this process."""
    factor = settings.bot_delay
    if not factor:
        log.warning("bots.undelayed")
    return Moves(timer(), partial(make_move, context()), factor)


@worker_ready.connect
def find_lost_work(**_: object) -> None:
    """Do what was lost before this worker has started, or has connected to its broker again.

    The sweep of the beat would find it some seconds later. The workers do it that also sweep.
    """
    if "play" in settings.worker_queues.split(","):
        SYSTEM.thread(_sweep_when_ready, name="sweep")


def _sweep_when_ready() -> None:
    SYSTEM.sleep(LOST_SECONDS)
    try:
        with bound(task=tasks.SWEEP):
            sweeping.sweep(context(), overdue=round(LOST_SECONDS * SECOND), later=later())
    except Exception:  # the beat's sweep finds it
        log.exception("sweep.failed")


@worker_shutdown.connect
def give_up_moves(**_: object) -> None:
    """Leave waiting moves to another worker: announce their deals again, after the last task."""
    for key in timer().drain():
        if isinstance(key, Decided):
            on = find_deal(context(), key.deal)
            context().tasks.play_bots(key.deal, version=key.version, levels=on.bots)


@once
def idle() -> IdleTables:
    """The search for idle tables in this process."""
    return IdleTables(
        tests=settings.idle_test_days, open_=settings.idle_open_days, started=settings.idle_days
    )


@app.task(name=tasks.PLAY_BOTS)
def play_bots(deal: str, version: int) -> None:
    """Let the bots of a deal decide on their next move.

    `version` is the deal's version at the announcement, for the log only. A late task does no harm,
    because every move has an expected version.
    """
    with bound(task=tasks.PLAY_BOTS, deal=deal, version=version):
        log.info("task", moves=play(context(), UUID(deal), later()))


@app.task(name=tasks.RECORD_DEAL)
def record_deal(deal: str) -> None:
    """Record a finished deal in its series, and open the next one."""
    with bound(task=tasks.RECORD_DEAL, deal=deal):
        record(context(), UUID(deal))
        log.info("task")


@app.task(name=tasks.END_TURN)
def end_turn(deal: str, version: int, at: int = 0) -> None:
    """Handle the end of a turn.

    Args:
        deal: Its id.
        version: Its version at the announcement, for the log.
        at: When the turn ends, in µs since the epoch; 0: now, as earlier releases announced it.
    """

    def work() -> None:
        with bound(task=tasks.END_TURN, deal=deal, version=version):
            log.info("task", ended=end(context(), UUID(deal), later()))

    _at(at, (tasks.END_TURN, deal, version), work)


@app.task(name=tasks.OPEN_DEAL)
def open_deal(table: str, at: int = 0) -> None:
    """Open the next deal of a table when its pause is over; `at` as of `end_turn`."""

    def work() -> None:
        with bound(task=tasks.OPEN_DEAL, table=table):
            log.info("task", opened=open_next_deal(context(), UUID(table)) is not None)

    _at(at, (tasks.OPEN_DEAL, table, at), work)


def _at(at: int, key: Hashable, work: Callable[[], object]) -> None:
    """Do some work at a moment, or now if that is past."""
    if at <= SYSTEM.now():
        work()
    else:
        timer().add(at, key, work)


@app.task(name=tasks.ANALYSE)
def analyse(deal: str) -> None:
    """Go on with the analysis of a deal."""
    with bound(task=tasks.ANALYSE, deal=deal):
        log.info("task", moves=advance(context(), UUID(deal)))


@app.task(name=tasks.SWEEP)
def sweep() -> None:
    """Find lost work, and do it. Its heartbeat shows that beat, broker and workers run."""
    with bound(task=tasks.SWEEP):
        sweeping.sweep(context(), later=later())
        idle().close(context())
        start_analyses(context())
        context().health.beat("sweep")


@app.task(name=tasks.CREATE_PARTITIONS)
def create_partitions() -> None:
    """Create the database partitions of the coming months."""
    with bound(task=tasks.CREATE_PARTITIONS):
        context().store.create_partitions()
