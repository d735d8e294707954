"""Tokens stored in a file."""

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from gemgrove.client import Credentials, CredentialsError
from gemgrove.client.address import Address
from gemgrove.client.credentials import make_room, usual_path

KNOWN = Credentials("https://example.org", "p_1", "Ann", token="gg_bot_SECRET", recovery="R-1")


def test_credentials_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "ann.json"
    KNOWN.write(path)
    assert Credentials.read(path) == KNOWN


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "ann.json"
    KNOWN.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    KNOWN.write(path)
    path.chmod(0o644)
    with pytest.raises(CredentialsError, match="others can read it; chmod 600"):
        Credentials.read(path)


def test_no_file_is_no_error(tmp_path: Path) -> None:
    assert Credentials.read(tmp_path / "nobody.json") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"token": 1}', '{"a":'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(CredentialsError, match="is not a credentials file"):
        Credentials.read(path)


def test_a_file_with_a_number_for_a_token_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    KNOWN.write(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"token": 7}))
    with pytest.raises(CredentialsError, match="is not a credentials file"):
        Credentials.read(path)


def test_writing_again_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    KNOWN.write(path)
    KNOWN.write(path)
    other = replace(KNOWN, token="gg_bot_OTHER")
    other.write(path)
    assert Credentials.read(path) == other
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_secret_is_not_shown() -> None:
    assert "SECRET" not in repr(KNOWN)
    assert "R-1" not in repr(KNOWN)


def test_each_server_and_bot_has_a_file_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    one = usual_path(Address.read("http://127.0.0.1:8000"), "exec:../bot x")
    other = usual_path(Address.read("http://127.0.0.1:8001"), "exec:../bot x")
    assert one != other
    assert one.parent.parent.parent == tmp_path
    assert "/" not in one.name


def test_a_folder_that_cannot_be_written_is_noticed_before(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        make_room(tmp_path / "file" / "ann.json")
