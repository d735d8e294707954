"""Players: registered, renamed, deleted, banned."""

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database import tables
from gemgrove.server.ids import is_player
from gemgrove.server.players import access, accounts, names
from gemgrove.server.players.names import Name
from gemgrove.server.players.tokens import Scope, Token
from gemgrove.server.problems import Problem
from tests.server.transactions import at_once, in_each_database, in_transaction


@in_transaction
async def test_a_named_player_has_the_name_and_a_play_token(connection: AsyncConnection) -> None:
    credentials = await accounts.register(connection, " Ann  Bee ", now=5)
    account = await accounts.find(connection, credentials.player)
    assert is_player(account.id)
    assert account == accounts.Account(account.id, "Ann Bee", "named", 5.0, False, False)
    assert credentials.token.scope is Scope.PLAY


@in_transaction
async def test_a_player_without_a_name_is_a_guest_with_one(connection: AsyncConnection) -> None:
    credentials = await accounts.register(connection, None, now=5)
    account = await accounts.find(connection, credentials.player)
    assert account.kind == "guest"
    assert account.name.split()[0] in names.ADJECTIVES


@in_transaction
async def test_a_bot_has_a_bot_token_and_is_shown_as_a_bot(connection: AsyncConnection) -> None:
    credentials = await accounts.register(connection, "Deep Topaz", now=5, bot=True)
    assert credentials.token.scope is Scope.BOT
    assert (await accounts.find(connection, credentials.player)).kind == "bot"


@in_transaction
async def test_a_bot_needs_a_name(connection: AsyncConnection) -> None:
    with pytest.raises(Problem, match="A bot needs a name"):
        await accounts.register(connection, None, now=5, bot=True)


@in_transaction
async def test_a_name_that_looks_like_another_is_taken(connection: AsyncConnection) -> None:
    await accounts.register(connection, "Ann Bee", now=5)
    with pytest.raises(Problem, match="'ANN-BEE', or one that looks like it, is taken") as caught:
        await accounts.register(connection, "ANN-BEE", now=6)
    assert (caught.value.code, caught.value.status) == ("name_taken", 409)


@in_each_database
async def test_the_transaction_goes_on_after_a_name_that_is_taken(
    connection: AsyncConnection,
) -> None:
    await accounts.register(connection, "Ann", now=5)
    with pytest.raises(Problem):
        await accounts.register(connection, "Ann", now=6)
    await accounts.register(connection, "Bee", now=7)
    names = (await connection.execute(select(tables.players.c.name))).scalars().all()
    assert sorted(names) == ["Ann", "Bee"]


def test_a_guest_gets_another_name_when_the_first_is_taken(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = [Name("Calm Jade 1", "calmjadel"), Name("Calm Jade 2", "calmjade2")]
    tried = iter([offered[0], offered[0], offered[1]])
    monkeypatch.setattr(names, "guest_name", lambda _numbers: next(tried))

    @in_transaction
    async def check(connection: AsyncConnection) -> None:
        await accounts.register(connection, None, now=5)
        second = await accounts.register(connection, None, now=6)
        assert (await accounts.find(connection, second.player)).name == "Calm Jade 2"

    check(sqlite_url)


@in_each_database
async def test_a_renamed_guest_is_no_guest_and_the_old_name_is_free(
    connection: AsyncConnection,
) -> None:
    guest = await accounts.register(connection, None, now=5)
    old = (await accounts.find(connection, guest.player)).name
    renamed = await accounts.rename(connection, guest.player, "Ann")
    assert (renamed.name, renamed.kind) == ("Ann", "named")
    await accounts.register(connection, old, now=6)


@in_transaction
async def test_players_may_change_the_case_of_their_names(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "ann", now=5)
    assert (await accounts.rename(connection, ann.player, "ANN")).name == "ANN"


@in_each_database
async def test_a_name_that_is_taken_leaves_the_old_one(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.register(connection, "Bee", now=5)
    with pytest.raises(Problem, match="is taken"):
        await accounts.rename(connection, ann.player, "bee")
    assert (await accounts.find(connection, ann.player)).name == "Ann"


@in_transaction
async def test_a_renamed_bot_stays_a_bot(connection: AsyncConnection) -> None:
    bot = await accounts.register(connection, "Deep Topaz", now=5, bot=True)
    assert (await accounts.rename(connection, bot.player, "Deeper Topaz")).kind == "bot"


@in_each_database
async def test_a_deleted_player_leaves_no_name_no_token_and_no_code(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.delete(connection, ann.player, now=9)
    row = (await connection.execute(select(tables.players))).one()
    assert (row.name, row.name_key, row.recovery, row.deleted) == ("deleted player", None, None, 9)
    assert await access.in_force(connection, ann.player) == []


@in_transaction
async def test_a_token_given_out_while_its_player_was_deleted_is_not_in_force(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.delete(connection, ann.player, now=9)
    late = await access.issue(connection, ann.player, Scope.PLAY, now=9)
    with pytest.raises(Problem, match="not valid"):
        await access.authenticate(connection, late)


@in_transaction
async def test_the_name_of_a_deleted_player_is_free_at_once(connection: AsyncConnection) -> None:
    for now in (1, 2, 3):
        ann = await accounts.register(connection, "Ann", now=now)
        await accounts.delete(connection, ann.player, now=now)
    names = (await connection.execute(select(tables.players.c.name))).scalars().all()
    assert names == ["deleted player"] * 3


@in_transaction
async def test_a_deleted_player_cannot_be_renamed_or_deleted_again(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.delete(connection, ann.player, now=9)
    with pytest.raises(Problem, match="There is no such player"):
        await accounts.rename(connection, ann.player, "Ann")
    with pytest.raises(Problem, match="There is no such player"):
        await accounts.delete(connection, ann.player, now=10)


@in_transaction
async def test_a_ban_can_be_lifted(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.ban(connection, ann.player, now=6)
    assert (await accounts.find(connection, ann.player)).banned
    await accounts.ban(connection, ann.player, now=None)
    assert (await access.authenticate(connection, ann.token)).player == ann.player


@in_transaction
async def test_nobody_is_found_by_an_id_or_a_name_that_nobody_has(
    connection: AsyncConnection,
) -> None:
    for asked in (
        accounts.find(connection, "p_0000000000000000"),
        accounts.find_named(connection, "Nemo"),
        accounts.ban(connection, "p_0000000000000000", now=1),
    ):
        with pytest.raises(Problem, match="There is no such player") as caught:
            await asked
        assert caught.value.status == 404


@in_transaction
async def test_a_player_is_found_by_a_name_that_looks_like_the_own(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann Bee", now=5)
    assert (await accounts.find_named(connection, "annbee")).id == ann.player


def test_credentials_do_not_show_their_secrets() -> None:
    token = Token.new(Scope.PLAY)
    text = repr(access.Credentials("p_1", token, "CODE-CODE"))
    assert token.text not in text
    assert "CODE" not in text


def test_only_one_of_several_concurrent_registrations_gets_a_name(database_url: str) -> None:
    async def ask(connection: AsyncConnection) -> object:
        return await accounts.register(connection, "Ann", now=1)

    answers = at_once(database_url, [ask] * 5)
    assert sorted(type(answer).__name__ for answer in answers) == ["Credentials"] + ["Problem"] * 4
    taken = [answer.code for answer in answers if isinstance(answer, Problem)]
    assert taken == ["name_taken"] * 4
