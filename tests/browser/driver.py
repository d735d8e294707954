"""Players that use the page only through its accessible roles, names and states.

They use the mouse. A turn is made of clicks on enabled controls, each found by its name.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

COLORS = ("white", "blue", "green", "red", "black")
MOST_TURNS = 150

# A line of an ARIA snapshot: the role, the name in quotes, and states such as [disabled].
_CONTROL = re.compile(r'- \'?button "((?:[^"\\]|\\.)*)"((?: \[[^\]]*\])*)')
_STANDING = """([before, own]) => {
  const counted = document.querySelector(".tb-position .hidden-text")?.textContent ?? "";
  const moves = Number(/of (\\d+) moves/.exec(counted)?.[1] ?? -1);
  const task = document.querySelector(".tb-task")?.textContent ?? "";
  const verdict = document.querySelector(".tb-over h2")?.textContent ?? "";
  if (moves <= before || task === "Sending…") return null;
  return !own || verdict || task.startsWith("Your turn:") ? {moves, task, verdict} : null;
}"""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a game."""

    moves: int
    task: str
    verdict: str
    """The winner; empty during the game."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.verdict)

    @property
    def own(self) -> bool:
        """Whether the player is to move."""
        return self.task.startswith("Your turn:")


Player = Callable[["Page"], None]
"""Make the decision that the page asks for."""


def waited(page: "Page", before: int = -1, *, own: bool = True) -> Progress:
    """Wait for more moves than `before` and return the progress.

    With `own`, also wait until it is the player's turn or the game is over.
    """
    found = page.wait_for_function(_STANDING, arg=[before, own]).json_value()
    return Progress(**found)


def play_now(page: "Page", title: str, opponent: str = "Beginner") -> Progress:
    """Start a game against a bot from the home page."""
    card = page.get_by_role("article", name=title)
    card.get_by_text(opponent, exact=True).click()
    card.get_by_role("button", name=re.compile("^Play now")).click()
    return waited(page)


def play_to_the_end(page: "Page", player: Player) -> Progress:
    """Play until the game is over."""
    for progress in played(page, player):
        if progress.over:
            return progress
    raise AssertionError(f"The game was not over after {MOST_TURNS} decisions.")


def played(page: "Page", player: Player) -> Iterator[Progress]:
    """Play to the end, yielding the progress after each decision and the others' replies."""
    progress = waited(page)
    for _ in range(MOST_TURNS):
        if progress.over:
            return
        player(page)
        progress = waited(page, progress.moves)
        yield progress


def enabled(box: "Locator") -> list[str]:
    """The names of the enabled buttons in a box."""
    return [name for name, states in controls(box) if "[disabled]" not in states]


def controls(box: "Locator") -> list[tuple[str, str]]:
    """The names and states of all buttons in a box."""
    lines = _CONTROL.findall(box.aria_snapshot())
    return [(_unquoted(name), states) for name, states in lines]


def press(box: "Locator", name: str) -> None:
    """Click the button with that name."""
    box.get_by_role("button", name=name, exact=True).first.click()


def board(page: "Page") -> "Locator":
    """The game's board."""
    return page.locator(".tb-board")


def _unquoted(name: str) -> str:
    """A name without the snapshot's escapes."""
    return re.sub(r"\\(.)", r"\1", name).replace("''", "'")


class Splendor:
    """Buys the card with the most points, or takes what the best card lacks, or reserves."""

    def __init__(self) -> None:
        self._wanted: Counter[str] = Counter()
        """The colors to keep; the page does not show them while tokens are returned."""

    def __call__(self, page: "Page") -> None:
        """Make a decision."""
        here = board(page)
        names = enabled(here)
        if returnable := [name for name in names if name.startswith("Return ")]:
            self._give_back(here, returnable)
        elif nobles := [name for name in names if "visits a player with cards for" in name]:
            press(here, nobles[0])
        elif cards := [name for name in names if "You can buy it." in name]:
            press(here, max(cards, key=_points))
            choose(here, "Buy")
        elif colors := [name.split(":")[0] for name in names if _is_token(name)]:
            self._wanted = wishes(here)
            for color in sorted(colors, key=lambda color: -self._wanted[color])[:3]:
                press_token(here, color)
            press(here, "Take")
        elif cards := [name for name in names if ", costs " in name and "reserved" not in name]:
            press(here, max(cards, key=_points))
            choose(here, "Reserve")
        else:
            press(here, "Pass")

    def _give_back(self, here: "Locator", names: list[str]) -> None:
        held = {
            match[1]: int(match[2])
            for name in names
            if (match := re.match(r"Return (\w+); you hold (\d+)", name))
        }
        while "Return" not in enabled(here):
            color = max(held, key=lambda color: self._spare(color, held[color]))
            here.get_by_role("button", name=re.compile(f"^Return {color};")).click()
            held[color] -= 1
            held = {color: count for color, count in held.items() if count}
        press(here, "Return")

    def _spare(self, color: str, held: int) -> int:
        return -100 if color == "gold" else held - 9 * self._wanted[color]


def press_token(here: "Locator", color: str) -> None:
    """Select a token of the bank."""
    bank = here.get_by_role("group", name="Bank")
    bank.get_by_role("button", name=re.compile(f"^{color}:")).click()


def choose(here: "Locator", what: str) -> None:
    """Choose an item of a card's menu."""
    here.get_by_role("menuitem", name=re.compile(f"^{what}")).click()


def wishes(here: "Locator") -> Counter[str]:
    """The tokens missing for the best goal: many points for few tokens that the bank has."""
    names = [name for name, _ in controls(here)]
    bank = {
        match[1]: int(match[2]) for name in names if (match := re.match(r"(\w+): (\d+) left", name))
    }

    def distance(lack: Counter[str], points: int) -> float:
        far = sum(max(0, count - bank[color]) for color, count in lack.items())
        return lack.total() + 2 * far - 0.7 * points

    aims = [(_lacking(name), _points(name)) for name in names if "You lack " in name]
    return min(aims, key=lambda aim: distance(*aim), default=(Counter[str](), 0))[0]


def _lacking(name: str) -> Counter[str]:
    lack = re.findall(r"(\d) (\w+)", re.split("You lack |and your", name)[1])
    return Counter({color: int(count) for count, color in lack})


def _points(name: str) -> int:
    match = re.search(r"(\d) points?,", name)
    return int(match[1]) if match else 0


def _is_token(name: str) -> bool:
    return re.match(rf"({'|'.join(COLORS)}): \d", name) is not None


def arboretum(page: "Page") -> None:
    """Draw from the deck as long as there is one, plant the first card, discard the last one."""
    here = board(page)
    task = page.locator(".tb-task").inner_text()
    if "Draw" in task:
        press(here, next(name for name in enabled(here) if "Draw from it." in name))
        return
    hand = enabled(here.get_by_role("region", name="Your hand"))
    if "Discard" in task:
        press(here, hand[-1])
        here.get_by_role("button", name=re.compile("^Discard ")).click()
        return
    press(here, hand[0])
    places = [name for name in enabled(here) if "Free space at" in name]
    press(here, max(places, key=_gain))


def _gain(name: str) -> int:
    return sum(int(after) - int(before) for before, after in re.findall(r"(\d+) → (\d+)", name))


PLAYERS: dict[str, Callable[[], Player]] = {"Splendor": Splendor, "Arboretum": lambda: arboretum}
"""Factories of players, by the game's title."""
