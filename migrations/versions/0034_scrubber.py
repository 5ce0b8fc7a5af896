"""The place of the scrubber, and the records that it has found altered."""

from migrations.sql import run

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Create `scrub` and `record_fault`."""
    run("versions/0034_scrubber.sql")
