"""Judged decisions in the database. Every function works within the connection's transaction."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import takewhile

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.base import upsert
from gemgrove.server.database.tables import reviews


@dataclass(frozen=True, slots=True)
class Terms:
    """How decisions are judged: all decisions of a review on the same terms."""

    iterations: int
    version: str


async def judged(connection: AsyncConnection, table: str, terms: Terms) -> list[str]:
    """Return a table's decisions that have been judged on these terms, from the first on."""
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
    """Store decisions by number, replacing earlier judgements of them."""
    rows = [
        {"table": table, "number": number, "decision": decision, **asdict(terms)}
        for number, decision in decisions.items()
    ]
    await upsert(connection, reviews, rows)
