"""Webhooks: their addresses, their deliveries, and the position to which the feed was read."""

from migrations.sql import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables. Earlier events are not delivered: there was no webhook."""
    run("0005_webhooks.up.sql")


def downgrade() -> None:
    """Drop them, with what was still to be delivered."""
    run("0005_webhooks.down.sql")
