"""Tokens issued, checked and revoked; accounts recovered."""

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.players import access, accounts
from gemgrove.server.players.tokens import Scope, Token
from gemgrove.server.problems import Problem
from tests.server.transactions import at_once, in_each_database, in_transaction


@in_transaction
async def test_a_token_tells_who_shows_it(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.register(connection, "Bee", now=5)
    caller = await access.authenticate(connection, ann.token)
    assert caller == access.Caller(ann.player, "Ann", "named", Scope.PLAY)


@in_transaction
async def test_without_a_token_nobody_is_known(connection: AsyncConnection) -> None:
    with pytest.raises(Problem, match="This needs a token") as caught:
        await access.authenticate(connection, None)
    assert caught.value.status == 401
    assert caught.value.headers["WWW-Authenticate"].startswith("Bearer")


@in_transaction
async def test_a_token_that_was_never_given_out_is_not_in_force(
    connection: AsyncConnection,
) -> None:
    await accounts.register(connection, "Ann", now=5)
    with pytest.raises(Problem, match="not valid") as caught:
        await access.authenticate(connection, Token.new(Scope.PLAY))
    assert caught.value.code == "unauthenticated"


@in_transaction
async def test_a_revoked_token_is_not_in_force_and_the_others_are(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    second = await access.issue(connection, ann.player, Scope.PLAY, now=6)
    await access.revoke(connection, ann.player, ann.token.prefix, now=7)
    with pytest.raises(Problem, match="not valid"):
        await access.authenticate(connection, ann.token)
    assert (await access.authenticate(connection, second)).player == ann.player


@in_transaction
async def test_a_player_sees_the_beginnings_of_the_tokens_in_force(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    second = await access.issue(connection, ann.player, Scope.PLAY, now=6)
    third = await access.issue(connection, ann.player, Scope.PLAY, now=7)
    await access.revoke(connection, ann.player, second.prefix, now=8)
    assert list(map(dict, await access.in_force(connection, ann.player))) == [
        {"prefix": ann.token.prefix, "scope": Scope.PLAY, "created": 5},
        {"prefix": third.prefix, "scope": Scope.PLAY, "created": 7},
    ]


@in_transaction
async def test_nobody_revokes_the_token_of_another(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    bee = await accounts.register(connection, "Bee", now=5)
    with pytest.raises(Problem, match="There is no such token"):
        await access.revoke(connection, bee.player, ann.token.prefix, now=6)
    await access.authenticate(connection, ann.token)


@in_transaction
async def test_a_player_has_a_bounded_number_of_tokens(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    for now in range(access.TOKENS - 1):
        await access.issue(connection, ann.player, Scope.PLAY, now=now)
    with pytest.raises(Problem, match="revoke one first"):
        await access.issue(connection, ann.player, Scope.PLAY, now=99)
    await access.revoke(connection, ann.player, ann.token.prefix, now=99)
    await access.issue(connection, ann.player, Scope.PLAY, now=99)


@in_transaction
async def test_a_banned_player_is_told_so(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.ban(connection, ann.player, now=6)
    with pytest.raises(Problem, match="has banned this player") as caught:
        await access.authenticate(connection, ann.token)
    assert (caught.value.code, caught.value.status) == ("banned", 403)


def test_a_bot_token_may_play_and_not_maintain_the_account() -> None:
    caller = access.Caller("p_1", "Deep Topaz", "bot", Scope.BOT)
    caller.must_be(Scope.BOT)
    with pytest.raises(Problem, match="begins with gg_play_") as caught:
        caller.must_be(Scope.PLAY)
    assert caught.value.status == 403


@pytest.mark.parametrize("scope", Scope)
def test_a_play_token_may_do_everything(scope: Scope) -> None:
    access.Caller("p_1", "Ann", "named", Scope.PLAY).must_be(scope)


@in_transaction
async def test_a_recovery_code_gives_a_new_token_and_voids_the_old_ones(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    again = await access.recover(connection, "ann", ann.recovery.lower(), now=6)
    assert (await access.authenticate(connection, again.token)).player == ann.player
    with pytest.raises(Problem, match="not valid"):
        await access.authenticate(connection, ann.token)


@in_each_database
async def test_a_recovery_code_works_once_and_then_its_successor(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    again = await access.recover(connection, "Ann", ann.recovery, now=6)
    with pytest.raises(Problem, match="was used before"):
        await access.recover(connection, "Ann", ann.recovery, now=7)
    await access.recover(connection, "Ann", again.recovery, now=8)


def test_only_one_of_several_concurrent_recoveries_succeeds(database_url: str) -> None:
    codes: list[str] = []

    async def register(connection: AsyncConnection) -> None:
        codes.append((await accounts.register(connection, "Ann", now=5)).recovery)

    async def recover(connection: AsyncConnection) -> object:
        return await access.recover(connection, "Ann", codes[0], now=6)

    answers = at_once(database_url, [recover] * 4, before=register)
    assert sorted(type(answer).__name__ for answer in answers) == ["Credentials"] + ["Problem"] * 3
    refused = [answer.code for answer in answers if isinstance(answer, Problem)]
    assert refused == ["wrong_recovery_code"] * 3


@in_transaction
async def test_a_recovery_code_belongs_to_one_name(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    bee = await accounts.register(connection, "Bee", now=5)
    with pytest.raises(Problem, match="do not belong together"):
        await access.recover(connection, "Bee", ann.recovery, now=6)
    await access.authenticate(connection, bee.token)


@in_transaction
async def test_wrong_codes_and_wrong_names_get_the_same_answer(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    answers = set()
    for name, code in (("Ann", "nonsense"), ("Ann", "0" * 25), ("Nemo", ann.recovery)):
        with pytest.raises(Problem) as caught:
            await access.recover(connection, name, code, now=6)
        answers.add((caught.value.status, caught.value.code, caught.value.detail))
    assert len(answers) == 1


@in_transaction
async def test_a_banned_player_recovers_nothing_and_keeps_the_code(
    connection: AsyncConnection,
) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.ban(connection, ann.player, now=6)
    with pytest.raises(Problem, match="has banned this player"):
        await access.recover(connection, "Ann", ann.recovery, now=7)
    await accounts.ban(connection, ann.player, now=None)
    await access.recover(connection, "Ann", ann.recovery, now=8)


@in_transaction
async def test_the_owner_of_a_bot_recovers_a_token_that_maintains_it(
    connection: AsyncConnection,
) -> None:
    bot = await accounts.register(connection, "Deep Topaz", now=5, bot=True)
    again = await access.recover(connection, "Deep Topaz", bot.recovery, now=6)
    assert again.token.scope is Scope.PLAY
    await access.issue(connection, bot.player, Scope.BOT, now=7)


@in_transaction
async def test_a_deleted_player_gets_no_new_code(connection: AsyncConnection) -> None:
    ann = await accounts.register(connection, "Ann", now=5)
    await accounts.delete(connection, ann.player, now=6)
    with pytest.raises(Problem, match="There is no such player"):
        await access.renew_recovery(connection, ann.player)
