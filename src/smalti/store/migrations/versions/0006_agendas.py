"""Agendas that a space works through.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agendas",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at_offset", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_agendas_seq"),
    )
