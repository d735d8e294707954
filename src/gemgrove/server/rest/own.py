"""What a player asks about the own account."""

from http import HTTPStatus

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromPath

from gemgrove.server import problems
from gemgrove.server.hall import Answer
from gemgrove.server.members import DELETING, revoking
from gemgrove.server.players.tokens import Scope
from gemgrove.server.rest import bodies, examples, shapes
from gemgrove.server.rest.answering import answered
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told
from gemgrove.server.rest.players import page_of, rated


class Own(Controller):
    """The account, its tables and its tokens."""

    path = "/api/me"

    @get(
        name="me",
        opt=told("Who one is", shapes.RatedPlayer, examples.RATED_PLAYER, token="must"),
    )
    async def me(self, request: Asking) -> Response[bytes]:
        """As everybody sees it."""
        caller = await request.caller()
        return tell(await rated(request, caller.player))

    @patch(
        name="rename",
        opt=told(
            "Take another name",
            shapes.Player,
            examples.PLAYER,
            token="must",
            body=bodies.Renaming,
            says=examples.RENAMING,
            codes="bad_name name_reserved name_taken wrong_scope",
        ),
    )
    async def rename(self, request: Asking) -> Response[bytes]:
        """The old one is free at once. A guest is none any more."""
        caller = await request.caller()
        wish = await request.read(bodies.Renaming)
        return answered(await request.service.members.rename(caller, wish.name, key=request.key))

    @delete(
        name="delete_me",
        status_code=HTTPStatus.OK,
        opt=told(
            "Delete the account",
            shapes.Deleted,
            examples.DELETED,
            token="must",
            codes="wrong_scope",
        ),
    )
    async def delete_me(self, request: Asking) -> Response[bytes]:
        """Seats are given up, and the name is free. Lists show it no more; the logs of games do."""
        if earlier := await _repeated(request, DELETING):
            return answered(earlier)
        caller = await request.caller()
        return answered(await request.service.members.delete(caller, key=request.key))

    @get(
        "/tables",
        name="my_tables",
        opt=told(
            "One's own tables, those by invitation too",
            shapes.Tables,
            examples.TABLES,
            token="must",
            query=bodies.PageQuery,
        ),
    )
    async def my_tables(self, request: Asking) -> Response[bytes]:
        """At which one sits or sat, the newest first."""
        caller = await request.caller()
        query = request.wanted(bodies.PageQuery)
        wanted = page_of(query, player=caller.player, private=True)
        return tell(await request.service.tables(wanted))

    @get(
        "/tokens",
        name="tokens",
        opt=told(
            "One's tokens",
            shapes.Tokens,
            examples.TOKENS,
            token="must",
            codes="wrong_scope",
        ),
    )
    async def tokens(self, request: Asking) -> Response[bytes]:
        """Those in force, without what is secret of them."""
        caller = await request.caller()
        return tell({"tokens": await request.service.members.tokens(caller)})

    @post(
        "/tokens",
        name="new_token",
        opt=told(
            "Have one more token",
            shapes.GivenToken,
            examples.GIVEN_TOKEN,
            status=201,
            token="must",
            body=bodies.NewToken,
            says=examples.NEW_TOKEN,
            codes="not_a_bot too_many_tokens weak_key wrong_scope",
            links={"prefix": "prefix"},
        ),
    )
    async def new_token(self, request: Asking) -> Response[bytes]:
        """It is told once."""
        caller = await request.caller()
        wish = await request.read(bodies.NewToken)
        members = request.service.members
        return answered(await members.issue(caller, Scope(wish.scope), key=request.key))

    @delete(
        "/tokens/{prefix:str}",
        name="revoke",
        status_code=HTTPStatus.OK,
        opt=told(
            "Revoke a token", shapes.Revoked, examples.REVOKED, token="must", codes="wrong_scope"
        ),
    )
    async def revoke(self, request: Asking, prefix: FromPath[str]) -> Response[bytes]:
        """The one that begins so."""
        if earlier := await _repeated(request, revoking(prefix)):
            return answered(earlier)
        caller = await request.caller()
        if not prefix.isascii() or not prefix.isprintable():
            raise problems.not_found("token")
        return answered(await request.service.members.revoke(caller, prefix, key=request.key))

    @post(
        "/recovery",
        name="new_recovery",
        status_code=HTTPStatus.OK,
        opt=told(
            "Have another recovery code",
            shapes.RecoveryCode,
            examples.RECOVERY_CODE,
            token="must",
            codes="weak_key wrong_scope",
        ),
    )
    async def new_recovery(self, request: Asking) -> Response[bytes]:
        """The last one is void."""
        caller = await request.caller()
        await request.read(bodies.Nothing)
        return answered(await request.service.members.renew_recovery(caller, key=request.key))


async def _repeated(request: Asking, meant: object) -> Answer | None:
    """The answer to a request that has made its token void, and so cannot be authenticated."""
    members = request.service.members
    return await members.repeated(request.visit.token, request.key, meant)
