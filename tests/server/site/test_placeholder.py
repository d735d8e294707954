"""A server whose page has not been built."""

from pathlib import Path

from gemgrove.server.site.placeholder import SENTENCE
from tests.server.rest.http_server import code, http_server


def test_without_a_build_there_is_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    with http_server(tmp_path / "data", built=tmp_path / "nothing") as found:
        visitor = found.visitor(Accept="text/html")
        for path in ("/", "/table/t_4ZK8E0QW2R6T1Y9A", "/nowhere"):
            answer = visitor.get(path)
            assert answer.status_code == 503
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert answer.headers["Cache-Control"] == "no-store"
            for word in ("make web", "wheel", "/api"):
                assert word in answer.text
        assert code(visitor.get("/assets/index.js", Accept="*/*")) == "not_found"
        assert visitor.get("/api").json()["name"] == "gemgrove"
        assert visitor.get("/health").status_code == 200


def test_an_interrupted_build_counts_as_none(tmp_path: Path) -> None:
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "assets" / "index-Ab12Cd34.js").write_text("1", encoding="utf-8")
    with http_server(tmp_path / "data", built=built) as found:
        assert found.visitor().get("/").status_code == 503


def test_the_sentence_for_the_host_says_the_same() -> None:
    assert "make web" in SENTENCE
    assert "wheel" in SENTENCE
