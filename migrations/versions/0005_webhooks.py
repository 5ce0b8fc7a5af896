"""Webhooks: where they go to, what is to be delivered, and how far the feed was read for them."""

from migrations.sql import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create them. What was logged before is told to nobody: there was no webhook."""
    run("0005_webhooks.up.sql")


def downgrade() -> None:
    """Drop them, with what was still to be delivered."""
    run("0005_webhooks.down.sql")
