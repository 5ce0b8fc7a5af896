"""Putting the parts of the service together from its settings."""

from events.postgres import PostgresStore, open_pool
from events.postgres_log import PostgresLog
from service import logs, tasks
from service.credentials import Credentials
from service.house import House
from service.journal import Journal
from service.logbook import Logbook
from service.settings import Settings
from service.signing import signing_key


def build(settings: Settings) -> House:
    """The parts of a process that works: a pool of connections, and a broker to announce work to.

    Args:
        settings: With the URLs of a database and of a broker.
    """
    assert settings.database_url is not None, "the supervisor names the embedded one"
    assert settings.broker_url is not None, "the supervisor names the embedded one"
    logs.set_up(level=settings.log_level, form=settings.log_format)
    pool = open_pool(settings.database_url, size=settings.pool_size)
    store = PostgresStore(pool)
    return House(
        store=store,
        journal=Journal(store),
        logbook=Logbook(PostgresLog(pool), signing_key(settings)),
        credentials=Credentials(pool),
        tasks=tasks.producer(settings.broker_url, queue=settings.queue),
        secret=settings.secret,
    )
