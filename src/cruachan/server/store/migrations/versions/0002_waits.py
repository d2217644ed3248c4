"""Whom a table waits for after each row, and in which round: a list says whose turn it is."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both; of rows from before nobody knows, until something happens at their tables."""
    op.add_column("rows", sa.Column("waits", sa.String, nullable=False, server_default=""))
    op.add_column("rows", sa.Column("round", sa.Integer, nullable=False, server_default="0"))
