"""External bots: the bot protocol over a WebSocket."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import protocol
from gemgrove.game import variant_class
from gemgrove.server.live import bot_registry
from gemgrove.view_json import view_from_dict, view_to_dict
from tests.client.servers import begun, move, player, server, until_turn
from tests.server.live.bots import Bot, connected_bot, server_with_bot, until_moved_on


@pytest.mark.parametrize("game", gg.GAMES)
async def test_a_bot_plays_against_a_person_to_the_end(tmp_path: Path, game: str) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        options = {"target_points": 4} if game == "splendor" else {}
        table = await begun(robo, ann, game=game, options=options)
        beginning = await bot.until("new_game")
        assert beginning["game_id"] == table
        assert (beginning["game"], beginning["seat"]) == (game, 0)
        assert beginning["names"] == ["robo", "ann"]

        async def person() -> None:
            number = 0
            while (await until_turn(ann, table))["phase"] == "playing":
                number += 3
                await move(ann, table, number)

        opponent = asyncio.create_task(person())
        while (message := await bot.hear())["type"] != "end":
            assert message["type"] == "your_turn", message
            await bot.answer(message)
        await opponent
        outcome = (await ann.snapshot(table))["outcome"]
        assert {name: message[name] for name in ("ending", "scores", "winners")} == {
            name: outcome[name] for name in ("ending", "scores", "winners")
        }
        assert message["forfeit"] is None


async def test_the_messages_are_those_of_the_protocol_and_tell_only_the_seats_view(
    tmp_path: Path,
) -> None:
    """Every message is parsed strictly, and its view contains nothing hidden from the seat."""

    async with server_with_bot(tmp_path) as (running, ann, robo, bot):
        table = await begun(robo, ann, game="arboretum")
        beginning = await bot.until("new_game")
        kind = variant_class("arboretum")
        read = protocol.read_from_host(json.dumps(beginning).encode())
        assert isinstance(read, protocol.NewGame)
        variant = kind.from_dict(read.variant)
        turns = moves = 0
        while turns < 12:
            if await move(ann, table, turns):
                continue
            turn = await bot.until("your_turn")
            standing = await running.service.table_service.table(table)
            assert standing.game is not None
            own = standing.game.view(0)
            assert view_from_dict(variant, turn["view"]) == own
            assert turn["turn_id"] == standing.position_seq
            legal = [entry["action"] for entry in turn["legal"]]
            assert legal == own.legal_actions()
            hidden = [
                card["id"]
                for card in _whole_hand(standing.game, 1)
                if "id" in card and not _shown(turn["view"], card["id"])
            ]
            assert hidden, "the opponent has cards that the bot has not seen"
            text = json.dumps(turn["view"]["players"][1]["hand"])
            assert not any(f'"{card}"' in text for card in hidden)
            moves += len(turn["moves"])
            assert moves == len(variant.history(own))
            await bot.answer(turn)
            await until_moved_on(running.service, table, turn["turn_id"])
            turns += 1


def _whole_hand(game: gg.Game, seat: int) -> Sequence[dict[str, Any]]:
    hand: Sequence[dict[str, Any]] = view_to_dict(game.view(seat))["players"][seat]["hand"]
    return hand


def _shown(view: dict[str, Any], card: str) -> bool:
    return any(known.get("id") == card for known in view["players"][1]["hand"])


async def test_a_turn_is_asked_for_again_after_a_lost_connection(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
    ):
        table = await begun(robo, ann, options={"first_player": 0})
        async with connected_bot(running.url, robo) as bot:
            assert bot.heard[-1]["games"] == [table]
            turn = await bot.until("your_turn")
            bot.socket.transport.abort()
        async with connected_bot(running.url, robo) as bot:
            assert bot.heard[-1]["games"] == [table]
            assert (await bot.hear())["type"] == "new_game"
            again = await bot.until("your_turn")
            assert again == turn
            await bot.answer(again)
            await until_turn(ann, table)


async def test_a_turn_that_is_answered_twice_counts_once(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        turn = await bot.until("your_turn")
        first, other = turn["legal"][0]["action"], turn["legal"][1]["action"]
        await bot.answer(turn, action=first)
        await bot.answer(turn, action=first)
        await bot.answer(turn, action=other)
        refused = await bot.until("refused")
        assert refused["problem"]["code"] == "key_reused"
        assert [message["type"] for message in bot.heard].count("refused") == 1
        played = [event for event in await ann.events(table) if event["kind"] == "played"]
        assert len(played) == 1
        assert (await ann.snapshot(table))["phase"] == "playing"


async def test_a_turn_answered_on_a_lost_connection_and_again_on_the_next_counts_once(
    tmp_path: Path,
) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
    ):
        table = await begun(robo, ann, options={"first_player": 0})
        async with connected_bot(running.url, robo) as bot:
            turn = await bot.until("your_turn")
            await bot.answer(turn, action=turn["legal"][0]["action"])
            await until_turn(ann, table)
        async with connected_bot(running.url, robo) as bot:
            assert (await bot.hear())["type"] == "new_game"
            await bot.answer(turn, action=turn["legal"][0]["action"])
            await move(ann, table)
            assert (await bot.hear())["type"] == "your_turn"
        played = [event for event in await ann.events(table) if event["kind"] == "played"]
        assert len(played) == 2


@pytest.mark.parametrize("wrong", [{"move": "fly to the moon"}, {"action": 10_000}])
async def test_a_wrong_move_is_refused_with_the_same_turn_and_the_third_resigns(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        await bot.answer(await bot.until("your_turn"))
        await until_turn(ann, table)
        await move(ann, table)
        turn = await bot.until("your_turn")
        for _ in range(2):
            await bot.answer(turn, **wrong)
            refused = await bot.hear()
            assert refused["type"] == "refused"
            assert (refused["game_id"], refused["turn_id"]) == (table, turn["turn_id"])
            assert refused["problem"]["code"] in ("bad_move", "illegal_move")
            again = await bot.hear()
            assert (again["type"], again["turn_id"]) == ("your_turn", turn["turn_id"])
        await bot.answer(turn, **wrong)
        end = await bot.until("end")
        assert end["forfeit"] == {"seat": 0, "reason": "resigned"}
        assert (end["ending"], end["winners"]) == ("forfeit", [1])
        assert (await ann.snapshot(table))["outcome"]["winners"] == [1]


async def test_after_a_refused_move_a_right_one_counts(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        turn = await bot.until("your_turn")
        for _ in range(2):
            await bot.answer(turn, move="nothing")
            await bot.until("your_turn")
        await bot.answer(turn)
        assert (await until_turn(ann, table))["phase"] == "playing"


async def test_many_games_go_on_one_connection(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        tables = [await begun(robo, ann, options={"first_player": 0}) for _ in range(8)]
        turns: dict[str, dict[str, Any]] = {}
        while len(turns) < len(tables):
            turn = await bot.until("your_turn")
            turns[turn["game_id"]] = turn
        assert set(turns) == set(tables)
        for table in reversed(tables):
            await bot.answer(turns[table])
        for table in tables:
            await until_turn(ann, table)
            await move(ann, table)
            await bot.until("your_turn", game_id=table)


async def test_two_bots_on_two_connections_play_each_other(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "robo", bot=True) as one,
        player(running.url, "mecha", bot=True) as other,
        connected_bot(running.url, one) as first,
        connected_bot(running.url, other) as second,
    ):
        table = await begun(one, other, game="arboretum")

        async def play(bot: Bot) -> dict[str, Any]:
            while (message := await bot.hear())["type"] != "end":
                if message["type"] == "your_turn":
                    await bot.answer(message)
            return message

        ends = await asyncio.gather(play(first), play(second))
        assert ends[0]["winners"] == ends[1]["winners"]
        assert [end["view"]["seat"] for end in ends] == [0, 1]
        assert {end["game_id"] for end in ends} == {table}


async def test_a_bot_that_has_gone_is_told_that_its_game_is_lost(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "ben") as ben,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        table = await begun(robo, ann, ben, options={"first_player": 0})
        await bot.answer(await bot.until("your_turn"))
        await until_turn(ann, table)
        await robo.resign(table)
        end = await bot.until("end")
        assert (end["ending"], end["winners"]) == ("forfeit", [])
        assert end["forfeit"] == {"seat": 0, "reason": "resigned"}
        assert (await ann.snapshot(table))["phase"] == "playing"


async def test_a_table_that_is_broken_off_ends_unfinished(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        await bot.until("your_turn")
        await ann.leave(table)
        end = await bot.until("end")
        assert (end["ending"], end["winners"], end["forfeit"]) == ("unfinished", [], None)


async def test_the_clock_says_what_is_left_of_the_turn(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        await begun(robo, ann, options={"first_player": 0}, turn_seconds=600)
        assert (await bot.until("new_game"))["time"] == {"bank": 600.0, "increment": 0.0}
        clock = (await bot.until("your_turn"))["clock"]
        assert 500 < clock["remaining"] <= 600
        assert clock["seats"] == [clock["remaining"], None]


async def test_after_an_undo_the_moves_are_told_from_there(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (_running, ann, robo, bot):
        options = {"first_player": 1, "players": 2}
        table = await begun(robo, ann, options=options)
        standing = await until_turn(ann, table)
        await ann.play(table, ["p3 white blue green"], standing["position"])
        first = await bot.until("your_turn")
        assert [played["move"] for played in first["moves"]] == ["p3 white blue green"]
        await ann.act(table, {"do": "offer_undo"})
        await robo.act(table, {"do": "answer_undo", "accept": True})
        standing = await until_turn(ann, table)
        await ann.play(table, ["p3 red black green"], standing["position"])
        second = await bot.until("your_turn")
        assert [played["move"] for played in second["moves"]] == ["p3 green red black"]
        assert second["turn_id"] > first["turn_id"]
        await bot.answer(first)
        assert (await bot.until("refused"))["problem"]["code"] == "stale_position"
        await bot.answer(second)
        await until_turn(ann, table)


async def test_a_game_that_the_bot_does_not_play_is_left_to_others(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo, games=["arboretum"]) as bot,
    ):
        await begun(robo, ann)
        other = await begun(robo, ann, game="arboretum")
        assert (await bot.hear())["game_id"] == other


async def test_a_rematch_is_played_on_the_same_connection(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (running, ann, robo, bot):
        options = {"target_points": 1, "first_player": 0}
        table = await begun(robo, ann, options=options)
        number = 0
        while (await ann.snapshot(table))["phase"] == "playing":
            number += 3
            if not await move(ann, table, number):
                turn = await bot.until("your_turn")
                await bot.answer(turn)
                await until_moved_on(running.service, table, turn["turn_id"])
        for one in (ann, robo):
            await one.act(table, {"do": "rematch"})
        again = (await ann.snapshot(table))["rematch"]["table"]
        for one in (ann, robo):
            await one.ready(again)
        await bot.until("new_game", game_id=again)


async def test_games_that_other_processes_move_on_are_told_of(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers share a database: the bot is connected to one, the rest happens on the other."""
    monkeypatch.setattr(bot_registry, "RESCAN_SECONDS", 0.1)

    async with (
        server(tmp_path / "one", database=postgres_url) as running,
        server(tmp_path / "other", database=postgres_url) as other,
        player(other.url, "ann") as ann,
        player(other.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        table = await begun(robo, ann, game="arboretum")
        for number in range(10):
            while await move(ann, table, number):
                pass
            turn = await bot.until("your_turn", game_id=table)
            await bot.answer(turn)
            await until_moved_on(other.service, table, turn["turn_id"])
        await robo.resign(table)
        assert (await bot.until("end"))["forfeit"]["reason"] == "resigned"
