"""A bot for another Arboretum engine, which speaks that engine's protocol on stdin and stdout.

The bot gets the same messages as from that engine: a new game, the state before each of its own
and its opponent's moves, and the end. Since an agent is asked only for its own moves, the
opponent's moves are sent when it is the bot's turn again. Every message needs a reply; a missing,
late or illegal reply forfeits the game, whereas that engine would make a random move.

The table's clock covers all replies of a turn. The variable `TIMEOUT` tells the bot how many
milliseconds a reply may take; if `TIMEOUT` is set for Gemgrove itself, that limit is enforced.
"""

import os
import time as clocks
from collections.abc import Mapping
from math import inf
from typing import Any

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
from gemgrove.agents.spec import SpecError
from gemgrove.arboretum import Board
from gemgrove.arboretum_engine import messages
from gemgrove.arboretum_engine.messages import DRAW, LOSS, TIMEOUT, USUAL_TIMEOUT, WIN
from gemgrove.arboretum_engine.moves import EngineMove, Planted, engine_moves, to_own
from gemgrove.arboretum_engine.state import check_game
from gemgrove.arboretum_engine.table import DISCARD
from gemgrove.arboretum_engine.types import FormatError
from gemgrove.arboretum_engine.view import write_view
from gemgrove.game import View
from gemgrove.variant import shown

_ANY_SEED = 0
_MOST_REPLIES = 100
"""About as many moves as a player makes in a long game."""
_OPPONENT = "opponent"


class EngineAgent(ProgramAgent):
    """A bot that speaks the other engine's protocol; it plays only two-player Arboretum."""

    def __init__(
        self,
        spec: str,
        command: list[str],
        *,
        time: TimeControl | None = None,
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        try:
            limit = messages.timeout_of(os.environ)
        except FormatError as error:
            raise SpecError(f"Bot {shown(spec)}: {error}") from None
        told = {TIMEOUT: str(_usual_timeout(time) if limit is None else limit)}
        environment = told | dict(environment or {})
        super().__init__(spec, command, time=time, limits=limits, environment=environment)
        self.messages = 0
        """The number of messages sent, which is also the id of the last one."""
        self._limit = inf if limit is None else limit / 1000
        self._state: dict[str, Any] = {}
        self._told = 0
        self._planted: Planted | None = None

    def _begin(self, view: View) -> None:
        try:
            check_game(view)
        except ValueError as error:
            raise Forfeit("refused", str(error)) from None
        self._note(view)
        self._planted = None
        limit = self._limit
        if self._program is None:
            self._start()
            limit = START_SECONDS
        self._exchange(messages.new_game(self._games), START_SECONDS, limit=limit)

    def _ask(self, view: View) -> int:
        board = view.board
        assert isinstance(board, Board)
        if board.phase == "plant" and self._planted is not None:
            planted, self._planted = self._planted, None
            if board.picked is not None and tuple(board.picked) == planted.card:
                return legal_action(view, to_own(planted, view.to_move)[1].text)
        started = clocks.monotonic()
        allowed = PATIENCE_SECONDS if self.clock is None else self.clock.remaining
        self._tell_moves(view, started + allowed)
        value = self._exchange(self._state, started + allowed - clocks.monotonic())
        if self.clock is not None:
            self.clock.spend(clocks.monotonic() - started)
        try:
            move = messages.read_wanted_move(value, self._state["subTurn"])
        except FormatError as error:
            raise Forfeit("illegal move", str(error)) from None
        return self._checked(view, move)

    def _end(self, view: View, forfeit: tuple[int, str] | None) -> None:
        if forfeit is None and view.ending is None:
            # The protocol has no message for an abandoned game.
            raise Forfeit("refused", "The game was not played to its end.")
        deadline = clocks.monotonic() + GRACE_SECONDS
        self._tell_moves(view, deadline)
        state = messages.end_game(view, _result(view, forfeit), opponent=self._opponent(view))
        self._exchange(state, deadline - clocks.monotonic())

    def _tell_moves(self, view: View, deadline: float) -> None:
        """Send the bot the opponent's moves, and remember the state that the bot sees now."""
        for seat, move in engine_moves(view.variant.history(view))[self._told :]:
            if seat != view.seat:
                self._exchange(self._state, deadline - clocks.monotonic())
                self._state = messages.next_state(self._state, move)
            elif _is_discard(self._state):
                self._state = messages.next_state(self._state, move)
        self._note(view)

    def _note(self, view: View) -> None:
        moves = engine_moves(view.variant.history(view))
        self._told = len(moves)
        previous = moves[-1][1] if moves else None
        self._state = write_view(view, previous=previous, opponent=self._opponent(view))

    def _exchange(
        self, state: Mapping[str, Any], seconds: float, *, limit: float | None = None
    ) -> Any:
        """Send a message and return the move in the reply; `limit` replaces the usual limit."""
        self.messages += 1
        message_id = str(self.messages)
        seconds = min(seconds, self._limit if limit is None else limit)
        deadline = clocks.monotonic() + seconds
        self._send(messages.encode(state, message_id), seconds)
        line = self._receive(deadline - clocks.monotonic())
        try:
            return messages.read_reply(line, message_id)
        except FormatError as error:
            raise Forfeit(
                "protocol",
                f'{error} A reply is one line such as {{"move": 0, "messageID": "{message_id}"}}, '
                f"and the bot wrote {shown(line.decode('utf-8', 'replace'))}.",
            ) from None

    def _checked(self, view: View, move: EngineMove) -> int:
        """Return the action number of a legal move; for a plant, that of its first half."""
        own = to_own(move, view.to_move)
        if not isinstance(move, Planted):
            return legal_action(view, own[0].text)
        if view.board.phase == "plant":
            # Another agent has picked the card; only its place is left to choose.
            return legal_action(view, own[1].text)
        action = legal_action(view, own[0].text)
        game = view.sample(_ANY_SEED)
        game.play(action)
        legal_action(game.view(view.seat), own[1].text)
        self._planted = move
        return action

    def _opponent(self, view: View) -> str:
        names = self._info.names
        return _OPPONENT if names is None or view.seat is None else names[1 - view.seat]


def _is_discard(state: Mapping[str, Any]) -> bool:
    return bool(state["activeTurn"]) and state["subTurn"] == DISCARD


def _result(view: View, forfeit: tuple[int, str] | None) -> int:
    if forfeit is not None:
        return LOSS if forfeit[0] == view.seat else WIN
    if len(view.winners) > 1:
        return DRAW
    return WIN if view.winners == [view.seat] else LOSS


def _usual_timeout(time: TimeControl | None) -> int:
    """Return the milliseconds per reply with which a bot's clock lasts for a whole game."""
    if time is None:
        return USUAL_TIMEOUT
    share = time.bank / _MOST_REPLIES + time.increment
    return max(1, min(USUAL_TIMEOUT, int(share * 1000)))
