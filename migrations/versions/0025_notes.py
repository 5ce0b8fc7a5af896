"""Tables and deals are found by the `ref` and the `metadata` of their table."""

from migrations.sql import run

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make the notes on tables parties of their lists."""
    run("0025_notes.up.sql")


def downgrade() -> None:
    """List by the former parties alone."""
    run("0025_notes.down.sql")
