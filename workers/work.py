"""The work of the tasks, apart from Celery. Each may run twice, late or never."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final
from uuid import UUID

import structlog

from domain.kernel.clock import SECOND
from service import queues
from service.analyses import use_cases
from service.context import PlayContext
from service.deals.streams import find_deal, owner_of
from service.logs import bound
from service.players.phrase_store import DAYS
from service.ratings.deriving import derive_ratings
from service.runtime import Runtime
from service.tables.progress import open_next_deal, record_deal
from service.tournaments.progress import advance_tournament
from workers import turns
from workers.due import DecidedMove, Moves, Timer
from workers.idle import DAY, IdleTables
from workers.scrubbing import scrub
from workers.sweep import encrypt_in_play, sweep

KEPT: Final = DAYS * DAY
"""How long what was said at tables is kept, in µs."""
LOST_SECONDS: Final = 0.5
"""Work that is this old, this long after a worker is ready, was lost before."""

log = structlog.get_logger()


class Work:
    """The work of one process, and what waits in it for its time.

    Args:
        context: the dependencies of play.
        idle: closes idle tables.
        factor: of the delay of bots' moves; 0: none.
    """

    def __init__(self, context: PlayContext, idle: IdleTables, *, factor: int) -> None:
        self._context = context
        self._idle = idle
        self._timer = Timer(context.runtime)
        self._later = Moves(self._timer, partial(turns.make_move, context), factor)
        if not factor:
            log.warning("bots.undelayed")

    def play_bots(self, deal: UUID) -> int:
        """Let the bots of a deal decide on their next move; returns how many moves there are."""
        return turns.play_bots(self._context, deal, self._later)

    def record_deal(self, deal: UUID) -> None:
        """Record a finished deal in its series, and open the next one."""
        record_deal(self._context, deal)

    def end_turn(self, deal: UUID, *, version: int, at: int, account: str = "") -> None:
        """Handle the end of a turn.

        Args:
            deal: Its id.
            version: Its version at the announcement, for the log.
            at: When the turn ends, in µs since the epoch; 0: now, as earlier releases announced it.
            account: On whom it counts.
        """

        def work() -> None:
            with bound(task=queues.END_TURN, deal=str(deal), version=version):
                log.info("task", ended=turns.end_turn(self._context, deal, self._later))

        self._at(at, (queues.END_TURN, deal, version), work, account)

    def open_deal(self, table: UUID, *, at: int, account: str = "") -> None:
        """Open the next deal of a table when its pause is over; the rest as of `end_turn`."""

        def work() -> None:
            with bound(task=queues.OPEN_DEAL, table=str(table)):
                log.info("task", opened=open_next_deal(self._context, table) is not None)

        self._at(at, (queues.OPEN_DEAL, table, at), work, account)

    def advance_tournament(self, tournament: UUID, *, table: UUID | None = None) -> bool:
        """Record the result of a table that is over, and do the next step of its tournament."""
        return advance_tournament(self._context, tournament, table=table)

    def analyse(self, deal: UUID) -> int:
        """Go on with the analysis of a deal; returns how many moves were analysed."""
        return use_cases.advance(self._context, deal)

    def sweep(self) -> None:
        """Find lost work, and do it. Its heartbeat shows that beat, broker and workers run."""
        sweep(self._context, later=self._later)
        self._idle.close(self._context)
        use_cases.start(self._context)
        derive_ratings(self._context.ratings, self._context.streams)
        self._context.people.forget(before=self._context.runtime.now() - KEPT)
        self._context.health.beat("sweep")

    def scrub(self) -> None:
        """Compare more of the records at rest with the log."""
        scrub(self._context.scrubber, self._context.runtime)

    def create_partitions(self) -> None:
        """Create the database partitions of the coming months; encrypt what is in play."""
        self._context.store.create_partitions()
        encrypt_in_play(self._context)

    def find_lost(self) -> None:
        """Finish what is older than `LOST_SECONDS`, and encrypt what an older release left."""
        with bound(task=queues.SWEEP):
            sweep(self._context, overdue=round(LOST_SECONDS * SECOND), later=self._later)
            encrypt_in_play(self._context)

    def give_up_moves(self) -> None:
        """Leave waiting moves to another process: announce their deals again."""
        for key in self._timer.drain():
            if isinstance(key, DecidedMove):
                deal = find_deal(self._context, key.deal)
                owner = owner_of(self._context, UUID(deal.opened.table))
                self._context.tasks.play_bots(
                    key.deal, version=key.version, levels=deal.bots, owner=owner
                )

    def _at(self, at: int, key: Hashable, work: Callable[[], object], account: str) -> None:
        """Work at a moment, or now if that is past."""
        if at <= self._context.runtime.now():
            work()
        else:
            self._timer.add(at, key, work, account=account)


def find_lost(work: Callable[[], Work], runtime: Runtime) -> None:
    """Find and do what was lost before a process has started, or has connected to its broker again.

    The sweep of the beat would find it some seconds later, and finds it if this fails.

    Args:
        work: Makes the work, for which the database has to answer.
        runtime: To wait until all that is not lost has begun.
    """
    runtime.sleep(LOST_SECONDS)
    try:
        work().find_lost()
    except Exception:
        log.exception("sweep.failed")
