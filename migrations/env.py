"""What Alembic runs: the revisions, each in its own transaction, on the connection it was given."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"], transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
