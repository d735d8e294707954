"""What a client is told where a room below has failed, whichever way it asked."""

import logging

import asyncpg
from sqlalchemy import exc

from gemgrove.server import problems
from gemgrove.server.journal import JournalClosedError, JournalFullError, NotStoredError
from gemgrove.server.problems import Problem

log = logging.getLogger(__name__)


def problem_of(error: Exception) -> Problem:
    """The problem that a client is told. What it is not told is logged."""
    match error:
        case Problem():
            return error
        case JournalFullError() | JournalClosedError() | NotStoredError():
            return problems.unavailable(str(error))
        case exc.DataError():
            return problems.invalid("Something in this cannot be stored, such as a null character.")
        case (
            exc.OperationalError()
            | exc.InterfaceError()
            | exc.TimeoutError()
            | asyncpg.PostgresConnectionError()
            | asyncpg.InterfaceError()
            | asyncpg.OperatorInterventionError()
            | OSError()
        ):
            log.error("The database cannot be asked.", exc_info=error)
            return problems.unavailable("The database does not answer; try again.")
    log.error("A request failed.", exc_info=error)
    return problems.internal()
