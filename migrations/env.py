"""The environment of Alembic: it runs on the given connection, in the transaction of its caller."""

from alembic import context

from migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
