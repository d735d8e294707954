"""Answers and refusals of the services."""

from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer


def decoded(answer: Answer) -> dict[str, Any]:
    """The JSON in an answer."""
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


async def refused(asked: Coroutine[Any, Any, object]) -> Problem:
    """The problem that a request must raise."""
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value


async def refusal_code(asked: Coroutine[Any, Any, object]) -> str:
    """The code of the problem that a request must raise."""
    return (await refused(asked)).code
