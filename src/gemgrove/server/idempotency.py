"""Idempotent changes of accounts: a repeated request gets the answer of the first one."""

from collections.abc import Awaitable, Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import problems
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import requests
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer, Requester

Change = Callable[[AsyncConnection], Awaitable[Answer]]


async def run_once(
    database: Database, requester: Requester, change: Change, *, now: float
) -> Answer:
    """Make a change with its answer in one transaction, unless it was made before.

    A `Problem` of the change undoes it, and the key stays free.
    """
    if requester.player is None or requester.key is None:
        async with database.writing() as connection:
            return await change(connection)
    if (found := await earlier(database, requester)) is not None:
        return found
    row = {"player": requester.player, "key": requester.key, "hash": requester.hash, "at": now}
    try:
        async with database.writing() as connection:
            answer = await change(connection)
            row |= {"status": answer.status, "answer": answer.body}
            await connection.execute(insert(requests).values(row))
            return answer
    except (IntegrityError, Problem):
        # The same request may have come twice at once, and the other one was first.
        if (found := await earlier(database, requester)) is not None:
            return found
        raise


async def earlier(database: Database, requester: Requester) -> Answer | None:
    """The stored answer to the same request, if there is one."""
    query = select(requests.c.hash, requests.c.status, requests.c.answer).where(
        requests.c.player == requester.player, requests.c.key == requester.key
    )
    async with database.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    if row.hash != requester.hash:
        raise problems.key_reused()
    return Answer(row.status, row.answer, again=True)
