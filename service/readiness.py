"""Whether requests can be served: the database answers, and its schema is this program's."""

from typing import Final

from migrations import is_current
from service.context import House

PATIENCE: Final = 2
"""How long to wait for a connection, in seconds."""


def is_ready(house: House) -> bool:
    """Whether the database is migrated.

    Raises:
        psycopg.OperationalError: It does not answer.
    """
    with house.credentials.pool.connection(timeout=PATIENCE) as connection:
        return is_current(connection)
