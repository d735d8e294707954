"""Logs: one line of JSON per record, without secrets."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from gemgrove import crockford
from gemgrove.server import ids

ACCESS = "gemgrove.access"
"""The logger of requests."""
FIELDS = "fields"
"""The key of a record's additional fields: `log.info("...", extra={FIELDS: {...}})`."""

_HIDDEN = "..."
TALKATIVE = (
    "aiosqlite",
    "alembic",
    "asyncio",
    "httpcore",
    "httpx",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
"""Below warnings, these log every statement and every byte, including hidden cards."""

_SYMBOL = f"[{crockford.SYMBOLS}]"
_TOKEN = re.compile(rf"(gg_[a-z]+_){_SYMBOL}+")
_RECOVERY_CODE = re.compile(
    rf"\b{_SYMBOL}{{{ids.RECOVERY_GROUP_SYMBOLS}}}"
    rf"(?:-{_SYMBOL}{{{ids.RECOVERY_GROUP_SYMBOLS}}}){{{ids.RECOVERY_GROUPS - 1}}}\b"
)
_INVITE_CODE = re.compile(rf"\b{_SYMBOL}{{{ids.INVITE_SYMBOLS}}}\b")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON.

    Nobody should log a token or a code; one that is logged anyway is struck out here.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, default=str))


def without_secrets(text: str) -> str:
    """Strike out anything that looks like a token, a recovery code or an invite code."""
    text = _TOKEN.sub(rf"\1{_HIDDEN}", text)
    return _INVITE_CODE.sub(_HIDDEN, _RECOVERY_CODE.sub(_HIDDEN, text))


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Log to a stream (None: standard error) from this level on; replace an earlier stream."""
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if isinstance(handler.formatter, JsonLines):
            root.removeHandler(handler)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))
