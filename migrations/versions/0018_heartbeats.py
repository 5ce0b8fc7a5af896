"""Heartbeats of background processes."""

from migrations.sql import run

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Create their table."""
    run("0018_heartbeats.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0018_heartbeats.down.sql")
