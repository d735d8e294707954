"""Finished games as input for ratings."""

from collections.abc import Iterable

from hypothesis import strategies as st

from gemgrove.server.ratings.skill import (
    Finished,
    Ladder,
    Result,
    Standing,
    replay,
    result,
    why_unrated,
)

PEOPLE = ("ann", "bee", "cat", "dan", "eve", "fay")


def finished(
    *owners: str,
    table: str = "t_1",
    game: str = "splendor",
    ended: float = 1,
    places: tuple[int, ...] | None = None,
) -> Finished:
    """A rated game: the seats' owners in the order of their places, unless places are given."""
    return Finished(
        table=table,
        ladder=Ladder(game, len(owners)),
        ended=ended,
        owners=owners,
        places=places or tuple(range(1, len(owners) + 1)),
        sealed=True,
        practice=False,
        official=True,
        decided=True,
    )


@st.composite
def many_finished(draw: st.DrawFn, games: int = 12) -> list[Finished]:
    """Some games of the same people, with ties and equal times; some are not rated."""
    numbers = draw(st.lists(st.integers(0, 99), max_size=games, unique=True))
    made = []
    for number in numbers:
        owners = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4))
        places = tuple(draw(st.integers(1, len(owners))) for _ in owners)
        ended = draw(st.integers(0, 5))
        made.append(finished(*owners, table=f"t_{number}", ended=ended, places=places))
    return made


def recompute(tables: Iterable[Finished]) -> dict[Ladder, dict[str, Standing]]:
    """Compute all standings from finished tables in any order."""
    results: dict[Ladder, list[Result]] = {}
    for table in tables:
        if why_unrated(table) is None:
            results.setdefault(table.ladder, []).append(result(table))
    standings: dict[Ladder, dict[str, Standing]] = {ladder: {} for ladder in results}
    for ladder, games in results.items():
        replay(games, standings[ladder])
    return standings
