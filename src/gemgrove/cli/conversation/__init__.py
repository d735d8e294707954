"""A game at the terminal as a conversation, without input or output of its own.

    while not conversation.done:
        if conversation.waits_for == "bot":
            thought = conversation.thought()
            tell(conversation.played(thought, thought.choose()))
        else:
            tell(conversation.situation())
            tell(conversation.submit(ask(conversation.prompt)))
    tell(conversation.farewell())

Lines on a terminal, plain lines and a full screen are three faces of it.
"""

from gemgrove.cli.conversation.commands import COMMANDS, Command
from gemgrove.cli.conversation.conversation import Conversation
from gemgrove.cli.conversation.lines import Kind, Line
from gemgrove.cli.conversation.seating import HUMAN, Seating
from gemgrove.cli.conversation.thoughts import Thought

__all__ = [
    "COMMANDS",
    "HUMAN",
    "Command",
    "Conversation",
    "Kind",
    "Line",
    "Seating",
    "Thought",
]
