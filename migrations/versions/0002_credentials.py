"""Credentials: keys of integrators, tokens of seats. Only their SHA-256 is kept."""

from migrations.sql import run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    run("0002_credentials.up.sql")


def downgrade() -> None:
    """Drop the tables."""
    run("0002_credentials.down.sql")
