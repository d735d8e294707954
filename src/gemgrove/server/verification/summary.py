"""Summarizes a table or record in which verification found no fault."""

from gemgrove.server.domain import Table
from gemgrove.server.verification.record import VerifiedRecord

_SEALED = """\
Its deal was sealed by the commitment {commitment} before anybody had a seat; \
compare it with the commitment that you were shown then.
The published secret matches the commitment. \
With the nonces of the players it makes the deal {deal}, which was played."""
_POSITION = """\
It began in the middle of another game. What was hidden there was fixed by the commitment \
{commitment} before anybody could move; compare it with the commitment that you were shown then.
The published secret matches the commitment, and gives the position."""


def table_summary(table: Table) -> list[str]:
    """Return sentences that say what the replay of a table has proved."""
    assert table.terms is not None
    sentences = [
        f"Table {table.id}: {table.terms.game} with {table.players} players, {_state(table)}."
    ]
    if not table.ended or table.game is None:
        return sentences
    deal = table.game.deal
    if table.concealed:
        sentences += _proof(table.terms.deal.commitment, None if deal is None else deal.id)
    elif deal is not None:
        sentences.append(f"Its deal is open: {deal.id}.")
    sentences.append(
        f"All {len(table.movers)} decisions are legal, and the published events follow from them."
    )
    return sentences


def record_summary(found: VerifiedRecord) -> list[str]:
    """Return sentences that say what the replay of an exported record has proved."""
    sentences = [f"The record of table {found.table} replays; it ended: {found.ending}."]
    if found.commitment is not None:
        sentences += _proof(found.commitment, found.record.deal)
    return sentences


def _proof(commitment: str | None, deal: str | None) -> list[str]:
    """Say how the deal was sealed or, if there is none, the position in which the game began."""
    text = _POSITION if deal is None else _SEALED
    return text.format(commitment=commitment, deal=deal).splitlines()


def _state(table: Table) -> str:
    if table.outcome is not None:
        scores = ", ".join(map(str, table.outcome.scores))
        seats = " and ".join(str(seat + 1) for seat in table.outcome.winners)
        return f"over ({table.outcome.ending}), scores {scores}, won by player {seats}"
    return "ended without a result" if table.ended else table.phase
