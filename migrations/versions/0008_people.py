"""People: names, refs and notes can be erased; keys say how their tables are opened."""

from migrations.sql import run

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the function, the trigger, the index and the column."""
    run("0008_people.up.sql")


def downgrade() -> None:
    """Drop them; erased values stay erased."""
    run("0008_people.down.sql")
