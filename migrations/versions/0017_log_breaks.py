"""Breaks of the log: a log that ended stays provable, and the next one begins beside it."""

from migrations.sql import redefine, run

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Have positions say which log they are in."""
    run("0017_log_breaks.up.sql")


def downgrade() -> None:
    """Have one log again. It is refused once a log was begun anew."""
    redefine("0016_owner.up.sql", "oldest_program")
    run("0017_log_breaks.down.sql")
    redefine("0003_log.up.sql", "put_batch")
    redefine("0013_plans.up.sql", "list_parties")
    redefine("0014_entries.up.sql", "list_entries", "rebuild_listings")
