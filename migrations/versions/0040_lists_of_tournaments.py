"""Tournaments are listed by party, as tables are."""

from migrations.sql import run

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """List the tournaments of the log for their parties."""
    run("versions/0040_lists_of_tournaments.sql")
