"""Hosts that are within their rights, but unusual: a bot must get along with each of them."""

import json

from gemgrove import protocol
from gemgrove.agents.process import ProcessAgent
from gemgrove.protocol import ToBot, YourTurn

_NEWS = {"type": "news", "game_id": "somewhere else", "text": "A message of a later version."}


class NewerHost(ProcessAgent):
    """Its messages have members that nobody has heard of yet."""

    def written(self, message: ToBot) -> bytes:
        """The message with more in it than today, in the beginning and in the end."""
        before = {"aaa_later": {"type": "move", "turn_id": -1, "list": [1, [2, {}], "}"]}}
        after = {"zzz_later": None, "quote": '\\"{['}
        return json.dumps(before | message.to_dict() | after).encode() + b"\n"


class AiryHost(ProcessAgent):
    """Between its messages there are blank lines, and messages of types that are not known."""

    def written(self, message: ToBot) -> bytes:
        """The message with some air before it."""
        air = b"\n  \n"
        if isinstance(message, YourTurn):
            air += json.dumps(_NEWS).encode() + b"\n\n"
        return air + protocol.write(message)
