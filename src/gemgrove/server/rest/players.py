"""Players: registration, recovery, and public profiles."""

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from gemgrove.server.account_service import Credentials
from gemgrove.server.listing import PAGE, Filters, TablePage
from gemgrove.server.rating_queries import RatedGames, RatedPlayer, rated_games, rated_player
from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.parameters import LATEST, Before, IdempotencyKey, Limit, PlayerId
from gemgrove.server.rest.responses import response_of
from gemgrove.server.rest.tables import Status

REGISTRATION_COST = 20
"""Measured in ordinary requests: names are scarce, and recovery codes must not be guessed."""

Text = Annotated[str, Meta(max_length=2000)]


class Registration(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new player."""

    name: Annotated[
        Text | None,
        Meta(description="Without a name, a guest with a random one.", examples=["Juniper"]),
    ] = None
    bot: Annotated[bool, Meta(description="If true, everybody sees that it is a bot.")] = False


class Recovery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and its recovery code."""

    name: Annotated[Text, Meta(examples=["Juniper"])]
    recovery: Annotated[Text, Meta(examples=["ABCDE-FGHJK-MNPQR-STVWX-YZ012"])]


class Players(Controller):
    path = "/api"
    tags = ("players",)

    @post(
        "/players",
        summary="Register a player or a guest",
        opt={"codes": "bad_name name_reserved name_taken weak_key", "links": "player"},
    )
    async def register(
        self, request: ApiRequest, data: JSONBody[Registration], key: IdempotencyKey = None
    ) -> Response[Credentials]:
        """The token and the recovery code are shown only once."""
        request.context.charge(REGISTRATION_COST - 1)
        accounts = request.service.accounts
        return response_of(await accounts.register(data.name, bot=data.bot, key=key))

    @post(
        "/recover",
        status_code=200,
        summary="Replace a lost token",
        opt={"codes": "banned weak_key wrong_recovery_code"},
    )
    async def recover(
        self, request: ApiRequest, data: JSONBody[Recovery], key: IdempotencyKey = None
    ) -> Response[Credentials]:
        """All tokens and the recovery code become invalid and are replaced."""
        request.context.charge(REGISTRATION_COST - 1)
        accounts = request.service.accounts
        return response_of(await accounts.recover(data.name, data.recovery, key=key))

    @get("/players/{player:str}", summary="Get a player")
    async def player(self, request: ApiRequest, player: PlayerId) -> RatedPlayer:
        """The player's profile and ratings."""
        found = await request.service.accounts.find(player)
        return await rated_player(request.service.database, found)

    @get("/players/{player:str}/history", summary="List a player's rated games")
    async def player_history(
        self,
        request: ApiRequest,
        player: PlayerId,
        before: Annotated[
            float | None, QueryParameter(ge=0, le=LATEST, description="Games that ended earlier.")
        ] = None,
        limit: Limit = PAGE,
    ) -> RatedGames:
        """Latest first."""
        await request.service.accounts.find(player)
        return await rated_games(request.service.database, player, limit=limit, before=before)

    @get("/players/{player:str}/tables", summary="List a player's public tables")
    async def player_tables(
        self,
        request: ApiRequest,
        player: PlayerId,
        status: Status = None,
        before: Before = None,
        limit: Limit = PAGE,
    ) -> TablePage:
        """Newest first."""
        await request.service.accounts.find(player)
        filters = Filters(
            status=tuple(status or ()), before=before or None, limit=limit, player=player
        )
        return await request.service.tables(filters)
