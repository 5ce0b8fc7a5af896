"""The sandbox: test keys, and lists of public tables without tests."""

from migrations.sql import run

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the column, and leave tests out of the lists of the public."""
    run("0011_sandbox.up.sql")


def downgrade() -> None:
    """Drop the column; tests are listed for the public again."""
    run("0011_sandbox.down.sql")
