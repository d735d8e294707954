"""Runs one game between bots, with their clocks and forfeits.

Whatever a bot does, the game has an outcome.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from socket import gethostname
from time import perf_counter
from typing import Any

from gemgrove import agents
from gemgrove.agents import Agent, Clock, Forfeit, TimeControl
from gemgrove.arena.bots import missing_file, with_network
from gemgrove.arena.outcome import FORFEIT, GameOutcome, SeatOutcome
from gemgrove.arena.schedule import DealtGame
from gemgrove.arena.settings import Bot
from gemgrove.deal import Deal
from gemgrove.game import Game, variant_class
from gemgrove.variant import IllegalMove
from gemgrove.worker_pool import ShippedFile, on_abort, report_children

USUAL_TIME = TimeControl(60, 1)
"""The time control of programs if none is given, so that no program can hang for ever."""

_MOST_DETAIL = 2000
_MOST_STDERR = 4000


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """The settings that all games of a run share."""

    game: str
    variant: Mapping[str, Any] = field(hash=False)
    bots: tuple[Bot, ...]
    time: TimeControl | None
    folder: str | None = None
    """The folder in which the run was started, if its games are played on other machines."""
    networks: tuple[ShippedFile | None, ...] = ()
    """The networks of the bots, if their games are played on other machines."""

    def with_networks(self) -> "MatchConfig":
        """Return this with the bots' networks as files of this machine."""
        if not self.networks:
            return self
        return replace(self, bots=tuple(map(with_network, self.bots, self.networks)), networks=())

    def new_game(self, deal: Deal) -> Game:
        variant = variant_class(self.game).from_dict(self.variant)
        return Game(variant, variant.native.deal(variant.keys(deal)), deal)


def play_game(config: MatchConfig, dealt: DealtGame) -> dict[str, Any]:
    """Play one game in a worker; return the outcome and the record as JSON values.

    If the worker is on another machine that does not have the bots' files, return the reason.
    """
    try:
        config = config.with_networks()
        reason = None if config.folder is None else missing_file(config.bots, config.folder)
    except OSError as error:
        reason = f"{gethostname()} cannot read or store the bots' files: {error}."
    if reason is not None:
        return {"refused": reason}
    runner = GameRunner(config, dealt)
    on_abort(runner.close)
    outcome, record = runner.play()
    return {"outcome": asdict(outcome), "record": record}


