"""A process that delivers to webhooks takes over from the one before it."""

from migrations.sql import run

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column that names who attempts a delivery."""
    run("0022_taken_by.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0022_taken_by.down.sql")
