"""Values for seats are encrypted at rest; those of deals in play can be encrypted in place."""

from migrations.sql import run

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the function that puts encrypted values in the place of plain ones."""
    run("0023_encrypted.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0023_encrypted.down.sql")
