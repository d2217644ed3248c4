"""From where tables were made, whom a host removed, and when servers were there."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make them; of the time before nothing is known."""
    op.add_column("tables", sa.Column("host", sa.String))
    op.create_table(
        "removed_keys",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
    )
    op.create_table(
        "uptimes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
