"""Persons, their devices and what follows them; whose key let another one in."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make them; nobody is a person yet, and who let whom in before is not known."""
    _persons()
    _what_follows_her()
    op.add_column("keys", sa.Column("root", sa.LargeBinary))
    op.create_index("keys_root", "keys", ["root"])
    since = sa.Column("since", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("standings", since)


def _persons() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("colour", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("erased", sa.Boolean, nullable=False),
    )
    op.create_index("persons_revoked", "persons", ["revoked"])
    op.create_table(
        "devices",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_person", "devices", ["person"])
    op.create_table(
        "holders",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
    )
    op.create_index("holders_person", "holders", ["person"])


def _what_follows_her() -> None:
    op.create_table(
        "person_settings",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_until", "tokens", ["until"])
    op.create_index("tokens_person", "tokens", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "recoveries",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("lookup", sa.String, nullable=False, unique=True),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
