"""Who had a seat and left it, so that her name and what she said there can be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table; who left a seat before is not known."""
    op.create_table(
        "left_seats",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("until", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
    )
    op.create_index("left_seats_hash", "left_seats", ["hash"])
