"""Analyses have an owner and a turn, so that owners share what makes them."""

from migrations.sql import run

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the columns."""
    run("0024_shares.up.sql")


def downgrade() -> None:
    """Drop them."""
    run("0024_shares.down.sql")
