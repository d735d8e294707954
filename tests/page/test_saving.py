"""Pages are written without losing anything else."""

from pathlib import Path

import pytest

from gemgrove.page.document import document
from gemgrove.page.saving import check_target, save_page


def test_a_page_is_written_and_may_be_written_again(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    save_page(document("First", "", []), file)
    save_page(document("Second ✓", "", []), file)
    assert file.read_text(encoding="utf-8") == document("Second ✓", "", [])
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_no_page_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.html"
    file.write_text("Dear Ada")
    with pytest.raises(ValueError, match="is no page of Gemgrove; it is left alone"):
        save_page(document("A page", "", []), file)
    assert file.read_text() == "Dear Ada"


def test_a_folder_is_no_place_for_a_page(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is a folder"):
        check_target(tmp_path)


def test_a_page_needs_its_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no folder"):
        check_target(tmp_path / "missing" / "page.html")
