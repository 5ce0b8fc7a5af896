"""Tournaments are listed for their owners, so that news of them are found."""

from migrations.sql import run

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """List the tournaments that are in the log."""
    run("versions/0037_news_of_tournaments.sql")
