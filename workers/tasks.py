"""The tasks of Celery: each does its part of `Work`, and carries ids and versions only."""

from functools import cache, partial
from threading import Lock, RLock
from typing import Any, Final
from uuid import UUID

import structlog
from celery.signals import worker_ready, worker_shutdown

from service import queues
from service.assembly import build_play
from service.logs import bound
from service.runtime import SYSTEM
from workers.app import app, settings
from workers.idle import IdleTables
from workers.work import Work, find_lost

log = structlog.get_logger()

_making: Final = RLock()
_sweeping: Final = Lock()
_scrubbing: Final = Lock()


@cache
def _work() -> Work:
    context = build_play(settings, SYSTEM)
    context.store.create_partitions()
    idle = IdleTables(
        tests=settings.idle_test_days, open_=settings.idle_open_days, started=settings.idle_days
    )
    return Work(context, idle, factor=settings.bot_delay)


def work() -> Work:
    """The work of this process, put together once, even if several threads want it at a time."""
    with _making:
        return _work()


def _account(task: Any) -> str:
    """The owner on whom a task counts; empty if an earlier release announced it."""
    return (getattr(task.request, queues.SHARE, None) or "").rpartition(":")[2]


@worker_ready.connect
def find_lost_work(**_: object) -> None:
    """Do what was lost before. The workers do it that also sweep."""
    if "play" in settings.worker_queues.split(","):
        SYSTEM.thread(partial(find_lost, work, SYSTEM), name="sweep")


@worker_shutdown.connect
def give_up_moves(**_: object) -> None:
    """Leave waiting moves to another worker, after the last task."""
    if _work.cache_info().currsize:  # otherwise it has done nothing yet
        work().give_up_moves()


@app.task(name=queues.PLAY_BOTS)
def play_bots(deal: str, version: int) -> None:
    """Let the bots of a deal decide on their next move.

    `version` is the deal's version at the announcement, for the log only. A late task does no harm,
    because every move has an expected version.
    """
    with bound(task=queues.PLAY_BOTS, deal=deal, version=version):
        log.info("task", moves=work().play_bots(UUID(deal)))


@app.task(name=queues.RECORD_DEAL)
def record_deal(deal: str) -> None:
    """See `Work.record_deal`."""
    with bound(task=queues.RECORD_DEAL, deal=deal):
        work().record_deal(UUID(deal))
        log.info("task")


@app.task(name=queues.END_TURN)
def end_turn(deal: str, version: int, at: int = 0) -> None:
    """See `Work.end_turn`."""
    work().end_turn(UUID(deal), version=version, at=at, account=_account(end_turn))


@app.task(name=queues.OPEN_DEAL)
def open_deal(table: str, at: int = 0) -> None:
    """See `Work.open_deal`."""
    work().open_deal(UUID(table), at=at, account=_account(open_deal))


@app.task(name=queues.ADVANCE_TOURNAMENT)
def advance_tournament(tournament: str, table: str = "") -> None:
    """See `Work.advance_tournament`."""
    with bound(task=queues.ADVANCE_TOURNAMENT, tournament=tournament):
        over = UUID(table) if table else None
        log.info("task", advanced=work().advance_tournament(UUID(tournament), table=over))


@app.task(name=queues.ANALYSE)
def analyse(deal: str) -> None:
    """See `Work.analyse`."""
    with bound(task=queues.ANALYSE, deal=deal):
        log.info("task", moves=work().analyse(UUID(deal)))


@app.task(name=queues.SWEEP)
def sweep() -> None:
    """See `Work.sweep`."""
    with bound(task=queues.SWEEP):
        if _sweeping.acquire(blocking=False):  # otherwise sweeps could have all threads
            try:
                work().sweep()
            finally:
                _sweeping.release()


@app.task(name=queues.SCRUB)
def scrub() -> None:
    """See `Work.scrub`."""
    with bound(task=queues.SCRUB):
        if _scrubbing.acquire(blocking=False):
            try:
                work().scrub()
            finally:
                _scrubbing.release()


@app.task(name=queues.CREATE_PARTITIONS)
def create_partitions() -> None:
    """See `Work.create_partitions`."""
    with bound(task=queues.CREATE_PARTITIONS):
        work().create_partitions()
