"""Disputes: a projection of the log by owner and by table."""

from migrations.sql import run

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create it, and fill it from the log."""
    run("0012_disputes.up.sql")


def downgrade() -> None:
    """Drop it; the functions that keep the listings are the ones before."""
    run("0012_disputes.down.sql")
