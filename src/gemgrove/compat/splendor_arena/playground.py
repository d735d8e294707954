"""The play ground: seats players, plays games between them and keeps the results.

Whoever answers with an action that is not valid, or fails, has lost that game, and the reason is on
record. Of two players the other has won then; of more, the others have neither won nor lost.
"""
# ruff: noqa: N802 - the names are those of the interface

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from gemgrove.agents.forfeit import Forfeit
from gemgrove.compat.splendor_arena.base_game import BaseGame
from gemgrove.compat.splendor_arena.players import Plays, give_game
from gemgrove.record import Record
from gemgrove.variant import shown, whole

_SEED_BITS = 32

Progress = Callable[[int, int], None]
"""Called after every game: how many were played, and of how many."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a player has lost a game before its end."""

    player: int
    """Its place in the list of players, from 0."""
    reason: str
    """One of `gemgrove.agents.forfeit.REASONS`."""
    detail: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. Players are named by their places in the list of players, from 0."""

    seats: tuple[int, ...]
    """Who sat where, in the order of turns."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Points in the order of the list; empty in a game that has none."""
    length: int
    """Turns where the game counts them, otherwise actions."""
    fault: Fault | None
    stopped: bool
    """The most actions that a game may have were reached."""
    record: Record | None
    """The game to replay, where it has records; seats in the order of turns."""


