"""Functions that an ordinary owner may create, and the oldest program that a schema serves."""

from migrations.sql import redefine, run

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Replace the functions that only a superuser could create; add `oldest_program`."""
    redefine("0001_streams.up.sql", "append", "mark")
    redefine("0003_log.up.sql", "put_batch")
    redefine("0010_invitations.up.sql", "erase_person")
    run("0016_owner.up.sql")


def downgrade() -> None:
    """Drop `oldest_program`. The replaced functions stay: older programs work with them."""
    run("0016_owner.down.sql")
