"""Verifies a record exported by a server: its moves and its deal."""

import json
from dataclasses import dataclass
from typing import Any

from gemgrove.deal import SealedDeal, SealedPosition, verify_position, verify_sealed
from gemgrove.record import Record, RecordError
from gemgrove.server.verification.decisions import ERRORS


@dataclass(frozen=True, slots=True)
class VerifiedRecord:
    """A record without a fault."""

    table: str
    record: Record
    ending: str
    """The ending at the table."""
    commitment: str | None
    """The commitment of a sealed deal or a position."""


def check_record(text: str) -> VerifiedRecord:
    """Replay a server's record and check its deal; raise `RecordError` if something is wrong."""
    record = Record.from_json(text)
    server = json.loads(text).get("server")
    if not isinstance(server, dict) or not isinstance(server.get("table"), str):
        raise RecordError("This is not a record that a server has exported.")
    record.verify()
    if not server.get("aborted") and server.get("scores") != list(record.result.scores):
        raise RecordError("The record's scores are not those that the server reported.")
    if record.position is None:
        commitment = _check_deal(server["table"], server.get("sealed"), record)
    else:
        commitment = _check_position(server["table"], server.get("position"), record)
    return VerifiedRecord(server["table"], record, str(server.get("ending")), commitment)


def _check_deal(table: str, sealed: Any, record: Record) -> str | None:
    """Return the commitment if the secret and the nonces make the deal that was played."""
    if sealed is None:
        if record.deal is not None and record.deal.startswith("sealed:"):
            raise RecordError("The record's deal was sealed, but nothing shows how it was made.")
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
        raise RecordError("The record does not say how its sealed deal was made.") from error
    if made.id != record.deal:
        raise RecordError("The record's deal is not the one that its secret and nonces make.")
    return commitment


def _check_position(table: str, sealed: Any, record: Record) -> str:
    """Return the commitment if it fixes the position that the game began with."""
    try:
        commitment, secret = str(sealed["commitment"]), bytes.fromhex(sealed["secret"])
        fixed = verify_position(commitment, secret, table)
        position = SealedPosition(table, secret).position if fixed else None
    except ERRORS as error:
        raise RecordError("The record does not say how its position was fixed.") from error
    if position is None:
        raise RecordError("The record's secret is not the one that its commitment fixes.")
    if position != record.position:
        raise RecordError("The record's position is not the one that its secret contains.")
    return commitment
