"""Logs the progress of a training run for TensorBoard.

| figures | over |
|---|---|
| `self-play/games per second`, `self-play/decisions per game` | games of self-play |
| `fit/policy loss`, `fit/value loss`, `fit/result loss` | thousandths of a generation |
| `generation/policy loss` and so on: the same, on games that were not learned from | generations |
| `generation/Elo`, `generation/share of wins`: against the best generation before | generations |
| `generation/accepted`: 1 if it is the best one from then on, else 0 | generations |
"""

from dataclasses import asdict
from pathlib import Path
from typing import Self

from torch.utils.tensorboard import SummaryWriter

from gemgrove.learn.fit import Losses
from gemgrove.learn.settings import Settings
from gemgrove.learn.state import Fitted, Generation, Progress, SelfPlayed

FOLDER = "tensorboard"
"""The name of the log's folder within that of the run."""
_PARTS = 1000


class TensorBoardLog:
    """The log of a run, which a resumed run continues."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._settings = settings
        self._writer = SummaryWriter(folder / FOLDER)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    def add(self, progress: Progress) -> None:
        """Add the figures of some progress."""
        match progress:
            case SelfPlayed():
                per_game = progress.decisions / self._settings.shard_games
                self._add("self-play/games per second", progress.games_per_second, progress.total)
                self._add("self-play/decisions per game", per_game, progress.total)
            case Fitted():
                done = progress.generation - 1 + progress.fit.step / progress.fit.steps
                self._add_losses("fit", progress.fit.losses, round(_PARTS * done))
            case Generation():
                number, elo = progress.number, progress.elo(self._settings.players)
                self._add_losses("generation", progress.losses, number)
                self._add("generation/Elo", elo, number)
                self._add("generation/share of wins", progress.score, number)
                self._add("generation/accepted", float(progress.accepted), number)

    def _add_losses(self, part: str, losses: Losses, step: int) -> None:
        for name, value in asdict(losses).items():
            self._add(f"{part}/{name} loss", value, step)

    def _add(self, tag: str, value: float, step: int) -> None:
        self._writer.add_scalar(tag, value, step)
