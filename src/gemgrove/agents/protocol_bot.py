"""The bot's side of the bot protocol, for any bot of this package."""

from collections.abc import Callable
from typing import IO, Any

from gemgrove import protocol
from gemgrove.agents.agent import GameInfo, NamedAgent, begin, close, end
from gemgrove.game import View, variant_class
from gemgrove.protocol import (
    BotHello,
    BotMove,
    End,
    Goodbye,
    Hello,
    NewGame,
    ProtocolError,
    YourTurn,
)
from gemgrove.variant import Move, NotationError, Variant, shown, whole
from gemgrove.view_json import view_from_dict


class ProtocolBot:
    """A bot that answers the messages of a host.

    Games may go on side by side: each has an agent of its own, used again when the game is over.
    """

    def __init__(self, make: Callable[[], NamedAgent], *, version: str) -> None:
        """`make` makes an agent; the first is made at once, before anybody waits for a move."""
        self._make = make
        self._version = version
        self._free: list[NamedAgent] = [make()]
        # The end of a long spec says more than the folders at its beginning.
        self._name = self._free[0].spec[-protocol.LONGEST_NAME :]
        self._games: dict[str, _Game] = {}

    def serve(self, messages: IO[bytes], replies: IO[bytes]) -> None:
        """Answer until the host says goodbye or closes its end."""
        try:
            while line := messages.readline(protocol.LONGEST_TO_BOT + 1):
                if not line.strip():
                    continue
                message = protocol.read_from_host(line)
                if isinstance(message, Goodbye):
                    return
                reply = self.reply(message)
                if reply is not None:
                    replies.write(protocol.write(reply))
                    replies.flush()
        finally:
            self.close()

    def reply(self, message: protocol.ToBot | None) -> BotHello | BotMove | None:
        """The answer to a message; None if it has none."""
        match message:
            case Hello():
                return BotHello(self._name, self._version)
            case NewGame():
                self._begin(message)
            case YourTurn():
                game = self._game(message.game_id)
                choice = game.choose(game.view(message.view))
                return BotMove(message.game_id, message.turn_id, choice)
            case End():
                game = self._game(message.game_id)
                end(game.agent, game.view(message.view))
                del self._games[message.game_id]
                self._free.append(game.agent)
        return None

    def forget(self, game_id: str) -> None:
        """Drop a game whose end the host does not report."""
        game = self._games.pop(game_id, None)
        if game is not None:
            self._free.append(game.agent)

    def close(self) -> None:
        for agent in [*self._free, *(game.agent for game in self._games.values())]:
            close(agent)

    def _begin(self, message: NewGame) -> None:
        if message.game_id in self._games:
            raise ProtocolError(f"The game {message.game_id!r} has begun already.")
        kind = variant_class(message.game)
        if dict(message.encoding) != kind.encoding:
            raise ProtocolError(
                f"The host has the encodings {dict(message.encoding)}; here they are "
                f"{kind.encoding}."
            )
        agent = self._free.pop() if self._free else self._make()
        info = GameInfo(message.game_id, message.names)
        self._games[message.game_id] = _Game(agent, kind.from_dict(message.variant), info)

    def _game(self, game_id: str) -> "_Game":
        if game_id not in self._games:
            raise ProtocolError(f"There is no game {game_id!r}; a new_game comes first.")
        return self._games[game_id]


class _Game:
    """A game that goes on, and the agent that plays it."""

    def __init__(self, agent: NamedAgent, variant: Variant, info: GameInfo) -> None:
        self.agent = agent
        self._variant = variant
        self._info: GameInfo | None = info
        self._planned: list[Move] = []

    def view(self, data: Any) -> View:
        """The view of a message; the first one begins the agent's game."""
        view = view_from_dict(self._variant, data)
        if self._info is not None:
            begin(self.agent, view, info=self._info)
            self._info = None
        return view

    def choose(self, view: View) -> str | int:
        """The agent's move. If a text names several, the others are played next."""
        if self._planned:
            return self._planned.pop(0).text
        choice = self.agent.choose(view)
        if isinstance(choice, str):
            return self._first_of(choice)
        if isinstance(choice, Move):
            return choice.text
        action = whole(choice)
        if action is None:
            raise TypeError(
                f"The bot chose {shown(choice)}; a Move, its text or its action number is a choice."
            )
        return action

    def _first_of(self, text: str) -> str:
        try:
            first, *self._planned = self._variant.parse_all(text)
        except NotationError:
            return text  # the host says what is wrong with it
        return first.text
