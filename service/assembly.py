"""Assembly of the service and its store from its settings."""

from events.cipher import Cipher
from events.listings import Listings
from events.postgres import Pool, PostgresStore, open_pool
from events.store import EventStore
from events.translog.postgres import PostgresLog
from events.translog.scrubber import Scrubber
from events.translog.scrubs import PostgresScrubs
from service import ids, logs, tasks, tracing
from service.access.keyring import Keyring
from service.analyses.store import Analyses
from service.context import Context, PlayContext, webhooks_in
from service.health import Health
from service.lists.listings import StoredStreams
from service.players.phrase_store import People
from service.players.queue_store import PlayerQueue
from service.proof.translog import TransparencyLog, signing_key
from service.ratings.store import Ratings
from service.repository import ANSWER_SECONDS, CONNECT_SECONDS, Replica, StreamRepository
from service.runtime import Runtime
from service.settings import Settings


def store_in(pool: Pool, secret: bytes, runtime: Runtime) -> PostgresStore:
    """The store in a database; hidden values are encrypted under the secret.

    Args:
        pool: The connections.
        secret: The secret of the service.
        runtime: The source of the nonces and salts.
    """
    key = ids.digest(secret, "fairdeal/1/at-rest")
    cipher = Cipher(key, entropy=runtime.random_bytes)
    if tracing.is_on():
        from service.tracing.spans import TracedStore  # noqa: PLC0415

        return TracedStore(pool, entropy=runtime.random_bytes, cipher=cipher)
    return PostgresStore(pool, entropy=runtime.random_bytes, cipher=cipher)


def stored_in(pool: Pool, secret: bytes, runtime: Runtime) -> StoredStreams:
    """The streams of a database, their log, and its projection."""
    store = store_in(pool, secret, runtime)
    return StoredStreams(store, StreamRepository(store, runtime), PostgresLog(pool), Listings(pool))


def build(settings: Settings, runtime: Runtime) -> Context:
    """The parts of a process that answers requests.

    Args:
        settings: With the URLs of a database and of a broker.
        runtime: The clock, the random source and the threads.
    """
    pool = _pool(settings)
    play = _play_in(pool, settings, runtime, replica_of(settings, runtime))
    return Context(
        store=play.store,
        streams=play.streams,
        tasks=play.tasks,
        analyses=play.analyses,
        people=play.people,
        ratings=play.ratings,
        health=play.health,
        scrubber=play.scrubber,
        secret=play.secret,
        runtime=runtime,
        translog=TransparencyLog(PostgresLog(pool), signing_key(settings)),
        listings=Listings(pool),
        credentials=Keyring(pool, runtime),
        webhooks=webhooks_in(pool),
        player_queue=PlayerQueue(pool),
        open_tables=settings.open_tables,
        house_tables=settings.house_tables,
        archive=settings.archive,
    )


def build_play(settings: Settings, runtime: Runtime) -> PlayContext:
    """The parts of a process that runs tasks: no credentials, no key of the log, no webhooks.

    Args:
        settings: With the URLs of a database and of a broker.
        runtime: The clock, the random source and the threads.
    """
    return _play_in(_pool(settings), settings, runtime)


def scrubber_in(pool: Pool, store: EventStore, settings: Settings) -> Scrubber:
    """The scrubber of a database; of the key of the log it has the public half."""
    key = signing_key(settings).verifier
    return Scrubber(store, PostgresLog(pool), PostgresScrubs(pool), key)


def replica_of(settings: Settings, runtime: Runtime) -> Replica | None:
    """The replica for reads that may lag; None: there is none."""
    if settings.replica_database_url is None:
        return None
    pool = open_pool(
        settings.replica_database_url,
        size=settings.pool_size,
        timeout=CONNECT_SECONDS,
        seconds=ANSWER_SECONDS,
    )
    return Replica(store_in(pool, settings.secret, runtime), runtime)


def _pool(settings: Settings) -> Pool:
    assert settings.database_url is not None, "the supervisor names the embedded one"
    logs.set_up(level=settings.log_level, form=settings.log_format, file=settings.log_file)
    return open_pool(
        settings.database_url, size=settings.pool_size, seconds=settings.statement_seconds
    )


def _play_in(
    pool: Pool, settings: Settings, runtime: Runtime, replica: Replica | None = None
) -> PlayContext:
    assert settings.broker_url is not None, "the supervisor names the embedded one"
    store = store_in(pool, settings.secret, runtime)
    return PlayContext(
        store=store,
        streams=StreamRepository(store, runtime, replica),
        tasks=tasks.producer(settings.broker_url, queue=settings.queue),
        analyses=Analyses(pool),
        people=People(pool),
        ratings=Ratings(pool),
        health=Health(pool, runtime),
        scrubber=scrubber_in(pool, store, settings),
        secret=settings.secret,
        runtime=runtime,
    )
