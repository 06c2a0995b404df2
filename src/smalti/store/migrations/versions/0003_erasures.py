"""Notes of what was erased.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("at_offset", sa.Integer(), nullable=False),
        sa.Column("ids", sa.Text(), nullable=False),
        sa.Column("removed", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("compacted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_erasures_seq"),
    )