@dataclass(slots=True)
class Performance:
    """What a player has done."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    """Shared wins, and games that were stopped."""
    losses: int = 0
    forfeits: int = 0
    """Those of the losses that were its own fault."""
    unrated: int = 0
    """Games that another player forfeited."""
    points: int = 0


class _Stop(Exception):  # noqa: N818 - it ends a game and is no error
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class PlayGround:
    """A place for games between players.

    >>> from gemgrove.compat.splendor_arena import BotPlayer, Game, RandomPlayer
    >>> game = Game(players=2)
    >>> ground = PlayGround(game, [BotPlayer("greedy"), RandomPlayer(game, seed=1)], seed=1)
    >>> [performance.wins for performance in ground.playGames(4)]
    [4, 0]
    >>> ground.results[0].record.replay().over
    True
    """

    def __init__(
        self,
        game: BaseGame,
        players: Sequence[Plays],
        *,
        names: Sequence[str] | None = None,
        display: bool = False,
        seed: int | None = None,
        most_actions: int | None = None,
    ) -> None:
        """`seed` decides the deals, `most_actions` ends a game that does not end by itself."""
        wanted = game.getPlayerCount()
        if len(players) != wanted:
            raise ValueError(f"The game is for {wanted} players, and there are {len(players)}.")
        if names is not None and len(names) != wanted:
            raise ValueError(f"There are {len(names)} names for {wanted} players.")
        for player in players:
            if not callable(getattr(player, "play", None)):
                raise TypeError(f"{shown(player)} is no player: it has no method play(state).")
            give_game(player, game)
        self.game = game
        self.players = tuple(players)
        self.names = tuple(names or (f"player {place}" for place in range(1, wanted + 1)))
        self.results: list[GameResult] = []
        self._display = display
        self._seed = secrets.randbits(_SEED_BITS) if seed is None else seed
        self._most_actions = most_actions

    def playGames(self, games: int, *, progress: Progress | None = None) -> list[Performance]:
        """Play so many games more; what everyone has done since the beginning.

        Every deal is played once from each seat.
        """
        for done in range(1, games + 1):
            deal, rotation = divmod(len(self.results), len(self.players))
            seats = [(seat + rotation) % len(self.players) for seat in range(len(self.players))]
            self.results.append(self.playGame(seats, seed=self._seed + deal))
            if progress is not None:
                progress(done, games)
        return self.performances()

    def playGame(
        self, seats: Sequence[int] | None = None, *, seed: int | None = None
    ) -> GameResult:
        """Play one game; `seats` says who sits where, by places in the list of players."""
        order = tuple(range(len(self.players)) if seats is None else seats)
        if sorted(order) != list(range(len(self.players))):
            raise ValueError(f"seats is {shown(seats)}; every player must have one seat.")
        state, player, actions = self.game.getInitState(seed), 1, 0
        fault = None
        self._show(state)
        try:
            for number in range(1, len(order) + 1):
                self._tell("begin", state, number, order)
            while self.game.getGameEnded(state, player) == [0] and actions != self._most_actions:
                action = self._action(state, player, order[player - 1])
                self._say(f"{self.names[order[player - 1]]}: {self.game.displayAction(action)}")
                state, player = self.game.getNextState(state, player, action)
                actions += 1
                self._show(state)
        except _Stop as stop:
            fault = stop.fault
            self._say(f"{self.names[fault.player]} forfeits, {fault.reason}: {fault.detail}")
        for number in range(1, len(order) + 1):
            with suppress(_Stop):  # the game is over: there is nothing left to lose
                self._tell("end", state, number, order)
        return self._result(state, player, actions, order, fault)

    def performances(self) -> list[Performance]:
        """What everyone has done, in the order of the players."""
        performances = [Performance(name) for name in self.names]
        for result in self.results:
            for place, performance in enumerate(performances):
                _count(performance, place, result)
        return performances

    def close(self) -> None:
        """Let the players free what they hold."""
        for player in self.players:
            close = getattr(player, "close", None)
            if close is not None:
                with suppress(Exception):  # one that cannot must not keep the others from it
                    close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _action(self, state: Any, player: int, place: int) -> int:
        valid = self.game.getValidMoves(state, player)
        seen = self.game.canonicalForm(state, player)
        answer = _asked(place, self.players[place].play, seen)
        number = whole(answer)
        if number is None or not 0 <= number < len(valid):
            sizes = f"actions are 0 to {len(valid) - 1}"
            raise _Stop(Fault(place, "illegal move", f"{shown(answer)} is no action; {sizes}."))
        action = self.game.translateAction(number, player)
        if not valid[action]:
            raise _Stop(Fault(place, "illegal move", self._refusal(state, player, action)))
        return action

    def _refusal(self, state: Any, player: int, action: int) -> str:
        try:
            self.game.getNextState(state, player, action)
        except ValueError as error:
            return str(error)
        return f"{self.game.displayAction(action)} ({action}) is not valid now."

    def _tell(self, what: str, state: Any, player: int, order: Sequence[int]) -> None:
        place = order[player - 1]
        method = getattr(self.players[place], what, None)
        if method is not None:
            _asked(place, method, self.game.canonicalForm(state, player))

    def _result(
        self, state: Any, player: int, actions: int, order: tuple[int, ...], fault: Fault | None
    ) -> GameResult:
        ended = self.game.getGameEnded(state, player)
        winners = [order[winner - 1] for winner in ended if winner]
        if fault is not None:
            winners = [place for place in order if place != fault.player] if len(order) == 2 else []
        scores = self.game.getScores(state)
        turns = self.game.getTurns(state)
        by_place = [scores[order.index(place)] for place in range(len(scores))]
        return GameResult(
            seats=order,
            winners=tuple(sorted(winners)),
            scores=tuple(by_place),
            length=actions if turns is None else turns,
            fault=fault,
            stopped=fault is None and ended == [0],
            record=self.game.record(state, [self.names[place] for place in order]),
        )

    def _show(self, state: Any) -> None:
        if self._display:
            self.game.display(state)

    def _say(self, text: str) -> None:
        if self._display:
            print(text)


def _asked(place: int, method: Callable[[Any], Any], state: Any) -> Any:
    """What a player answers; whatever goes wrong in it is its own fault."""
    try:
        return method(state)
    except Forfeit as forfeit:
        raise _Stop(Fault(place, forfeit.reason, forfeit.detail)) from forfeit
    except (Exception, SystemExit) as error:
        detail = f"{type(error).__name__}: {error}"
        raise _Stop(Fault(place, "crash", detail)) from error


def _count(performance: Performance, place: int, result: GameResult) -> None:
    performance.games += 1
    performance.points += result.scores[place] if result.scores else 0
    if result.fault is not None and result.fault.player == place:
        performance.losses += 1
        performance.forfeits += 1
    elif place in result.winners:
        performance.wins += len(result.winners) == 1
        performance.draws += len(result.winners) > 1
    elif result.fault is not None:
        performance.unrated += 1
    elif result.stopped:
        performance.draws += 1
    else:
        performance.losses += 1
