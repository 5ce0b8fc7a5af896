"""Run the SQL file of a revision."""

from alembic import op

from migrations import VERSIONS


def run(name: str) -> None:
    """Send a file of `migrations/versions` to the database as it is, all its statements at once."""
    cursor = op.get_bind().connection.cursor()
    cursor.execute((VERSIONS / name).read_text("utf-8"))
    cursor.close()
