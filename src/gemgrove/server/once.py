"""Changes beside the tables, each made once: the same request again has the same answer."""

from collections.abc import Awaitable, Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import problems
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import requests
from gemgrove.server.hall import Answer, Ask
from gemgrove.server.problems import Problem

Change = Callable[[AsyncConnection], Awaitable[Answer]]


async def once(database: Database, ask: Ask, change: Change, *, now: float) -> Answer:
    """Make a change with its answer in one transaction, unless it was made before.

    A `Problem` of the change undoes it, and the key stays free.
    """
    if ask.player is None or ask.key is None:
        async with database.writing() as connection:
            return await change(connection)
    if (found := await earlier(database, ask)) is not None:
        return found
    row = {"player": ask.player, "key": ask.key, "hash": ask.hash, "at": now}
    try:
        async with database.writing() as connection:
            answer = await change(connection)
            row |= {"status": answer.status, "answer": answer.body}
            await connection.execute(insert(requests).values(row))
            return answer
    except (IntegrityError, Problem):
        # The same request may have come twice at once, and the other one was first.
        if (found := await earlier(database, ask)) is not None:
            return found
        raise


async def earlier(database: Database, ask: Ask) -> Answer | None:
    """What the same request was answered before."""
    query = select(requests.c.hash, requests.c.status, requests.c.answer).where(
        requests.c.player == ask.player, requests.c.key == ask.key
    )
    async with database.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    if row.hash != ask.hash:
        raise problems.key_reused()
    return Answer(row.status, row.answer, again=True)
