"""Listings: a projection of the log by owner, by player and by table."""

from migrations.sql import run

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create it, and fill it from the log."""
    run("0009_listings.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0009_listings.down.sql")
