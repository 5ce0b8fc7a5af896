"""The sequencer process: it logs appended events and signs the log, within a second.

It may die anywhere, so a signal simply ends it. Any number of them may run.
"""

from typing import Final, NoReturn

import psycopg
import structlog

from events.postgres import open_pool
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Advanced, Sequencer
from events.translog.store import BrokenLog, TranslogReads
from events.translog.witness import Unwitnessed, Witness
from run.processes import watchdog
from service import logs
from service.health import Health
from service.proof.translog import signing_key
from service.proof.witness import FileWitness, own_file, witness_of
from service.runtime import SYSTEM, Runtime
from service.settings import Settings

PAUSE: Final = 0.2
"""Seconds between looks for appends to log: those that come in the meantime make a batch."""
UNAVAILABLE_PAUSE: Final = 1.0
BROKEN_PAUSE: Final = 5.0
BATCH_SECONDS: Final = 30.0
"""The time limit of a statement: `take_turn()` sets the same one."""

log = structlog.get_logger()


def run(settings: Settings, runtime: Runtime) -> NoReturn:
    """Sequence for ever."""
    assert settings.database_url is not None, "the supervisor names the embedded one"
    logs.set_up(level=settings.log_level, form=settings.log_format, file=settings.log_file)
    with open_pool(settings.database_url, size=1, seconds=BATCH_SECONDS) as pool:
        witness = witness_of(settings, runtime)
        translog = PostgresLog(pool)
        if isinstance(witness, FileWitness) and settings.witness == str(own_file(settings)):
            begin(witness, translog)
        sequencer = Sequencer(translog, signing_key(settings), witness=witness)
        sequence(sequencer, witness, Health(pool, runtime), runtime)


def begin(witness: FileWitness, translog: TranslogReads) -> None:
    """Give the witness of an older installation its first checkpoint."""
    try:
        witness.begin(translog.checkpoint())
    except (OSError, Unwitnessed) as error:
        log.warning("log.witness_not_written", error=str(error))


def sequence(
    sequencer: Sequencer, witness: Witness | None, health: Health, runtime: Runtime
) -> NoReturn:
    """Log one batch after another."""
    while True:
        watchdog.rearm(runtime)
        pause = sequence_batch(sequencer, health)
        keep_published(witness, sequencer, health)
        runtime.sleep(pause)


def sequence_batch(sequencer: Sequencer, health: Health) -> float:
    """Log a batch, and return how many seconds the next one may wait."""
    try:
        done = _advance(sequencer, health)
        if done is None:
            return BROKEN_PAUSE
    except psycopg.Error as error:
        log.warning("log.unavailable", error=type(error).__name__)
        return UNAVAILABLE_PAUSE
    for each in done.broken:
        log.critical("record.broken", stream=str(each.stream), at=each.version, fault=each.fault)
    return 0.0 if done.more else PAUSE


def keep_published(witness: Witness | None, sequencer: Sequencer, health: Health) -> None:
    """Write the last checkpoint into the file of the witness, if the sequencer goes on from it.

    The log goes on if that fails, but then there is no heartbeat. Where no file is kept, the
    heartbeat of an earlier file ends.
    """
    try:
        if not isinstance(witness, FileWitness):
            health.end("witness")
        elif sequencer.tip is not None and witness.keep(sequencer.tip):
            health.beat("witness")
    except OSError as error:
        log.warning("log.witness_not_written", error=str(error))
    except psycopg.Error as error:
        log.warning("log.unavailable", error=type(error).__name__)


def _advance(sequencer: Sequencer, health: Health) -> Advanced | None:
    """Log a batch, and write the heartbeat; None if the sequencer refuses to go on."""
    try:
        done = sequencer.advance()
    except (BrokenLog, Unwitnessed) as refusal:
        event = "log.broken" if isinstance(refusal, BrokenLog) else "log.unwitnessed"
        log.critical(event, fault=str(refusal))
        health.beat("sequencer", str(refusal))
        return None
    health.beat("sequencer")
    return done


if __name__ == "__main__":
    run(Settings.from_environment(), SYSTEM)
