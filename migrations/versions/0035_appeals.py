"""A dispute can be withdrawn, and its ruling appealed: `dispute_status`."""

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Load the functions, as each revision does; no table changes."""
