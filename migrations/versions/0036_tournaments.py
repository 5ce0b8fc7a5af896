"""Erasures of players of tournaments delete openings, too."""

from migrations.sql import run

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Let the trigger of erasures see those of tournaments."""
    run("versions/0036_tournaments.sql")
