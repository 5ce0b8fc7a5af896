"""What a series began with in ratings, so that a ruling on it changes them."""

from migrations.sql import run

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Add `means` and `deviations` to `rated_series`; ratings are derived anew."""
    run("versions/0039_rulings_in_ratings.sql")
