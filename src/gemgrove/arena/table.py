"""One game between bots: who decides, how long it takes, and who forfeits.

Whatever a bot does, the game comes to an outcome.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from gemgrove import agents
from gemgrove.agents import Agent, Clock, Forfeit, TimeControl
from gemgrove.arena.outcome import FORFEIT, GameOutcome, SeatOutcome, ranked
from gemgrove.arena.schedule import ScheduledGame, bot_seed
from gemgrove.arena.settings import Bot
from gemgrove.deal import Deal
from gemgrove.game import Game, variant_class
from gemgrove.telling import face_of
from gemgrove.variant import IllegalMove

USUAL_TIME = TimeControl(60, 1)
"""What a program is held to where no time control is given, so that it cannot hang for ever."""

_MOST_DETAIL = 2000
_MOST_STDERR = 4000


@dataclass(frozen=True, slots=True)
class Venue:
    """What all games of a run have in common."""

    game: str
    variant: Mapping[str, Any] = field(hash=False)
    bots: tuple[Bot, ...]
    seed: int
    time: TimeControl | None

    def new_game(self, scheduled: ScheduledGame) -> Game:
        """The game as it begins, dealt."""
        variant = variant_class(self.game).from_dict(self.variant)
        deal = Deal.from_seed(self.seed + scheduled.deal - 1)
        return Game(variant, variant.native.deal(variant.keys(deal)), deal)


class Chair:
    """A seat of a table while a game goes on: its bot, its clock and how long it has thought."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.agent: Agent | None = None
        self.clock: Clock | None = None
        self.decisions = 0
        self.seconds = 0.0
        self.longest = 0.0

    def sit(self, seed: int, time: TimeControl | None) -> Agent:
        """Make the bot. One of a process has a clock of its own, the others are timed here."""
        apart = agents.runs_apart(self.bot.spec)
        limit = (time or USUAL_TIME) if apart else None
        self.agent = agents.make(self.bot.spec, seed=seed, isolated=True, time=limit)
        if time is not None and not apart:
            self.clock = Clock(time)
        return self.agent

    def charge(self, seconds: float) -> None:
        """Note how long a decision took."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if self.clock is not None:
            self.clock.spend(seconds)

    def leave(self) -> None:
        """Let the bot go, whatever state it is in."""
        if self.agent is not None:
            with suppress(Exception):
                agents.close(self.agent)

    @property
    def remaining(self) -> float | None:
        """Seconds left on its clock, wherever that is."""
        clock = self.clock or getattr(self.agent, "clock", None)
        return None if clock is None else float(clock.remaining)


class Table:
    """Plays one game. `leave` may be called from another thread to end its bots' processes."""

    def __init__(
        self,
        venue: Venue,
        scheduled: ScheduledGame,
        *,
        started: Callable[[list[int]], None] | None = None,
    ) -> None:
        """`started` is told the processes of the bots that have one, before the first move."""
        self.venue = venue
        self._started = started
        self.scheduled = scheduled
        self.chairs = [Chair(venue.bots[bot]) for bot in scheduled.seats]
        self.game = venue.new_game(scheduled)

    def play(self) -> tuple[GameOutcome, str]:
        """Play to the end or to a forfeit: what came of it, and the record as JSON."""
        names = [chair.bot.name for chair in self.chairs]
        known = agents.Table(
            game_id=str(self.scheduled.number), names=names, remaining=[None] * len(names)
        )
        try:
            forfeit = self._seat_all(known) or self._play_on(known)
            if forfeit is not None:
                known.forfeit = (forfeit[0], forfeit[1].reason)
            self._say_goodbye(forfeit)
        finally:
            self.leave()
        return self._outcome(forfeit), self.game.record(names=names).to_json()

    def leave(self) -> None:
        """Let all bots go."""
        for chair in self.chairs:
            chair.leave()

    def _seat_all(self, known: agents.Table) -> tuple[int, Forfeit] | None:
        """Make all bots and tell them that the game begins."""
        for seat, chair in enumerate(self.chairs):
            seed = bot_seed(self.venue.seed, self.scheduled.deal, seat, chair.bot.number)
            try:
                agent = chair.sit(seed, self.venue.time)
                agents.begin(agent, self.game.view(seat), table=known)
            except Exception as error:  # noqa: BLE001 - a bot may raise anything
                return seat, _forfeit(error)
        processes = [getattr(chair.agent, "pid", None) for chair in self.chairs]
        running = [process for process in processes if process is not None]
        if self._started is not None and running:
            self._started(running)
        return None

    def _play_on(self, known: agents.Table) -> tuple[int, Forfeit] | None:
        """Play until the game is over; or who has forfeited it, and why."""
        game, chairs = self.game, self.chairs
        remaining = [chair.remaining for chair in chairs]
        known.remaining = remaining
        timed = any(left is not None for left in remaining)
        while not game.over:
            seat = game.to_move
            chair = chairs[seat]
            assert chair.agent is not None
            view = game.view(seat)
            try:
                start = perf_counter()
                try:
                    choice = chair.agent.choose(view)
                finally:
                    chair.charge(perf_counter() - start)
                game.play(choice)
            except Exception as error:  # noqa: BLE001 - a bot may raise anything
                return seat, _forfeit(error)
            if timed:
                remaining[seat] = chair.remaining
        return None

    def _say_goodbye(self, forfeit: tuple[int, Forfeit] | None) -> None:
        """Tell the bots that the game has ended. What they do now changes nothing."""
        for seat, chair in enumerate(self.chairs):
            if chair.agent is not None and (forfeit is None or forfeit[0] != seat):
                with suppress(Exception):
                    agents.end(chair.agent, self.game.view(seat))

    def _outcome(self, forfeit: tuple[int, Forfeit] | None) -> GameOutcome:
        game = self.game
        places: Sequence[int | None]
        shares: Sequence[float | None]
        if forfeit is None:
            winners = game.winners
            places = ranked(game.scores, winners)
            shares = [(seat in winners) / len(winners) for seat in range(game.players)]
            ending = str(game.ending)
        else:
            rated = game.players == 2
            places = [1 if rated else None] * game.players
            shares = [1.0 if rated else None] * game.players
            places[forfeit[0]], shares[forfeit[0]] = game.players, 0.0
            ending = FORFEIT
        return GameOutcome(
            number=self.scheduled.number,
            block=self.scheduled.block,
            rotation=self.scheduled.rotation,
            ending=ending,
            length=face_of(game.name).length(game),
            seats=tuple(
                self._seat(seat, places[seat], shares[seat], forfeit)
                for seat in range(game.players)
            ),
        )

    def _seat(
        self,
        seat: int,
        rank: int | None,
        share: float | None,
        forfeit: tuple[int, Forfeit] | None,
    ) -> SeatOutcome:
        chair = self.chairs[seat]
        mine = forfeit[1] if forfeit is not None and forfeit[0] == seat else None
        return SeatOutcome(
            seat=seat,
            bot=chair.bot.number,
            score=self.game.scores[seat],
            rank=rank,
            share=share,
            decisions=chair.decisions,
            seconds=chair.seconds,
            longest=chair.longest,
            forfeit=mine.reason if mine is not None else None,
            detail=mine.detail[:_MOST_DETAIL] if mine is not None else None,
            stderr=_stderr(chair.agent) if mine is not None else None,
        )


def _forfeit(error: Exception) -> Forfeit:
    """What a bot's error is recorded as."""
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, IllegalMove):
        return Forfeit("illegal move", str(error))
    return Forfeit("crash", f"The bot raised {type(error).__name__}: {error}")


def _stderr(agent: Agent | None) -> str | None:
    """The end of what a bot in a process has written to its standard error."""
    text = getattr(agent, "stderr", None)
    return text[-_MOST_STDERR:] if isinstance(text, str) and text else None
