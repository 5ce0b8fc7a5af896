"""The log: what is to be logged, the entries, hashes of their tree, and signed checkpoints."""

from migrations.sql import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create it, with every stream that there is to be logged."""
    run("0003_log.up.sql")


def downgrade() -> None:
    """Drop it. Streams and events stay as they are.

    A log that is begun anew is another log: it has to have another name than this one, or there are
    two signed logs of one name that do not fit together.
    """
    run("0003_log.down.sql")
