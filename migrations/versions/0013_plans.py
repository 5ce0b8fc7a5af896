"""The projection of the log is kept by plans that do not depend on statistics."""

from migrations.sql import run

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Have the trigger of the log use indexes alone."""
    run("0013_plans.up.sql")


def downgrade() -> None:
    """Leave the plans to the statistics."""
    run("0013_plans.down.sql")
