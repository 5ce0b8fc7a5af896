"""Deals whose evidence is in an archive outside of the database."""

from migrations.sql import redefine, run

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Have the owner of the tables remove the events of deals that are archived."""
    run("0019_archive.up.sql")


def downgrade() -> None:
    """Have the events of all deals again. It is refused once a deal is archived."""
    run("0019_archive.down.sql")
    redefine("0009_listings.up.sql", "shown_status")
    redefine("0013_plans.up.sql", "list_deals")
    redefine("0017_log_breaks.up.sql", "list_parties", "oldest_program")
