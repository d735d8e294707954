"""Reviews of finished games' decisions."""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENT = """
CREATE TABLE reviews (
    "table" TEXT NOT NULL, number INTEGER NOT NULL, iterations INTEGER NOT NULL,
    version TEXT NOT NULL, decision TEXT NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY ("table", number),
    CONSTRAINT fk_reviews_table FOREIGN KEY ("table") REFERENCES tables (id)
)
"""


def upgrade() -> None:
    """Add the table of reviews."""
    op.execute(STATEMENT)
