"""Results of finished games, for ratings and profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables; `cruachan recount` fills in the games that were over before."""
    op.create_table(
        "results",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
    )
    op.create_index("results_pool", "results", ["game", "players", "rated", "at"])
    op.create_table(
        "result_seats",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("bot", sa.String),
        sa.Column("forfeit", sa.Boolean, nullable=False),
        sa.Column("holder", sa.LargeBinary),
    )
    op.create_index("result_seats_holder", "result_seats", ["holder"])
