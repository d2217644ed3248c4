"""Profiles: what was counted of finished games, and who shows hers. Results of games in which only
bots sat are of no use to anybody."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables, and drop results without people."""
    op.create_table(
        "game_facts",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "facts_wanted",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("facts_wanted_at", "facts_wanted", ["at"])
    op.create_table(
        "shown_profiles",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
    )
    people = 'SELECT 1 FROM result_seats s WHERE s."table" = {}."table" AND s.bot IS NULL'
    op.execute(f"DELETE FROM results WHERE NOT EXISTS ({people.format('results')})")
    op.execute(
        "DELETE FROM result_seats WHERE NOT EXISTS "
        '(SELECT 1 FROM results r WHERE r."table" = result_seats."table")'
    )
