"""The database's schema, as SQLAlchemy Core tables.

They are called relations here, since games are played at tables. Times are Unix seconds by the
database's clock. Structured values are JSON in a text column: their writer decides the bytes, and
they are sent again exactly as stored.

A change here needs a new revision in `migrations/versions/`; a test compares the two.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

relations = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    relations,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # Makes names unique; null frees the name of a deleted player.
    Column("name_key", Text, unique=True),
    Column("kind", Text, nullable=False),  # "guest", "named" or "bot"
    Column("created", Double, nullable=False),
    Column("deleted", Double),
    Column("banned", Double),
    Column("recovery", Text),  # the hash of the recovery code
)

tokens = Table(
    "tokens",
    relations,
    Column("hash", Text, primary_key=True),
    Column("player", Text, ForeignKey("players.id"), nullable=False, index=True),
    Column("prefix", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("revoked", Double),
)

tables = Table(
    "tables",
    relations,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invite_hash", Text),
    Column("created_by", Text, ForeignKey("players.id")),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("deal_kind", Text, nullable=False),  # "sealed", "open" or "position"
    # After the table's first entry, only the journal writes these two.
    Column("last_seq", Integer, nullable=False),
    Column("position_seq", Integer, nullable=False),
    Column("summary", Text, nullable=False),  # JSON
    # Null until the table has ended; then "due" if it counts for ratings, "counted" once it has
    # been counted, or else a word that says why it does not count.
    Column("rating", Text, index=True),
    # Not on `changed`: then every move would also write the index.
    Index(None, "status", "created"),
)

# The secret of a sealed deal or a position; kept apart from its table, so that no listing can fetch
# it by accident.
secrets = Table(
    "secrets",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("secret", Text, nullable=False),
)

seats = Table(
    "seats",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, ForeignKey("players.id"), index=True),
    Column("bot", Text),
)

# Append-only.
events = Table(
    "events",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("by", Text),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),  # the event itself, JSON: never sent
    Column("public", Text, nullable=False),  # the spectators' payload, JSON
    # The seats' payloads: a JSON list, with null for those equal to the spectators'.
    Column("seats", Text),
)

# The answers already given, by the caller's own key. `player` is "-" for requests without a token.
requests = Table(
    "requests",
    relations,
    Column("player", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("hash", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Double, nullable=False),
)

# The process that chooses the move of a bot whose turn it is, and until when.
leases = Table(
    "leases",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text, nullable=False),
    Column("until", Double, nullable=False),
)

# The judgements of a finished game's decisions. Those made with other iterations or by another
# version belong to an earlier review and are replaced.
reviews = Table(
    "reviews",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("iterations", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("decision", Text, nullable=False),  # JSON, as it is sent
)

ratings = Table(
    "ratings",
    relations,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)

# The effect of each rated game on each of its players' ratings.
rated = Table(
    "rated",
    relations,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index(None, "player", "at"),
    # Games count in the order in which they ended.
    Index(None, "at"),
)

# When each process began, and its last sign of life: while none was running, nobody's thinking time
# is counted.
alive = Table(
    "alive",
    relations,
    Column("process", Text, primary_key=True),
    Column("began", Double, nullable=False),
    Column("at", Double, nullable=False),
)
