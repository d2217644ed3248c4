"""Daily games and puzzles: who has tried which."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("holder", sa.LargeBinary, primary_key=True),
        sa.Column("table", sa.String, nullable=False),
    )
    op.create_index("daily_tries_holder", "daily_tries", ["holder"])
    op.create_table(
        "puzzle_tries",
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("holder", sa.LargeBinary, primary_key=True),
        sa.Column("table", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("solved", sa.Boolean),
    )
    op.create_index("puzzle_tries_holder", "puzzle_tries", ["holder"])
    op.create_index("puzzle_tries_table", "puzzle_tries", ["table"])
