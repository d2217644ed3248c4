"""Servers that share a store, and which of them has which table in memory."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
    )
    op.create_index("leases_holder", "leases", ["holder"])
