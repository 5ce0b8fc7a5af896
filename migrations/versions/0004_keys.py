"""API keys: scopes, keys that keys have made, secrets that follow each other; tables by owner."""

from migrations.sql import run

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Existing keys keep all that they may; nobody has made them but the command line."""
    run("0004_keys.up.sql")


def downgrade() -> None:
    """Every key has the newest of its secrets, and may do all again."""
    run("0004_keys.down.sql")
