"""The real page, if it has been built."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.server.site.files import ASSETS, BUILT, INDEX, Site
from tests.missing import missing
from tests.server.rest.http_server import http_server

MAX_SCRIPT = 80_000
"""The JavaScript with which a game is found, played and reviewed, compressed, in bytes."""


@pytest.fixture(scope="module")
def site() -> Site:
    """This working copy's page."""
    if not (BUILT / INDEX).is_file():
        missing("The page has not been built (make web)")
    return Site.read()


class _References(HTMLParser):
    """The resources a page refers to, and inline code that the policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.named: list[str] = []
        self.forbidden: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            if name in ("src", "href"):
                self.named.append(value or "")
            if name == "style" or name.startswith("on"):
                self.forbidden.append(f"{tag} {name}")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.forbidden.append(self._inside)


def _references(site: Site) -> _References:
    assert site.index is not None
    found = _References()
    found.feed(site.index.body.decode())
    return found


def test_the_page_and_all_that_it_names_are_served(site: Site, tmp_path: Path) -> None:
    named = _references(site).named
    assert any(address.endswith(".js") for address in named)
    with http_server(tmp_path) as found:
        for address in ("/", *named):
            assert found.visitor().get(address).status_code == 200, address


def test_nothing_stands_in_the_page_that_its_policy_forbids(site: Site) -> None:
    assert _references(site).forbidden == []
    assert all(address.startswith("/") for address in _references(site).named)


@pytest.mark.parametrize("game", gg.GAMES)
def test_all_scripts_but_those_of_other_games_are_small(site: Site, game: str) -> None:
    others = tuple(f"{ASSETS}{name}-" for name in gg.GAMES if name != game)
    scripts = {name: file for name, file in site.files.items() if name.endswith(".js")}
    found = [file for name, file in scripts.items() if not name.startswith(others)]
    assert len(found) == len(scripts) - len(others)
    assert sum(len(file.packed or file.body) for file in found) <= MAX_SCRIPT


def test_no_game_is_among_the_scripts_that_every_page_loads(site: Site) -> None:
    scripts = [name for name in _references(site).named if name.endswith(".js")]
    assert scripts
    for name in scripts:
        assert not name.startswith(tuple(f"{ASSETS}{game}-" for game in gg.GAMES))


def test_workers_load_the_engine_and_nothing_that_needs_a_page(site: Site) -> None:
    loaded = {
        re.match(rf"{ASSETS}(\w+)-", name): re.findall(rb'from ?"\./(\w+)-', file.body)
        for name, file in site.files.items()
        if name.endswith(".js")
    }
    imports = {match[1]: found for match, found in loaded.items() if match}
    assert imports["worker"] == [b"engine"]
    assert imports["engine"] == []


def test_what_is_kept_for_good_has_a_hash_in_its_name(site: Site) -> None:
    for name in site.files:
        if name.startswith("/assets/"):
            assert re.search(r"-[\w-]{8}\.\w+$", name), name
