"""The tables of release 0.3.0."""

from migrations.sql import run

revision = "0030"
down_revision = None


def upgrade() -> None:
    """Create them."""
    run("versions/0030_baseline.sql")
