"""Migrates a database to this program's schema, using the revisions in `migrations/`."""

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from gemgrove.server.database.tables import relations
from gemgrove.server.settings import UnusableDatabaseError

SCRIPTS = Path(__file__).with_name("migrations")


def newest() -> str:
    """Return the newest revision that this program knows."""
    head = _scripts().get_current_head()
    assert head is not None
    return head


def known_revisions() -> set[str]:
    """Return all revisions that this program can migrate."""
    return {revision.revision for revision in _scripts().walk_revisions()}


def migrate(connection: Connection) -> None:
    """Run the revisions that the database lacks, in the connection's transaction.

    The caller commits the transaction: all of them happen with it, or none. A database with an
    unknown revision was used by a newer program, and is refused with `UnusableDatabaseError`.
    """
    scripts = _scripts()
    found = MigrationContext.configure(connection).get_current_heads()
    unknown = sorted(set(found) - known_revisions())
    if unknown:
        raise UnusableDatabaseError(
            f"The database has revision {', '.join(unknown)}, this program knows up to "
            f"{newest()}: a newer version of it has used the database. Install that version, or "
            "restore a backup from before."
        )
    with EnvironmentContext(
        Config(), scripts, fn=lambda now, _context: scripts._upgrade_revs("head", now)
    ) as environment:
        environment.configure(connection=connection, target_metadata=relations)
        environment.run_migrations()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(SCRIPTS))
