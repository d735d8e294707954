"""docs/bot-protocol.md shows real messages."""

import json
import re

import pytest

import gemgrove as gg
from gemgrove import protocol
from gemgrove.agents import REASONS, Limits, program_agent
from tests.protocol.document import PAGE, generated
from tests.protocol.test_messages import FROM_BOT, TO_BOT

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_exchange_and_the_views_are_those_of_the_code() -> None:
    assert generated(TEXT) == TEXT, "run `python -m tests.protocol.document`"


@pytest.mark.parametrize("message", [*TO_BOT, *FROM_BOT])
def test_every_member_of_every_message_is_described(
    message: protocol.ToBot | protocol.FromBot,
) -> None:
    kind = message.to_dict()["type"]
    side = "from the bot" if message in FROM_BOT else "from the host"
    section = TEXT.partition(f"\n### `{kind}`, {side}\n")[2].partition("\n##")[0]
    assert section, f"there is no section on {kind}, {side}"
    for name in message.to_dict():
        assert f"`{name}`" in section, f"{name} of {kind}"


@pytest.mark.parametrize("game", gg.GAMES)
def test_every_member_of_a_view_is_described(game: str) -> None:
    section = TEXT.partition("\n## Views\n")[2]
    table = "".join(re.findall(r"^\| .*$", section, re.MULTILINE))
    example = json.loads(section.partition(f"<!-- {game} -->\n```json")[2].partition("```")[0])
    for name in example:
        assert f"`{name}`" in table, name


def test_every_reason_to_forfeit_is_described() -> None:
    for reason in REASONS:
        assert f"| {reason} |" in TEXT


def test_the_limits_are_those_of_the_code() -> None:
    for number in (
        protocol.LONGEST_TO_BOT,
        protocol.LONGEST_FROM_BOT,
        int(program_agent.START_SECONDS),
        int(program_agent.PATIENCE_SECONDS),
        Limits().memory_mb,
        Limits().cpu_seconds,
    ):
        assert f"{number:,}" in TEXT
