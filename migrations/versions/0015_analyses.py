"""Analyses of finished deals."""

from migrations.sql import run

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create their table."""
    run("0015_analyses.up.sql")


def downgrade() -> None:
    """Drop it."""
    run("0015_analyses.down.sql")