@dataclass(slots=True)
class Seat:
    """A seat during a game: its bot, its clock and its thinking time."""

    bot: Bot
    agent: Agent | None = None
    clock: Clock | None = None
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def start(self, seed: int, time: TimeControl | None) -> Agent:
        """Make the bot. A bot in a separate process has its own clock; others are timed here."""
        apart = agents.runs_apart(self.bot.spec)
        limit = (time or USUAL_TIME) if apart else None
        self.agent = agents.make(self.bot.spec, seed=seed, isolated=True, time=limit)
        if time is not None and not apart:
            self.clock = Clock(time)
        return self.agent

    def add_decision(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if self.clock is not None:
            self.clock.spend(seconds)

    def close(self) -> None:
        if self.agent is not None:
            with suppress(Exception):
                agents.close(self.agent)

    @property
    def remaining(self) -> float | None:
        """Seconds left on the seat's clock, whether it is kept here or by the agent."""
        clock = self.clock or getattr(self.agent, "clock", None)
        return None if clock is None else float(clock.remaining)


class GameRunner:
    """Plays one game. `close` may be called from another thread to end its bots' processes."""

    def __init__(self, config: MatchConfig, dealt: DealtGame) -> None:
        self.config = config
        self.scheduled = dealt.scheduled
        self.seats = [Seat(config.bots[bot]) for bot in dealt.scheduled.seats]
        self._bot_seeds = dealt.bot_seeds
        self.game = config.new_game(dealt.deal)

    def play(self) -> tuple[GameOutcome, str]:
        """Play to the end or to a forfeit; return the outcome and the record as JSON."""
        names = [seat_state.bot.name for seat_state in self.seats]
        known = agents.GameInfo(
            game_id=str(self.scheduled.number), names=names, remaining=[None] * len(names)
        )
        try:
            forfeit = self._start_bots(known) or self._play_moves(known)
            if forfeit is not None:
                known.forfeit = (forfeit[0], forfeit[1].reason)
            self._end_bots(forfeit)
        finally:
            self.close()
        return self._outcome(forfeit), self.game.record(names=names).to_json()

    def close(self) -> None:
        for seat_state in self.seats:
            seat_state.close()

    def _start_bots(self, known: agents.GameInfo) -> tuple[int, Forfeit] | None:
        for seat, seat_state in enumerate(self.seats):
            try:
                agent = seat_state.start(self._bot_seeds[seat], self.config.time)
                agents.begin(agent, self.game.view(seat), info=known)
            except Exception as error:  # noqa: BLE001 - a bot may raise anything
                return seat, _forfeit(error)
            if (pid := getattr(agent, "pid", None)) is not None:
                report_children([pid])
        return None

    def _play_moves(self, known: agents.GameInfo) -> tuple[int, Forfeit] | None:
        """Play until the game is over or forfeited; return the seat and its forfeit, if any."""
        game, seats = self.game, self.seats
        remaining = [seat_state.remaining for seat_state in seats]
        known.remaining = remaining
        timed = any(left is not None for left in remaining)
        while not game.over:
            seat = game.to_move
            seat_state = seats[seat]
            assert seat_state.agent is not None
            view = game.view(seat)
            try:
                start = perf_counter()
                try:
                    choice = seat_state.agent.choose(view)
                finally:
                    seat_state.add_decision(perf_counter() - start)
                game.play_legal(choice)
            except Exception as error:  # noqa: BLE001 - a bot may raise anything
                return seat, _forfeit(error)
            if timed:
                remaining[seat] = seat_state.remaining
        return None

    def _end_bots(self, forfeit: tuple[int, Forfeit] | None) -> None:
        """Tell the bots that the game has ended; nothing they do now counts."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.agent is not None and (forfeit is None or forfeit[0] != seat):
                with suppress(Exception):
                    agents.end(seat_state.agent, self.game.view(seat))

    def _outcome(self, forfeit: tuple[int, Forfeit] | None) -> GameOutcome:
        game = self.game
        places: Sequence[int | None]
        shares: Sequence[float | None]
        if forfeit is None:
            winners = game.winners
            places = game.places
            shares = [(seat in winners) / len(winners) for seat in range(game.players)]
            ending = str(game.ending)
        else:
            rated = game.players == 2
            places = [1 if rated else None] * game.players
            shares = [1.0 if rated else None] * game.players
            places[forfeit[0]], shares[forfeit[0]] = game.players, 0.0
            ending = FORFEIT
        seats = [
            SeatOutcome(
                seat=seat,
                bot=state.bot.number,
                score=game.scores[seat],
                rank=places[seat],
                share=shares[seat],
                decisions=state.decisions,
                seconds=state.seconds,
                longest=state.longest,
            )
            for seat, state in enumerate(self.seats)
        ]
        if forfeit is not None:
            loser, why = forfeit
            seats[loser] = replace(
                seats[loser],
                forfeit=why.reason,
                detail=why.detail[:_MOST_DETAIL],
                stderr=_stderr(self.seats[loser].agent),
            )
        return GameOutcome(
            number=self.scheduled.number,
            block=self.scheduled.block,
            rotation=self.scheduled.rotation,
            ending=ending,
            length=game.variant.presenter().length(game),
            seats=tuple(seats),
        )


def _forfeit(error: Exception) -> Forfeit:
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, IllegalMove):
        return Forfeit("illegal move", str(error))
    return Forfeit("crash", f"The bot raised {type(error).__name__}: {error}")


def _stderr(agent: Agent | None) -> str | None:
    text = getattr(agent, "stderr", None)
    return text[-_MOST_STDERR:] if isinstance(text, str) and text else None
