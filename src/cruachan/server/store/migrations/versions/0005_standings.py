"""Where each table stands, written with its events: nobody looks through rows for a list."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make it, and fill it from the last row of each table."""
    op.create_table(
        "standings",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("going", sa.Boolean, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("awaits", sa.Boolean, nullable=False),
        sa.Column("waits", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text),
    )
    op.create_index("standings_listed", "standings", ["public", "going", "at"])
    op.execute(
        """
        INSERT INTO standings
          ("table", public, going, seq, at, status, awaits, waits, round, seats)
        SELECT tables.id, tables.public, rows.status IN ('open', 'playing'),
          rows.seq, rows.at, rows.status, rows.awaits, rows.waits, rows.round, NULL
        FROM tables JOIN rows ON rows."table" = tables.id
        WHERE rows.seq = (SELECT max(seq) FROM rows AS later WHERE later."table" = tables.id)
        """
    )
