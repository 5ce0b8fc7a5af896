"""Whether requests can be served: the database answers, and this program runs on its schema."""

from typing import Final

import structlog

from migrations import read_schema
from service.context import Context

PATIENCE: Final = 2
"""The timeout for a connection, in seconds."""

log = structlog.get_logger()


def is_ready(context: Context) -> bool:
    """Whether the database has a schema that this program runs on.

    Raises:
        psycopg.OperationalError: It does not answer.
    """
    with context.credentials.pool.connection(timeout=PATIENCE) as connection:
        fault = read_schema(connection).fault
    if fault is not None:
        log.warning("schema.unfit", fault=fault)
    return fault is None
