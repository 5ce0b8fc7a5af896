"""The tasks. Each may run twice, late or never, and carries ids and versions only."""

from functools import cache, partial
from uuid import UUID

import structlog

from service import tasks
from service.assembly import build_play
from service.context import PlayContext
from service.logs import bound
from service.play.progress import open_next_deal
from service.play.progress import record_deal as record
from service.proof.analyses import advance
from service.proof.analyses import start as start_analyses
from workers import sweep as sweeping
from workers.app import app, settings
from workers.due import Later, Timer
from workers.idle import IdleTables
from workers.turns import end_turn as end
from workers.turns import make_move
from workers.turns import play_bots as play

log = structlog.get_logger()


@cache
def context() -> PlayContext:
    """What play needs, made once a process."""
    made = build_play(settings)
    made.store.create_partitions()
    return made


@cache
def later() -> Later:
    """The queue of bots' moves in this process."""
    factor = settings.bot_delay
    if not factor:
        log.warning("bots.undelayed")
    return Timer(partial(make_move, context()), factor=factor)


@cache
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
def end_turn(deal: str, version: int) -> None:
    """Handle the end of a turn; `version`, the deal's at the announcement, is for the log."""
    with bound(task=tasks.END_TURN, deal=deal, version=version):
        log.info("task", ended=end(context(), UUID(deal), later()))


@app.task(name=tasks.OPEN_DEAL)
def open_deal(table: str) -> None:
    """Open the next deal of a table after its pause."""
    with bound(task=tasks.OPEN_DEAL, table=table):
        log.info("task", opened=open_next_deal(context(), UUID(table)) is not None)


@app.task(name=tasks.ANALYSE)
def analyse(deal: str) -> None:
    """Go on with the analysis of a deal."""
    with bound(task=tasks.ANALYSE, deal=deal):
        log.info("task", moves=advance(context(), UUID(deal)))


@app.task(name=tasks.SWEEP)
def sweep() -> None:
    """Find lost work, and do it."""
    with bound(task=tasks.SWEEP):
        sweeping.sweep(context(), later=later())
        idle().close(context())
        start_analyses(context())


@app.task(name=tasks.CREATE_PARTITIONS)
def create_partitions() -> None:
    """Create the database partitions of the coming months."""
    with bound(task=tasks.CREATE_PARTITIONS):
        context().store.create_partitions()
