"""Webhooks get the news of a table in order."""

from migrations.sql import run

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the index that finds an earlier delivery of the same table."""
    run("0020_in_order.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0020_in_order.down.sql")
