"""Clocks that run out, who is waited for, and notices."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables; whoever is waited for is written down with the next move."""
    _clocks()
    _notices()


def _clocks() -> None:
    op.create_table(
        "deadlines",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("acts", sa.Boolean, nullable=False),
    )
    op.create_index("deadlines_due", "deadlines", ["acts", "at"])
    op.create_table(
        "awaited",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("look", sa.BigInteger, nullable=False),
    )
    op.create_index("awaited_look", "awaited", ["look"])


def _notices() -> None:
    op.create_table(
        "notice_ways",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String),
        sa.Column("table", sa.String),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("lang", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.Text),
    )
    op.create_index("notice_ways_person", "notice_ways", ["person"])
    op.create_index("notice_ways_table", "notice_ways", ["table"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("way", sa.String, nullable=False),
        sa.Column("table", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("state", sa.String, nullable=False),
    )
    once = ["way", "table", "seat", "decision"]
    op.create_index("notices_once", "notices", once, unique=True)
    op.create_index("notices_due", "notices", ["state", "due"])
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
