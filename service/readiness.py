"""Whether requests can be served: the database answers, and its schema is this program's."""

from typing import Final

from migrations import is_current
from service.context import Context

PATIENCE: Final = 2
"""The timeout for a connection, in seconds."""


def is_ready(context: Context) -> bool:
    """Whether the database is migrated.

    Raises:
        psycopg.OperationalError: It does not answer.
    """
    with context.credentials.pool.connection(timeout=PATIENCE) as connection:
        return is_current(connection)
