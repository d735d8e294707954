"""Idempotent changes to accounts: a repeated request gets the first one's answer."""

from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import requests
from gemgrove.server.journal import StoredRequest
from gemgrove.server.journal.statements import RECALL
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer, Requester

Change = Callable[[AsyncConnection], Awaitable[Answer]]


async def run_once(
    database: Database, requester: Requester, change: Change, *, now: float
) -> Answer:
    """Make a change and store its answer in one transaction, unless it was made before.

    If the change raises a `Problem`, it is undone, and the key stays free.
    """
    if (found := await earlier(database, requester)) is not None:
        return found
    try:
        async with database.writing() as connection:
            answer = await change(connection)
            if (request := requester.stored(answer, now)) is not None:
                await connection.execute(insert(requests), msgspec.structs.asdict(request))
            return answer
    except (IntegrityError, Problem):
        # The same request may have come twice at once, and the other one may have been first.
        if (found := await earlier(database, requester)) is not None:
            return found
        raise


async def earlier(database: Database, requester: Requester) -> Answer | None:
    """Return the stored answer to the same request, if there is one."""
    if requester.player is None or requester.key is None:
        return None
    values = {"player_is": requester.player, "key_is": requester.key}
    async with database.reading() as connection:
        row = (await connection.execute(RECALL, values)).one_or_none()
    return None if row is None else requester.repeated(StoredRequest(*row))
