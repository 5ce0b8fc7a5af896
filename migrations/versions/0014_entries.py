"""A batch of the log costs what it adds to a table, and not what the table has."""

from migrations.sql import run

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Have the trigger of the log look at the new events of a table alone."""
    run("0014_entries.up.sql")


def downgrade() -> None:
    """Have it read the whole table again."""
    run("0014_entries.down.sql")
