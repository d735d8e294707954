"""The database's first schema."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = """
CREATE TABLE players (
    id TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT, kind TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL, deleted DOUBLE PRECISION, banned DOUBLE PRECISION,
    recovery TEXT,
    CONSTRAINT pk_players PRIMARY KEY (id), CONSTRAINT uq_players_name_key UNIQUE (name_key)
);
CREATE TABLE tokens (
    hash TEXT NOT NULL, player TEXT NOT NULL, prefix TEXT NOT NULL, scope TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL, revoked DOUBLE PRECISION,
    CONSTRAINT pk_tokens PRIMARY KEY (hash),
    CONSTRAINT fk_tokens_player FOREIGN KEY (player) REFERENCES players (id)
);
CREATE INDEX ix_tokens_player ON tokens (player);
CREATE TABLE tables (
    id TEXT NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL, status TEXT NOT NULL,
    public BOOLEAN NOT NULL, invite_hash TEXT, created_by TEXT,
    created DOUBLE PRECISION NOT NULL, changed DOUBLE PRECISION NOT NULL,
    deal_kind TEXT NOT NULL, last_seq INTEGER NOT NULL, position_seq INTEGER NOT NULL,
    summary TEXT NOT NULL,
    CONSTRAINT pk_tables PRIMARY KEY (id),
    CONSTRAINT fk_tables_created_by FOREIGN KEY (created_by) REFERENCES players (id)
);
CREATE INDEX ix_tables_status_created ON tables (status, created);
CREATE TABLE secrets (
    "table" TEXT NOT NULL, secret TEXT NOT NULL,
    CONSTRAINT pk_secrets PRIMARY KEY ("table"),
    CONSTRAINT fk_secrets_table FOREIGN KEY ("table") REFERENCES tables (id)
);
CREATE TABLE seats (
    "table" TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, bot TEXT,
    CONSTRAINT pk_seats PRIMARY KEY ("table", seat),
    CONSTRAINT fk_seats_table FOREIGN KEY ("table") REFERENCES tables (id),
    CONSTRAINT fk_seats_player FOREIGN KEY (player) REFERENCES players (id)
);
CREATE INDEX ix_seats_player ON seats (player);
CREATE TABLE events (
    "table" TEXT NOT NULL, seq INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, "by" TEXT,
    kind TEXT NOT NULL, body TEXT NOT NULL, public TEXT NOT NULL, seats TEXT,
    CONSTRAINT pk_events PRIMARY KEY ("table", seq),
    CONSTRAINT fk_events_table FOREIGN KEY ("table") REFERENCES tables (id)
);
CREATE TABLE requests (
    player TEXT NOT NULL, "key" TEXT NOT NULL, hash TEXT NOT NULL, status INTEGER NOT NULL,
    answer TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_requests PRIMARY KEY (player, "key")
);
CREATE TABLE leases (
    "table" TEXT NOT NULL, seq INTEGER NOT NULL, holder TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_leases PRIMARY KEY ("table", seq),
    CONSTRAINT fk_leases_table FOREIGN KEY ("table") REFERENCES tables (id)
);
CREATE TABLE ratings (
    player TEXT NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL,
    mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (player, game, players)
);
CREATE TABLE rated (
    "table" TEXT NOT NULL, player TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    place INTEGER NOT NULL,
    mu_before DOUBLE PRECISION NOT NULL, sigma_before DOUBLE PRECISION NOT NULL,
    mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_rated PRIMARY KEY ("table", player),
    CONSTRAINT fk_rated_table FOREIGN KEY ("table") REFERENCES tables (id)
);
CREATE INDEX ix_rated_player_at ON rated (player, at);
CREATE INDEX ix_rated_at ON rated (at);
CREATE TABLE alive (
    process TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, CONSTRAINT pk_alive PRIMARY KEY (process)
);
"""


def upgrade() -> None:
    """Create everything."""
    for statement in STATEMENTS.split(";"):
        if statement.strip():
            op.execute(statement)
