"""People who wait for others to play with have places in a queue."""

from migrations.sql import run

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Make the table of the queue."""
    run("versions/0032_queue.sql")
