"""Phrases that people say at a table, their reports, and who is present."""

from migrations.sql import run

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Make the tables for what is said at tables, and who is present."""
    run("versions/0031_phrases.sql")
