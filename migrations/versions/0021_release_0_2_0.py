"""The release 0.2.0 runs on this schema: the schema names the revision that it knows."""

from migrations.sql import run

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Replace the table that the release reads by a view; serve its programs."""
    run("0021_release_0_2_0.up.sql")


def downgrade() -> None:
    """Restore the table."""
    run("0021_release_0_2_0.down.sql")
