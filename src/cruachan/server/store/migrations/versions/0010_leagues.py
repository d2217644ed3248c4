"""Leagues: seasons, who plays in them, and the tables of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("owner", sa.String),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("leagues_owner", "leagues", ["owner"])
    op.create_table(
        "seasons",
        sa.Column("league", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("ended", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("seasons_status", "seasons", ["status"])
    op.create_table(
        "season_players",
        sa.Column("league", sa.String, primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("division", sa.Integer, nullable=False, server_default="0"),
        sa.Column("number", sa.Integer, nullable=False, server_default="0"),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_index("season_players_person", "season_players", ["person"])
    op.create_table(
        "season_games",
        sa.Column("league", sa.String, primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("division", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", sa.String),
        sa.Column("persons", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("season_games_table", "season_games", ["table"])
