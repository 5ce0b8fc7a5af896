"""Streams, their events and secrets, and the one function that appends."""

from migrations.sql import run

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them, and the role of the service."""
    run("0001_streams.up.sql")


def downgrade() -> None:
    """Drop them. The role stays: it is the cluster's, and other databases may use it."""
    run("0001_streams.down.sql")
