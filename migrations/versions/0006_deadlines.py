"""Deadlines: the streams that wait for a moment, found by it."""

from migrations.sql import run

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the index."""
    run("0006_deadlines.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0006_deadlines.down.sql")
