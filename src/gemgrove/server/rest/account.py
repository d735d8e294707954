"""Endpoints for the signed-in player's account, tables and tokens."""

from http import HTTPStatus
from typing import Annotated, Literal

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from gemgrove.server.account_service import (
    DELETING,
    DeletedPlayer,
    ListedToken,
    NewToken,
    Player,
    RecoveryCode,
    RevokedToken,
    revoking,
)
from gemgrove.server.listing import PAGE, Filters, TablePage
from gemgrove.server.players.tokens import Scope
from gemgrove.server.rating_queries import RatedPlayer, rated_player
from gemgrove.server.rest.api_request import TOKEN_REQUIRED, ApiRequest
from gemgrove.server.rest.parameters import Before, Empty, IdempotencyKey, Limit, TokenPrefix
from gemgrove.server.rest.players import Text
from gemgrove.server.rest.responses import response_of
from gemgrove.server.rest.tables import Status

# Requests that revoke their own token cannot be authenticated when they are repeated.
_TOKEN_CHECKED_LATER = {"security": TOKEN_REQUIRED["security"]}


class Renaming(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Annotated[Text, Meta(examples=["Juniper Two"])]


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The scope of a new token."""

    scope: Annotated[
        Literal["play", "bot"],
        Meta(description="`bot`: may take seats and play, but has no access to the account."),
    ] = "play"


class Tokens(Struct, frozen=True):
    """The valid tokens, oldest first."""

    tokens: list[ListedToken]


class Account(Controller):
    path = "/api/me"
    tags = ("me",)

    @get(summary="Get your account", **TOKEN_REQUIRED)
    async def me(self, request: ApiRequest) -> RatedPlayer:
        """The account as everybody sees it."""
        player = await request.service.accounts.find(request.caller.player)
        return await rated_player(request.service.database, player)

    @patch(
        summary="Change your name",
        opt={"codes": "bad_name name_reserved name_taken wrong_scope"},
        **TOKEN_REQUIRED,
    )
    async def rename(
        self, request: ApiRequest, data: JSONBody[Renaming], key: IdempotencyKey = None
    ) -> Response[Player]:
        """The old name is free immediately. A guest becomes a named player."""
        accounts = request.service.accounts
        return response_of(await accounts.rename(request.caller, data.name, key=key))

    @delete(
        status_code=HTTPStatus.OK,
        summary="Delete the account",
        opt={"codes": "wrong_scope"},
        **_TOKEN_CHECKED_LATER,
    )
    async def delete_me(
        self, request: ApiRequest, key: IdempotencyKey = None
    ) -> Response[DeletedPlayer]:
        """Seats are given up, and the name is free. The logs of games still contain it."""
        accounts = request.service.accounts
        answer = await accounts.repeated(request.context.token, key, DELETING)
        if answer is None:
            answer = await accounts.delete(await request.authenticate(), key=key)
        return response_of(answer)

    @get("/tables", summary="List your tables", **TOKEN_REQUIRED)
    async def my_tables(
        self,
        request: ApiRequest,
        status: Status = None,
        before: Before = None,
        limit: Limit = PAGE,
    ) -> TablePage:
        """The tables at which you have or had a seat, including private ones, newest first."""
        filters = Filters(
            status=tuple(status or ()),
            before=before or None,
            limit=limit,
            player=request.caller.player,
            private=True,
        )
        return await request.service.tables(filters)

    @get("/tokens", summary="List your tokens", opt={"codes": "wrong_scope"}, **TOKEN_REQUIRED)
    async def tokens(self, request: ApiRequest) -> Tokens:
        """The valid tokens, without their secret parts."""
        return Tokens(await request.service.accounts.tokens(request.caller))

    @post(
        "/tokens",
        summary="Issue another token",
        opt={"codes": "not_a_bot too_many_tokens weak_key wrong_scope", "links": "prefix"},
        **TOKEN_REQUIRED,
    )
    async def new_token(
        self, request: ApiRequest, data: JSONBody[TokenRequest], key: IdempotencyKey = None
    ) -> Response[NewToken]:
        """The token is shown only once."""
        accounts = request.service.accounts
        return response_of(await accounts.issue(request.caller, Scope(data.scope), key=key))

    @delete(
        "/tokens/{prefix:str}",
        status_code=HTTPStatus.OK,
        summary="Revoke a token",
        opt={"codes": "wrong_scope"},
        **_TOKEN_CHECKED_LATER,
    )
    async def revoke(
        self, request: ApiRequest, prefix: TokenPrefix, key: IdempotencyKey = None
    ) -> Response[RevokedToken]:
        """Revokes the token with this prefix."""
        accounts = request.service.accounts
        answer = await accounts.repeated(request.context.token, key, revoking(prefix))
        if answer is None:
            answer = await accounts.revoke(await request.authenticate(), prefix, key=key)
        return response_of(answer)

    @post(
        "/recovery",
        status_code=HTTPStatus.OK,
        summary="Replace the recovery code",
        opt={"codes": "weak_key wrong_scope"},
        **TOKEN_REQUIRED,
    )
    async def new_recovery(
        self,
        request: ApiRequest,
        data: JSONBody[Empty],  # noqa: ARG002 - unknown members are refused
        key: IdempotencyKey = None,
    ) -> Response[RecoveryCode]:
        """The previous code becomes invalid."""
        return response_of(await request.service.accounts.renew_recovery(request.caller, key=key))
