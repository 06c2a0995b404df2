"""The first schema: the journal, its indexes, and tables for every noun.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "spaces",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("analyser", sa.Text(), nullable=True),
        sa.Column("embedder", sa.Text(), nullable=True),
        sa.Column("dimension", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "beliefs",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("slot_subject", sa.Text(), nullable=False),
        sa.Column("slot_predicate", sa.Text(), nullable=False),
        sa.Column("slot_condition", sa.Text(), nullable=True),
        sa.Column("distribution", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=True),
        sa.Column("updated_at_offset", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_beliefs_seq"),
    )
    op.create_index(
        "ix_beliefs_slot", "beliefs", ["space", "slot_subject", "slot_predicate"], unique=False
    )
    op.create_table(
        "clarifications",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at_offset", sa.Integer(), nullable=False),
        sa.Column("priority", sa.Float(), nullable=False),
        sa.Column("times_asked", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("answered_by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_clarifications_seq"),
    )
    op.create_index("ix_clarifications_status", "clarifications", ["space", "status"], unique=False)
    op.create_table(
        "edges",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "source", "target", "kind"),
        sa.UniqueConstraint("space", "seq", name="uq_edges_seq"),
    )
    op.create_index("ix_edges_target", "edges", ["space", "target", "kind"], unique=False)
    op.create_table(
        "entities",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("merged_into", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_entities_seq"),
    )
    op.create_index("ix_entities_name", "entities", ["space", "name"], unique=False)
    op.create_table(
        "records",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("predicate", sa.Text(), nullable=False),
        sa.Column("value_entity", sa.Text(), nullable=True),
        sa.Column("value_text", sa.Text(), nullable=True),
        sa.Column("value_number", sa.Float(), nullable=True),
        sa.Column("value_unit", sa.Text(), nullable=True),
        sa.Column("value_comparator", sa.Text(), nullable=False),
        sa.Column("value_upper", sa.Float(), nullable=True),
        sa.Column("asserted_by", sa.Text(), nullable=False),
        sa.Column("authority", sa.Text(), nullable=False),
        sa.Column("valid_start_at", sa.BigInteger(), nullable=True),
        sa.Column("valid_start_at_offset", sa.Integer(), nullable=True),
        sa.Column("valid_start_precision", sa.Text(), nullable=True),
        sa.Column("valid_end_at", sa.BigInteger(), nullable=True),
        sa.Column("valid_end_at_offset", sa.Integer(), nullable=True),
        sa.Column("valid_end_precision", sa.Text(), nullable=True),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at_offset", sa.Integer(), nullable=False),
        sa.Column("confidence_directness", sa.Float(), nullable=False),
        sa.Column("confidence_consistency", sa.Float(), nullable=False),
        sa.Column("confidence_specificity", sa.Float(), nullable=False),
        sa.Column("extractor", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_at_offset", sa.Integer(), nullable=True),
        sa.Column("facet", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Boolean(), nullable=False),
        sa.Column("modality", sa.Text(), nullable=False),
        sa.Column("condition", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_records_seq"),
    )
    op.create_index(
        "ix_records_quantity", "records", ["space", "value_unit", "predicate"], unique=False
    )
    op.create_index("ix_records_recorded", "records", ["space", "recorded_at"], unique=False)
    op.create_index(
        "ix_records_slot", "records", ["space", "subject", "predicate", "state"], unique=False
    )
    op.create_table(
        "turns",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("said_at", sa.BigInteger(), nullable=True),
        sa.Column("said_at_offset", sa.Integer(), nullable=True),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at_offset", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("attachments", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("asks", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "external_id", name="uq_turns_external_id"),
        sa.UniqueConstraint("space", "seq", name="uq_turns_seq"),
    )
    op.create_index("ix_turns_said_at", "turns", ["space", "said_at"], unique=False)
    op.create_index("ix_turns_session", "turns", ["space", "session", "seq"], unique=False)
    op.create_table(
        "conflicts",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("stored", sa.Text(), nullable=False),
        sa.Column("incoming", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("found_at", sa.BigInteger(), nullable=False),
        sa.Column("found_at_offset", sa.Integer(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_at_offset", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["space", "incoming"], ["records.space", "records.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["space", "stored"], ["records.space", "records.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_conflicts_seq"),
    )
    op.create_index("ix_conflicts_status", "conflicts", ["space", "status"], unique=False)
    op.create_table(
        "evidence",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["space", "record"], ["records.space", "records.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space", "turn"], ["turns.space", "turns.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "record", "position"),
    )
    op.create_index("ix_evidence_turn", "evidence", ["space", "turn"], unique=False)
    op.create_table(
        "merges",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text(), nullable=False),
        sa.Column("loser", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("merged_at", sa.BigInteger(), nullable=False),
        sa.Column("merged_at_offset", sa.Integer(), nullable=False),
        sa.Column("undone_at", sa.BigInteger(), nullable=True),
        sa.Column("undone_at_offset", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["space", "winner"], ["entities.space", "entities.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_merges_seq"),
    )
    op.create_index("ix_merges_loser", "merges", ["space", "loser"], unique=False)
    op.create_table(
        "record_steps",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("at_offset", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("conflict", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["space", "record"], ["records.space", "records.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "id"),
        sa.UniqueConstraint("space", "seq", name="uq_record_steps_seq"),
    )
    op.create_index(
        "ix_record_steps_record", "record_steps", ["space", "record", "seq"], unique=False
    )
    op.create_table(
        "vectors",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("turn_seq", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["space", "turn_seq"], ["turns.space", "turns.seq"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space"], ["spaces.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "turn_seq"),
        sa.UniqueConstraint("space", "seq", name="uq_vectors_seq"),
    )

    if op.get_bind().dialect.name == "sqlite":
        _lexical_index_of_sqlite()


def _lexical_index_of_sqlite() -> None:
    op.execute(
        r"""
        CREATE VIRTUAL TABLE lexical USING fts5(
            terms, detail=none, columnsize=0,
            tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_{|}~'"
        )
        """.replace(":", "\\:")
    )
    op.execute("CREATE VIRTUAL TABLE lexical_terms USING fts5vocab(lexical, row)")
    op.execute("PRAGMA application_id = 0x536D6C74")


def downgrade() -> None:
    raise NotImplementedError("the first schema has nothing below it; restore the backup instead")
