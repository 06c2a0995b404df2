"""What follows from the nouns, kept so that it need not be worked out again.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "derived",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "name"),
    )
