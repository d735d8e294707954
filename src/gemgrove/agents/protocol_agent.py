"""A bot in a separate process that speaks the bot protocol on stdin and stdout."""

import time as clocks
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from gemgrove import __version__, protocol
from gemgrove.agents.agent import Forfeit
from gemgrove.agents.child_process import Limits
from gemgrove.agents.clock import TimeControl
from gemgrove.agents.program_agent import (
    GRACE_SECONDS,
    PATIENCE_SECONDS,
    START_SECONDS,
    ProgramAgent,
    legal_action,
)
from gemgrove.game import View
from gemgrove.protocol import BotHello, BotMove, ProtocolError
from gemgrove.variant import shown


class ProtocolAgent(ProgramAgent):
    """A bot that speaks the bot protocol."""

    longest_line = protocol.LONGEST_FROM_BOT

    def __init__(
        self,
        spec: str,
        command: Sequence[str],
        *,
        seed: int | None = None,
        time: TimeControl | None = None,
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(spec, command, time=time, limits=limits, environment=environment)
        self.hello: BotHello | None = None
        """The bot's hello, once the process has been started."""
        self.turns = 0
        """The number of moves asked for, which is also the last turn's id."""
        self.answer: BotMove | None = None
        """The bot's last move, with its comment and value."""
        self._seed = seed
        self._told = 0
        self._game_id = ""

    def encode(self, message: protocol.ToBot) -> bytes:
        """Encode a message as it is sent."""
        return protocol.write(message)

    def _farewell(self) -> bytes:
        return self.encode(protocol.Goodbye())

    def _end(self, view: View, forfeit: tuple[int, str] | None) -> None:
        message = protocol.End.of(view, game_id=self._game_id, since=self._told, forfeit=forfeit)
        self._send(self.encode(message), GRACE_SECONDS)

    def _begin(self, view: View) -> None:
        self._game_id = self._info.game_id or str(self._games)
        self._told = 0
        self.answer = None
        if self._program is None:
            self.hello = self._greet()
        assert self.hello is not None
        if view.name not in self.hello.games:
            raise Forfeit(
                "refused",
                f"The bot plays {', '.join(self.hello.games) or 'nothing'}, as its hello says; "
                f"this is {view.name}.",
            )
        message = protocol.NewGame.of(
            view,
            game_id=self._game_id,
            names=self._info.names,
            time=asdict(self.time) if self.time is not None else None,
            seed=self._seed,
        )
        self._send(self.encode(message), START_SECONDS)

    def _greet(self) -> BotHello:
        self._start()
        self._send(self.encode(protocol.Hello(f"gemgrove {__version__}")), START_SECONDS)
        answer = self._read(START_SECONDS)
        if not isinstance(answer, BotHello):
            raise Forfeit("protocol", "The bot's first message is a move; it must be its hello.")
        return answer

    def _ask(self, view: View) -> int:
        self.turns += 1
        message = protocol.YourTurn.of(
            view,
            game_id=self._game_id,
            turn_id=self.turns,
            since=self._told,
            clock=self._clock_json(view),
        )
        line = self.encode(message)
        allowed = PATIENCE_SECONDS if self.clock is None else self.clock.remaining
        started = clocks.monotonic()
        self._send(line, allowed)
        answer = self._read(allowed - (clocks.monotonic() - started))
        if self.clock is not None:
            self.clock.spend(clocks.monotonic() - started)
        action = self._checked(view, answer)
        self._told = len(view.actions)
        return action

    def _clock_json(self, view: View) -> dict[str, Any] | None:
        if self.clock is None:
            return None
        left = round(self.clock.remaining, 3)
        seats = list(self._info.remaining or [None] * view.players)
        assert view.seat is not None
        seats[view.seat] = left
        return {"remaining": left, "increment": self.clock.control.increment, "seats": seats}

    def _read(self, seconds: float) -> BotHello | BotMove:
        try:
            return protocol.read_from_bot(self._receive(seconds))
        except ProtocolError as error:
            raise Forfeit("protocol", str(error)) from None

    def _checked(self, view: View, answer: BotHello | BotMove) -> int:
        """Return the action number of an answer; raise `Forfeit` unless it is a legal move."""
        if not isinstance(answer, BotMove):
            raise Forfeit("protocol", "The bot said hello once more; it was asked for a move.")
        asked = (self._game_id, self.turns)
        if (answer.game_id, answer.turn_id) != asked:
            raise Forfeit(
                "protocol",
                f"The answer is for game_id {shown(answer.game_id)}, turn_id {answer.turn_id}; "
                f"the question was for game_id {shown(asked[0])}, turn_id {asked[1]}. Each "
                "your_turn has one answer, with its own ids.",
            )
        self.answer = answer
        return legal_action(view, answer.choice)

    def _explained(self, view: View, forfeit: Forfeit) -> Forfeit:
        """Add an example of a valid answer if the bot broke the protocol."""
        if forfeit.reason != "protocol":
            return forfeit
        right = BotMove(self._game_id, self.turns, view.legal_actions()[0])
        line = protocol.write(right).decode().strip()
        return Forfeit("protocol", f"{forfeit.detail} An answer would have been {line}")
