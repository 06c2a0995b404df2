"""Alembic's entry: runs the revisions in the transaction that was handed over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"], transaction_per_migration=False
)
context.run_migrations()
