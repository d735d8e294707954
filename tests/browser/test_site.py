"""The page without a server, in Chromium, with the network off after the first load."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import gemgrove as gg
from gemgrove.record import Record
from tests.browser.conftest import NewPage
from tests.browser.driver import PLAYERS, enabled, play_now, play_to_the_end, played, waited
from tests.browser.static_site import SITE, served
from tests.missing import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

VERDICT = re.compile("^You (won!|share the win|lost)")
MEGABYTE = 2**20


@pytest.fixture
def address() -> str:
    """No server is needed here."""
    return "http://127.0.0.1"


@pytest.fixture
def offline(new_page: NewPage) -> Iterator["Page"]:
    """The site, installed; there is no network any more."""
    if not (SITE / "index.html").exists():
        missing("The page without a server is not built; `make site` builds it")
    with served() as site:
        page = new_page(at=site.url, troubled=True)
        page.goto(site.url)
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        site.stop()
        page.context.set_offline(True)
        page.reload()
        yield page


@pytest.mark.parametrize("title", PLAYERS)
def test_a_whole_game_is_played_offline_reviewed_and_played_again(
    offline: "Page", title: str
) -> None:
    play_now(offline, title)
    offline.get_by_role("button", name="Hint").click()
    expect(offline.locator(".tb-hint")).to_be_visible()
    over = play_to_the_end(offline, PLAYERS[title]())
    assert VERDICT.match(over.verdict), over.verdict

    offline.get_by_role("link", name="Review the game").click()
    slider = offline.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_attribute("aria-valuetext", f"After 0 of {over.moves} moves")
    expect(offline.get_by_text(re.compile("^Judged by the bot"))).to_be_visible()
    offline.get_by_role("button", name="Analyze this position").click()
    expect(offline.get_by_role("list", name="Best line")).to_be_visible()
    offline.get_by_role("button", name="Latest position").click()
    expect(slider).to_have_attribute("aria-valuetext", f"After {over.moves} of {over.moves} moves")

    offline.get_by_role("link", name="Back to the table").click()
    offline.get_by_role("button", name="Rematch").click()
    expect(offline.get_by_role("link", name="Review the game")).to_have_count(0)
    assert waited(offline).moves < over.moves


@pytest.mark.parametrize("title", PLAYERS)
def test_a_reload_in_the_middle_goes_on(offline: "Page", title: str) -> None:
    play_now(offline, title, "Intermediate")
    turns = played(offline, PLAYERS[title]())
    before = [next(turns) for _ in range(3)][-1]
    shown = offline.locator(".tb-board").aria_snapshot()
    offline.reload()
    assert waited(offline).moves == before.moves
    assert offline.locator(".tb-board").aria_snapshot() == shown
    assert next(turns).moves > before.moves

    offline.get_by_role("link", name="Gemgrove").click()
    offline.get_by_role("link", name=re.compile("^Continue ")).click()
    assert waited(offline).moves > before.moves


def test_two_people_share_the_screen_and_never_see_each_others_cards(offline: "Page") -> None:
    set_up(offline, "Arboretum", "Ada", "Ben")
    player = PLAYERS["Arboretum"]()
    first = hand_over(offline)
    hands = {first: hand_of(offline)}
    second = first
    while second == first:
        player(offline)
        second = settled(offline)
    expect(offline.get_by_role("heading", name=f"{second} is next")).to_be_visible()
    assert not offline.locator(".tb-board").count(), "the board is covered"
    shown = offline.content()
    assert not [card for card in hands[first] if card in shown]
    assert hand_over(offline) == second
    hands[second] = hand_of(offline)
    assert {first, second} == {"Ada", "Ben"}
    assert not hands[first] & hands[second]

    offline.reload()
    expect(offline.get_by_role("heading", name=f"{second} is next")).to_be_visible()
    assert hand_over(offline) == second
    assert hand_of(offline) == hands[second]


def test_people_who_see_the_same_need_not_cover_the_screen(offline: "Page") -> None:
    set_up(offline, "Splendor", "Ada", "Ben")
    over = play_to_the_end(offline, PLAYERS["Splendor"]())
    assert re.search("Ada|Ben|You", over.verdict)


def test_a_record_is_saved_for_python_and_one_of_python_is_opened(
    offline: "Page", tmp_path: Path
) -> None:
    play_now(offline, "Arboretum")
    play_to_the_end(offline, PLAYERS["Arboretum"]())
    with offline.expect_download() as saving:
        offline.get_by_role("button", name="Download the record").click()
    saved = tmp_path / "saved.json"
    saving.value.save_as(saved)
    record = Record.load(saved)
    record.verify()
    assert record.names == ("Player", "beginner")

    game = gg.new("splendor", players=3, seed=5)
    while not game.over:
        game.play(game.legal_actions()[0])
    own = tmp_path / "own.json"
    game.record(names=("Ada", "Ben", "Cat")).save(own)
    offline.get_by_role("link", name="Gemgrove").click()
    offline.locator("input[type=file]").set_input_files(own)
    slider = offline.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_attribute("aria-valuetext", f"After 0 of {len(game.actions)} moves")

    offline.get_by_role("link", name="Gemgrove").click()
    offline.locator("input[type=file]").set_input_files(__file__)
    messages = offline.get_by_role("region", name="Messages")
    expect(messages.get_by_text("This file is not the record of a game.")).to_be_visible()


def test_the_site_can_be_installed(offline: "Page") -> None:
    client = offline.context.new_cdp_session(offline)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    found = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every context of a test is private.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


def test_what_needs_a_server_is_not_shown(offline: "Page") -> None:
    expect(offline.get_by_role("article")).to_have_count(2)
    for name in ("Finished games", "Leaderboard"):
        expect(offline.get_by_role("link", name=name)).to_have_count(0)
    expect(offline.get_by_role("heading", name="Open games")).to_have_count(0)
    expect(offline.get_by_role("button", name=re.compile("account|Create a game"))).to_have_count(0)
    offline.goto(offline.url.split("#")[0] + "#/leaders")
    expect(offline.get_by_text("This needs a Gemgrove server")).to_be_visible()
    offline.get_by_role("link", name="About").click()
    expect(offline.get_by_text("runs entirely in your browser")).to_be_visible()
    offline.get_by_role("link", name="Play", exact=True).click()
    play_now(offline, "Splendor")
    expect(offline.get_by_role("heading", name="Chat")).to_have_count(0)


def test_everything_is_kept_for_playing_offline() -> None:
    if not SITE.exists():
        missing("The page without a server is not built; `make site` builds it")
    worker = (SITE / "service-worker.js").read_text(encoding="utf-8")
    files = [path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file()]
    assert {name for name in files if f'"{name}"' not in worker} == {
        "index.html",
        "service-worker.js",
    }
    assert any(name.endswith(".css") for name in files)


@pytest.mark.slow
def test_memory_is_bounded_after_50_games(offline: "Page") -> None:
    """The person resigns after some moves: bots think in every game."""
    client = offline.context.new_cdp_session(offline)
    client.send("HeapProfiler.enable")
    used: list[float] = []
    for number in range(50):
        title = ("Splendor", "Arboretum")[number % 2]
        play_now(offline, title, "Expert")
        turns = played(offline, PLAYERS[title]())
        for _ in range(4):
            next(turns)
        offline.get_by_role("button", name="Resign").click()
        offline.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(offline.get_by_role("heading", name=re.compile("You lost"))).to_be_visible()
        offline.get_by_role("link", name="Gemgrove").click()
        client.send("HeapProfiler.collectGarbage")
        used.append(client.send("Runtime.getHeapUsage")["usedSize"] / MEGABYTE)
    print("heap in MB:", [round(size, 1) for size in used])
    assert used[-1] < used[9] + 10


def set_up(page: "Page", title: str, *names: str) -> None:
    """Start a game of these people at the screen."""
    page.get_by_role("button", name="Set up a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(title, exact=True).click()
    for number, name in enumerate(names, 1):
        dialog.get_by_label(f"Name of player {number}").fill(name)
    dialog.get_by_role("button", name="Start the game").click()


def settled(page: "Page") -> str:
    """Wait for the next decision; return whose it is, and cover the screen if it is another's."""
    cover = page.get_by_role("button", name=re.compile("^Cover the screen for "))
    covered = page.get_by_role("button", name=re.compile("show my cards$"))
    task = page.locator(".tb-task[data-own=true]")
    expect(cover.or_(covered).or_(task).first).to_be_visible()
    if cover.count():
        cover.click()
    if covered.count():
        return covered.inner_text().removeprefix("I am ").split(":")[0]
    return page.locator(".tb-player[data-to-move=true] .tb-clip").inner_text()


def hand_over(page: "Page") -> str:
    """Uncover the screen; return the name of the person who does."""
    button = page.get_by_role("button", name=re.compile("show my cards$"))
    name = button.inner_text().removeprefix("I am ").split(":")[0]
    button.click()
    waited(page)
    return name


def hand_of(page: "Page") -> set[str]:
    """The names of the cards in the hand at the screen."""
    return {
        re.split("[.;,]", name)[0] for name in enabled(page.get_by_role("region", name="Your hand"))
    }
