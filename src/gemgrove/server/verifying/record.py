"""A record that a server has exported: its moves, and that its deal was fixed beforehand."""

import json
from dataclasses import dataclass
from typing import Any

from gemgrove.deal import SealedDeal, SealedPosition, verify_position, verify_sealed
from gemgrove.record import Record, RecordError
from gemgrove.server.verifying.deciding import ERRORS


@dataclass(frozen=True, slots=True)
class Exported:
    """What is sure of a record without a fault."""

    table: str
    record: Record
    ending: str
    """How it ended at the table."""
    commitment: str | None
    """Of a sealed deal or a position."""


def check_record(text: str) -> Exported:
    """Replay a server's record and check its deal; `RecordError` says what is wrong."""
    record = Record.from_json(text)
    told = json.loads(text).get("server")
    if not isinstance(told, dict) or not isinstance(told.get("table"), str):
        raise RecordError("The record is none that a server has exported.")
    record.verify()
    if not told.get("aborted") and told.get("scores") != list(record.result.scores):
        raise RecordError("The record's scores are not those that the server tells.")
    if record.position is None:
        commitment = _check_deal(told["table"], told.get("sealed"), record)
    else:
        commitment = _check_position(told["table"], told.get("position"), record)
    return Exported(told["table"], record, str(told.get("ending")), commitment)


def _check_deal(table: str, sealed: Any, record: Record) -> str | None:
    """The commitment, if secret and nonces make the deal that was played."""
    if sealed is None:
        if record.deal is not None and record.deal.startswith("sealed:"):
            raise RecordError("The record's deal was sealed, and nothing shows how it was made.")
        return None
    try:
        commitment, secret = str(sealed["commitment"]), bytes.fromhex(sealed["secret"])
        nonces = [bytes.fromhex(nonce) for nonce in sealed["nonces"]]
        if not verify_sealed(commitment, secret, table):
            raise RecordError("The record's secret is not the one that its commitment fixes.")
        made = SealedDeal(table, secret).deal(nonces)
    except RecordError:
        raise
    except ERRORS as error:
        raise RecordError("The record does not tell how its sealed deal was made.") from error
    if made.id != record.deal:
        raise RecordError("The record's deal is not the one that its secret and nonces make.")
    return commitment


def _check_position(table: str, sealed: Any, record: Record) -> str:
    """The commitment, if it fixes the position that the game began with."""
    try:
        commitment, secret = str(sealed["commitment"]), bytes.fromhex(sealed["secret"])
        fixed = verify_position(commitment, secret, table)
        position = SealedPosition(table, secret).position if fixed else None
    except ERRORS as error:
        raise RecordError("The record does not tell how its position was fixed.") from error
    if position is None:
        raise RecordError("The record's secret is not the one that its commitment fixes.")
    if position != record.position:
        raise RecordError("The record's position is not the one that its secret tells.")
    return commitment
