"""Assembly of the service from its settings."""

from events.cipher import Cipher
from events.postgres import Pool, PostgresStore, open_pool
from events.translog.postgres import PostgresLog
from service import ids, logs, tasks
from service.access.keyring import Keyring
from service.context import Context
from service.proof.signing import signing_key
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.settings import Settings
from service.webhooks.dependencies import webhooks_in


def store_in(pool: Pool, secret: bytes) -> PostgresStore:
    """The store in a database; values that are still hidden are encrypted under the secret."""
    return PostgresStore(pool, cipher=Cipher(ids.digest(secret, "fairdeal/1/at-rest")))


def build(settings: Settings) -> Context:
    """The parts of a process: a connection pool, and a broker for announcing work.

    Args:
        settings: With the URLs of a database and of a broker.
    """
    assert settings.database_url is not None, "the supervisor names the embedded one"
    assert settings.broker_url is not None, "the supervisor names the embedded one"
    logs.set_up(level=settings.log_level, form=settings.log_format)
    pool = open_pool(settings.database_url, size=settings.pool_size)
    store = store_in(pool, settings.secret)
    return Context(
        store=store,
        streams=StreamRepository(store),
        translog=TransparencyLog(PostgresLog(pool), signing_key(settings)),
        credentials=Keyring(pool),
        tasks=tasks.producer(settings.broker_url, queue=settings.queue),
        webhooks=webhooks_in(pool),
        secret=settings.secret,
        open_tables=settings.open_tables,
    )
