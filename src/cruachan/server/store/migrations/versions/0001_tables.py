"""Tables, their rows, the keys of their seats, and the seeds of their dice."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("board", sa.String, nullable=False),
        sa.Column("board_digest", sa.String, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rows",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("request", sa.String),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("awaits", sa.Boolean, nullable=False),
    )
    op.create_index("rows_request", "rows", ["table", "request"], unique=True)
    op.create_table(
        "keys",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("keys_table", "keys", ["table"])
    op.create_table(
        "seeds",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
