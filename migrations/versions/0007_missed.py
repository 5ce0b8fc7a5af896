"""Missed events: what a late or repeated command has not seen comes back from its append."""

from migrations.sql import run

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the function."""
    run("0007_missed.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0007_missed.down.sql")
