"""Ratings as sent to clients: a player's ratings and rated games, and leaderboards."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from gemgrove.server.account_service import Player
from gemgrove.server.database.base import Database
from gemgrove.server.domain.snapshot import Seconds
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Ladder, Standing


class Skill(Struct, frozen=True):
    """A rating as mean and standard deviation."""

    mu: float
    sigma: float


class Rating(Struct, frozen=True):
    """A player's rating in a game with a given number of players."""

    game: str
    players: int
    level: Annotated[float, Meta(description="The value by which leaderboards are sorted.")]
    mu: float
    sigma: float
    games: int


class RatedPlayer(Player, frozen=True, kw_only=True):
    """A player's public profile and ratings."""

    ratings: list[Rating]


class RatedGame(Struct, frozen=True):
    """A game's effect on a rating."""

    table: str
    game: str
    players: int
    at: Seconds
    place: int
    before: Skill
    after: Skill


class RatedGames(Struct, frozen=True):
    """Rated games, latest first."""

    games: list[RatedGame]


class Leader(Struct, frozen=True):
    """A row of a leaderboard."""

    rank: int
    player: str
    name: str
    kind: str
    level: float
    mu: float
    sigma: float
    games: int


class Leaderboard(Struct, frozen=True):
    """The best players of a game with a given number of players."""

    game: str
    players: int
    leaders: list[Leader]


async def leaderboard(database: Database, game: str, players: int, *, limit: int) -> Leaderboard:
    """Return the best players of a game with this number of players."""
    async with database.reading() as connection:
        leaders = await store.leaderboard(connection, Ladder(game, players), limit=limit)
    rows = [Leader(rank=rank, **leader) for rank, leader in enumerate(leaders, 1)]
    return Leaderboard(game, players, rows)


async def rated_player(database: Database, player: Player) -> RatedPlayer:
    """Return a player with all their ratings."""
    async with database.reading() as connection:
        standings = await store.standings_of(connection, player.player)
    ratings = [
        Rating(ladder.game, ladder.players, *_figures(standing))
        for ladder, standing in standings.items()
    ]
    return RatedPlayer(**msgspec.structs.asdict(player), ratings=ratings)


async def rated_games(
    database: Database, player: str, *, limit: int, before: float | None
) -> RatedGames:
    """Return a player's rated games, latest first."""
    async with database.reading() as connection:
        changes = await store.history(connection, player, limit=limit, before=before)
    return RatedGames(
        [
            RatedGame(
                table=change.table,
                game=change.game,
                players=change.players,
                at=change.at,
                place=change.place,
                before=Skill(change.mu_before, change.sigma_before),
                after=Skill(change.mu, change.sigma),
            )
            for change in changes
        ]
    )


def _figures(standing: Standing) -> tuple[float, float, float, int]:
    return standing.level, standing.mu, standing.sigma, standing.games
