"""Ratings of people and bots, and how far the log was read for them."""

from migrations.sql import run

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Create `rating`, `rated_series` and `rating_reader`."""
    run("versions/0038_ratings.sql")
