"""Record when each process began, and whether each table has been rated."""

from alembic import op

revision = "0002"
down_revision = "0001"

# Of earlier processes, it is only known that they were running at one moment. Tables that have
# ended are checked once: their rows do not tell whether they count.
STATEMENTS = """
CREATE TABLE alive_before AS SELECT process, at FROM alive;
DROP TABLE alive;
CREATE TABLE alive (
    process TEXT NOT NULL, began DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_alive PRIMARY KEY (process)
);
INSERT INTO alive (process, began, at) SELECT process, at, at FROM alive_before;
DROP TABLE alive_before;
ALTER TABLE tables ADD COLUMN rating TEXT;
CREATE INDEX ix_tables_rating ON tables (rating);
UPDATE tables SET rating = 'due' WHERE status IN ('over', 'archived');
UPDATE tables SET rating = 'unfinished' WHERE status = 'aborted'
"""


def upgrade() -> None:
    """Add both columns."""
    for statement in STATEMENTS.split(";"):
        op.execute(statement)
