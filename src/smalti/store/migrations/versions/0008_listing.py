"""Indexes for lists of records in one state, and of turns by one speaker.

Revision ID: 0008
"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_turns_speaker", "turns", ["space", "speaker", "seq"])
    op.create_index("ix_records_state", "records", ["space", "state", "seq"])
