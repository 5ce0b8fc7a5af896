"""A table that is watched with a delay is listed for its parties alone: `parties_of`."""

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Load the functions, as each revision does; no table changes."""
