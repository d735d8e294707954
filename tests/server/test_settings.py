"""Settings from a file and from the command line, and invalid values."""

from pathlib import Path

import pytest

from gemgrove.server.settings import Settings, SettingsError


def test_nothing_needs_to_be_set() -> None:
    settings = Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.own_file
    assert settings.database_url.endswith("/gemgrove-data/gemgrove.db")


def test_a_file_has_the_same_names_and_the_command_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 9000\nbots = ["greedy"]\nproxies = ["10.0.0.0/8"]\nmetrics = true\n')
    settings = Settings.read(file, host="0.0.0.0", data=str(tmp_path))
    assert (settings.host, settings.port, settings.metrics) == ("0.0.0.0", 9000, True)
    assert [offer.name for offer in settings.allowlist().offers] == ["greedy"]
    assert settings.data == tmp_path
    assert Settings.read(file, port=1).port == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 70000", r"port is 70000; it must be 0 to 65535\."),
        ("queue_messages = 1", r"queue_messages is 1; it must be 16 or more\."),
        ('port = "8000"', "are not right: Expected `int`, got `str` - at `\\$.port`"),
        ("prot = 8000", r"there is no setting 'prot'; is 'port' meant\?"),
        ("port = ", "are not TOML"),
        ('bots = ["nobody"]', "There is no bot 'nobody'"),
        ('bots = ["random"]', "The bot that takes over seats must be in the list"),
        ('proxies = ["everyone"]', "'everyone' is not an address"),
        ('log_level = "loud"', "it must be debug, info, warning or error"),
        ("requests_per_second = 0", "it must be 0.01 or more"),
    ],
)
def test_invalid_settings_are_refused_in_a_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=sentence):
        Settings.read(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml cannot be read: .*No such file"):
        Settings.read(tmp_path / "nowhere.toml")


def test_a_thought_is_waited_for_longer_than_any_bot_may_think() -> None:
    assert Settings(bots=("greedy", "Slow = mcts:seconds<=60")).bot_move_seconds() > 60
    assert Settings(bots=("greedy", "Slow = mcts:seconds=90")).bot_move_seconds() > 90
