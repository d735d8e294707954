"""Summary of a table or a record that was verified without a fault."""

from gemgrove.server.domain import Table
from gemgrove.server.verification.record import VerifiedRecord

_SEALED = (
    "Its deal was sealed by the commitment {} before anybody had a seat; compare it with the "
    "commitment that you were shown then."
)
_POSITION = (
    "It began in the middle of another game. What was hidden there was fixed by the commitment {} "
    "before anybody could move; compare it with the commitment that you were shown then."
)


def table_summary(table: Table) -> list[str]:
    """Return what the replay of a table has proved."""
    assert table.terms is not None
    sentences = [
        f"Table {table.id}: {table.terms.game} with {table.players} players, {_state(table)}."
    ]
    if not table.ended or table.game is None:
        return sentences
    deal = table.game.deal
    if deal is None:
        sentences.append(_POSITION.format(table.terms.deal.commitment))
        sentences.append("The published secret matches the commitment, and gives the position.")
    elif table.sealed:
        sentences.append(_SEALED.format(table.terms.deal.commitment))
        sentences.append(
            "The published secret matches the commitment. With the nonces of the players it makes "
            f"the deal {deal.id}, which was played."
        )
    else:
        sentences.append(f"Its deal is open: {deal.id}.")
    sentences.append(
        f"All {len(table.movers)} decisions are legal, and the published events follow from them."
    )
    return sentences


def record_summary(found: VerifiedRecord) -> list[str]:
    """Return what the replay of an exported record has proved."""
    sentences = [f"The record of table {found.table} replays; it ended: {found.ending}."]
    if found.commitment is not None and found.record.position is not None:
        sentences.append(_POSITION.format(found.commitment))
        sentences.append("Its secret matches the commitment, and gives the position.")
    elif found.commitment is not None:
        sentences.append(_SEALED.format(found.commitment))
        sentences.append("Its secret matches the commitment, and with the nonces makes the deal.")
    return sentences


def _state(table: Table) -> str:
    if table.outcome is not None:
        scores = ", ".join(map(str, table.outcome.scores))
        seats = " and ".join(str(seat + 1) for seat in table.outcome.winners)
        return f"over ({table.outcome.ending}), scores {scores}, won by player {seats}"
    return "ended without a result" if table.ended else table.phase
