"""The tasks. Each may run twice, late or never, and carries ids and versions only."""

from functools import cache
from uuid import UUID

import structlog

from service import tasks
from service.building import build
from service.house import House
from service.logs import bound
from service.play.progress import record_deal as record
from workers import sweep as sweeping
from workers.app import app, settings
from workers.turns import end_turn as end
from workers.turns import play_bots as play

log = structlog.get_logger()


@cache
def house() -> House:
    """The service's parts, made once a process."""
    made = build(settings)
    made.store.tend()
    return made


@app.task(name=tasks.PLAY_BOTS)
def play_bots(deal: str, version: int) -> None:
    """Let the bots of a deal play.

    `version` is where the deal stood when this was announced; it is for the log. What keeps a late
    task from harm is the version that each move expects.
    """
    with bound(task=tasks.PLAY_BOTS, deal=deal, version=version):
        log.info("task", moves=play(house(), UUID(deal)))


@app.task(name=tasks.RECORD_DEAL)
def record_deal(deal: str) -> None:
    """Record a finished deal in its series, and open the next one."""
    with bound(task=tasks.RECORD_DEAL, deal=deal):
        record(house(), UUID(deal))
        log.info("task")


@app.task(name=tasks.END_TURN)
def end_turn(deal: str, version: int) -> None:
    """Do what the end of a turn asks for; `version` is where the deal stood, for the log."""
    with bound(task=tasks.END_TURN, deal=deal, version=version):
        log.info("task", ended=end(house(), UUID(deal)))


@app.task(name=tasks.SWEEP)
def sweep() -> None:
    """Find work that was lost, and do it."""
    with bound(task=tasks.SWEEP):
        sweeping.sweep(house())


@app.task(name=tasks.TEND)
def tend() -> None:
    """Make room in the database for the months to come."""
    with bound(task=tasks.TEND):
        house().store.tend()
