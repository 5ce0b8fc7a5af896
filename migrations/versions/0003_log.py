"""The log: what is to be logged, the entries, hashes of their tree, and signed checkpoints."""

from migrations.sql import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create it, with every stream that there is to be logged."""
    run("0003_log.up.sql")


def downgrade() -> None:
    """Drop it. Streams and events stay as they are."""
    run("0003_log.down.sql")
