"""A dispute can be withdrawn, and its ruling appealed: `dispute_status`."""

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Load the functions, as each revision does; no table changes."""
