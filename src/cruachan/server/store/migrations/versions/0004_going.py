"""Which tables are open or played: nobody looks through all that ever were for them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make it, and put in the tables whose last row says so."""
    op.create_table("going", sa.Column("table", sa.String, primary_key=True))
    op.execute(
        """
        INSERT INTO going ("table")
        SELECT "table" FROM rows
        WHERE status IN ('open', 'playing')
          AND seq = (SELECT max(seq) FROM rows AS later WHERE later."table" = rows."table")
        """
    )
