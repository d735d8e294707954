"""Judged decisions in the database. Every function works within the connection's transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.tables import reviews


@dataclass(frozen=True, slots=True)
class Terms:
    """By what decisions are judged. Those of one review are all judged by the same."""

    iterations: int
    version: str


async def judged(connection: AsyncConnection, table: str, terms: Terms) -> list[str]:
    """The decisions of a table that have been judged by these terms, from the first on."""
    query = (
        select(reviews.c.number, reviews.c.decision)
        .where(reviews.c.table == table)
        .where(reviews.c.iterations == terms.iterations, reviews.c.version == terms.version)
        .order_by(reviews.c.number)
    )
    rows = enumerate(await connection.execute(query), 1)
    return [row.decision for place, row in takewhile(lambda one: one[0] == one[1].number, rows)]


async def keep(
    connection: AsyncConnection, table: str, terms: Terms, decisions: Mapping[int, str]
) -> None:
    """Decisions by their numbers, in the place of what was judged of them before."""
    dialect: Any = {"postgresql": postgresql, "sqlite": sqlite}[connection.dialect.name]
    insert = dialect.insert(reviews)
    changed = {name: insert.excluded[name] for name in ("iterations", "version", "decision")}
    upsert = insert.on_conflict_do_update(
        index_elements=[reviews.c.table, reviews.c.number], set_=changed
    )
    rows = [
        {
            "table": table,
            "number": number,
            "iterations": terms.iterations,
            "version": terms.version,
            "decision": decision,
        }
        for number, decision in decisions.items()
    ]
    await connection.execute(upsert, rows)
