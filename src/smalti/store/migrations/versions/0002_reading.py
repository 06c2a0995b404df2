"""Reading turns: what was read and how that went, keys to find nouns by, what a record adds.

A step tells the interval that it leaves a record with; before this version no steps were logged.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("records", sa.Column("recurrence", sa.Text(), nullable=True))
    for flag in ("ended", "correction", "instruction_like"):
        op.add_column(
            "records", sa.Column(flag, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.add_column("records", sa.Column("derived", sa.Text(), nullable=False, server_default="[]"))
    for end in ("start", "end"):
        op.add_column("record_steps", sa.Column(f"valid_{end}_at", sa.BigInteger(), nullable=True))
        op.add_column(
            "record_steps", sa.Column(f"valid_{end}_at_offset", sa.Integer(), nullable=True)
        )
        op.add_column("record_steps", sa.Column(f"valid_{end}_precision", sa.Text(), nullable=True))
    op.add_column("entities", sa.Column("kin", sa.Text(), nullable=False, server_default="[]"))
    op.add_column(
        "beliefs", sa.Column("observations", sa.Text(), nullable=False, server_default="[]")
    )
    op.add_column(
        "clarifications", sa.Column("kind", sa.Text(), nullable=False, server_default="confirm")
    )
    op.add_column("clarifications", sa.Column("against", sa.Text(), nullable=True))
    op.add_column(
        "conflicts", sa.Column("relation", sa.Text(), nullable=False, server_default="conflict")
    )
    op.create_table(
        "processed",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("extractor", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("at_offset", sa.Integer(), nullable=False),
        sa.Column("records", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["space", "id"], ["turns.space", "turns.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_processed_seq"),
    )
    op.create_index("ix_processed_status", "processed", ["space", "status"], unique=False)
    op.create_table(
        "noun_keys",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("noun", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "noun", "key", "id"),
    )
    op.create_index("ix_noun_keys_id", "noun_keys", ["space", "noun", "id"], unique=False)
