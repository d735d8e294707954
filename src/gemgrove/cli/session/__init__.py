"""A game for the people at one terminal, without any input or output.

    while not session.done:
        if session.waits_for == "bot":
            turn = session.bot_turn()
            show(session.play_bot(turn, turn.choose()))
        else:
            show(session.situation())
            show(session.submit(ask(session.prompt)))
    show(session.farewell())

`line_mode` and `full_screen` are its two user interfaces.
"""

from gemgrove.cli.session.interpreter import COMMANDS
from gemgrove.cli.session.messages import Message, result
from gemgrove.cli.session.session import GameSession

__all__ = ["COMMANDS", "GameSession", "Message", "result"]
