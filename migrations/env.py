"""The environment of Alembic: it runs on the given connection, in the transaction of its caller."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
