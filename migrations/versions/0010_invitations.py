"""Invitations: their labels and notes are erased with them, or with the person who came."""

from migrations.sql import run

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Replace the function and the trigger."""
    run("0010_invitations.up.sql")


def downgrade() -> None:
    """Restore the ones before; erased values stay erased."""
    run("0010_invitations.down.sql")
