"""Positions as text and as fields: they round-trip, and nonsense is refused."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import _native, splendor
from gemgrove.game import View
from gemgrove.splendor import PRESETS, CardSet, Rules, Splendor
from gemgrove.splendor.position import WORDS

Fields = dict[str, Any]

BUILTIN = CardSet.builtin()
BUYS = range(45, 60)
MARKET_BUYS = (45, 56)  # the first and the last
RESERVE_BUYS = (57, 59)
GOLD = 5
EMPTY = -1


to_text = WORDS.to_text


def from_text(text: str, cards: CardSet) -> dict[str, Any]:
    """The fields of a position's text, with points and bonuses."""
    return Splendor(Rules(), cards).completed_fields(WORDS.from_text(text))


def checked(fields: Fields, rules: Rules, cards: CardSet, *, hidden: bool) -> dict[str, Any]:
    return Splendor(rules, cards).checked_fields(fields, hidden=hidden)


def fields_of(position: Any) -> Fields:
    return _native.splendor.fields(position)


def decide(game: splendor.Game, rng: random.Random) -> None:
    """Play a random move, often a purchase, so that the game progresses."""
    actions = game.legal_actions()
    buys = [action for action in actions if action in BUYS]
    game.play(rng.choice(buys if buys and rng.random() < 0.8 else actions))


def positions(seed: int, **options: Any) -> Iterator[splendor.Game]:
    """Every position of a random game; the same `Game` each time."""
    rng = random.Random(seed)
    game = gg.new("splendor", seed=seed, **options)
    yield game
    while not game.over:
        decide(game, rng)
        yield game


def reach(wanted: Callable[[Fields], bool], **options: Any) -> splendor.Game:
    """The first matching position of some game."""
    for seed in range(2000):
        for game in positions(seed, **options):
            if wanted(fields_of(game)):
                return game
    raise AssertionError("no random game comes to such a position")


@cache
def phase(name: str, **options: Any) -> splendor.Game:
    """A game in this phase; do not play on from it."""
    return reach(lambda fields: fields["phase"] == name, **options)


def middle(**options: Any) -> Fields:
    """The fields of a game well under way, at the start of the first player's turn."""
    return fields_of(_middle(**options))


@cache
def _middle(**options: Any) -> splendor.Game:
    def wanted(fields: Fields) -> bool:
        seats = len(fields["players"])
        reserved = all(player["reserved"] for player in fields["players"])
        early = fields["turns"] < 20 * seats or fields["turns"] % seats
        return reserved and not early and fields["phase"] == "play"

    return reach(wanted, **options)


def refused(
    sentence: str, fields: Any, rules: Rules | None = None, *, hidden: bool = False
) -> None:
    with pytest.raises(gg.PositionError, match=sentence):
        checked(fields, rules or Rules(), BUILTIN, hidden=hidden)


def replaced(text: str, **words: str | None) -> str:
    """The text with other words; None leaves one out."""
    given = dict(word.split("=", 1) for word in text.split())
    merged = given | words
    return " ".join(f"{key}={value}" for key, value in merged.items() if value is not None)


# Writing


def test_a_new_game_is_written_as_one_line() -> None:
    game = gg.new("splendor", players=2, seed=42)
    assert game.position() == (
        "splendor official:players=2 move=p1:play first=p1 turns=0 passes=0 bank=4,4,4,4,4,5 "
        "market=33,24,9,23/43,59,67,56/86,73,72,88 "
        "decks=12,15,28,35,8,31,3,22,38,21,10,34,7,36,2,14,37,18,16,25,26,17,32,6,20,13,11,27,19,30,"
        "4,1,29,5,0,39/52,50,54,51,45,58,65,57,61,68,48,40,47,41,53,49,62,46,60,64,55,66,63,42,44,69"
        "/74,85,70,84,75,79,82,78,89,87,80,71,83,77,81,76 "
        "nobles=2,5,7 p1=0,0,0,0,0,0 p2=0,0,0,0,0,0"
    )


def test_what_is_being_paid_for_is_written_only_in_the_phase_pay() -> None:
    market, reserved = fields_of(_paying(*MARKET_BUYS)), fields_of(_paying(*RESERVE_BUYS))
    market |= {"pending": 50, "owed": [0, 1, 0, 0, 2]}
    assert " passes=0 buying=t2 owed=0,1,0,0,2 bank=" in to_text(market)
    assert " passes=0 buying=r3 owed=" in to_text(reserved | {"pending": 59})
    assert "buying" not in to_text(middle())
    assert "owed" not in to_text(middle())


def test_the_words_may_come_in_any_order() -> None:
    text = to_text(middle())
    words = text.split()
    random.Random(1).shuffle(words)
    assert from_text("  ".join(words), BUILTIN) == from_text(text, BUILTIN)


# Reading back


CONFIGURATIONS = [
    {"rules": preset, "players": players, **more}
    for preset in PRESETS
    for players in (2, 3, 4)
    for more in ({}, {"payment": "choose", "first_player": "random"})
]


SOME_CONFIGURATIONS = [
    {"rules": preset, "players": players, **more}
    for (preset, more), players in zip(
        product(PRESETS, ({}, {"payment": "choose", "first_player": "random"})), cycle((2, 3, 4))
    )
]
"""All rules, each with one number of players."""


def check_round_trips(game: splendor.Game) -> None:
    fields = fields_of(game)
    assert from_text(to_text(fields), BUILTIN) == fields
    assert checked(fields, game.rules, BUILTIN, hidden=False) == fields
    again = gg.from_position(game.position())
    assert again == game
    assert again.position() == game.position()
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        seen = fields_of(view)
        assert from_text(to_text(seen), BUILTIN) == seen
        assert checked(seen, game.rules, BUILTIN, hidden=True) == seen
        assert pickle.loads(pickle.dumps(view)) == view


@pytest.mark.parametrize("options", SOME_CONFIGURATIONS, ids=str)
def test_positions_of_random_games_are_read_back_as_they_were(options: dict[str, Any]) -> None:
    rng = random.Random(7)
    for seed in range(2):
        for game in positions(seed, **options):
            often = 0.2 if fields_of(game)["phase"] != "play" else 0.04
            if game.over or rng.random() < often:
                check_round_trips(game)


@pytest.mark.parametrize("name", ["play", "pay", "return", "noble", "over"])
def test_a_position_of_each_phase_is_read_back(name: str) -> None:
    check_round_trips(phase(name, players=3, payment="choose"))


@pytest.mark.slow
@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_every_position_of_many_random_games_is_read_back(options: dict[str, Any]) -> None:
    for limits in ({}, {"target_points": 5}, {"turn_limit": 20}):
        for seed in range(2):
            for game in positions(seed, **options, **limits):
                check_round_trips(game)


@pytest.mark.parametrize("options", SOME_CONFIGURATIONS, ids=str)
def test_a_game_read_from_its_position_goes_on_in_the_same_way(options: dict[str, Any]) -> None:
    game = gg.new("splendor", seed=5, **options)
    rng = random.Random(5)
    for _ in range(40):
        decide(game, rng)
    again = gg.from_position(game.position())
    while not game.over:
        assert again.legal_actions() == game.legal_actions()
        decide(game, rng)
        again.play(game.actions[-1])
    assert again == game
    assert (again.ending, again.scores) == (game.ending, game.scores)


def test_a_game_with_skipped_turns_is_read_back() -> None:
    game = gg.new("splendor", players=3, seed=2)
    game.skip()
    assert gg.from_position(game.position()) == game


def test_a_game_read_from_a_position_can_be_pickled_and_recorded() -> None:
    game = gg.from_position(phase("pay", payment="choose").position())
    decide(game, random.Random(0))
    assert pickle.loads(pickle.dumps(game)) == game
    assert gg.Record.from_json(game.record().to_json()).replay() == game


def test_a_view_that_was_pickled_samples_full_positions() -> None:
    view = pickle.loads(pickle.dumps(_middle().view(0)))
    assert isinstance(view, View)
    sampled = view.sample(3)
    fields = fields_of(sampled)
    assert checked(fields, sampled.rules, BUILTIN, hidden=False) == fields


# Unreadable text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"move": "play"}, r"move='play' is wrong; it must be a player and a phase \(play, pay"),
        ({"move": "p5:play"}, "move='p5:play' is wrong"),
        ({"move": "p1:think"}, "move='p1:think' is wrong"),
        ({"first": "1"}, "first='1' is wrong; it must be the player who began, p1 to p4"),
        ({"turns": "many"}, "turns='many' is wrong; it must be the number of completed turns"),
        ({"turns": "-1"}, "turns='-1' is wrong"),
        ({"turns": "9" * 6}, "turns='999999' is wrong"),
        ({"passes": "10"}, "passes='10' is wrong; it must be the number of passes in a row"),
        ({"passes": "٣"}, "passes='٣' is wrong"),
        ({"buying": "x1"}, "buying='x1' is wrong; it must be the place of the card, such as t2"),
        ({"owed": "1,2"}, r"owed='1,2' is wrong; it must be 5 numbers \(white, blue, green,"),
        ({"bank": "4,4,4,4,4"}, r"bank=.* must be 6 numbers \(white, .*, gold\)"),
        ({"bank": "4,4,4,4,4,x"}, "bank='4,4,4,4,4,x' is wrong"),
        ({"bank": ""}, "bank='' is wrong"),
        ({"market": "1,2,3,4/41,42,43,44"}, "market=.* must be 3 rows of 4 slots"),
        ({"market": "1,2,3/4,5,6,7/8,9,10,11"}, "market=.* is wrong"),
        ({"market": "?,1,2,3/4,5,6,7/8,9,10,11"}, "market=.* is wrong"),
        ({"decks": "1,2,3"}, "decks='1,2,3' is wrong; it must be 3 decks"),
        ({"decks": "1,-/-/-"}, "decks='1,-/-/-' is wrong"),
        ({"decks": "?x0/-/-"}, "decks=.* is wrong"),
        ({"nobles": "1,2,king"}, "nobles=.* must be a noble or - for each slot"),
        ({"p1": "0,0,0,0,0"}, "p1='0,0,0,0,0' is wrong; it must be 6 numbers .* then what there"),
        ({"p1": "0,0,0,0,0,0;reserved=?4*"}, "p1=.* is wrong"),
        ({"p1": "0,0,0,0,0,0;bought="}, "p1=.* is wrong"),
        ({"p1": "0,0,0,0,0,0;gifts=1"}, "p1=.* is wrong"),
        (
            {"p1": "0,0,0,0,0,0;bought=90"},
            "the cards p1 bought: 90 is not a card; cards are 0 to 89",
        ),
        ({"market": "99,2,3,4/1,1,1,1/1,1,1,1"}, "the market of tier 1: 99 is not a card"),
        ({"nobles": "1,2,10"}, "10 is not a noble; nobles are 0 to 9"),
        ({"bank": None}, "bank= is missing; it must be 6 numbers"),
        ({"p2": None}, "p2= is missing"),
        ({"p4": "0,0,0,0,0,0"}, "p3= is missing"),
        (
            {"bnak": "1"},
            "'bnak=1' is not a word of a position; the words are move=, first=, turns=",
        ),
    ],
)
def test_a_word_that_cannot_be_read_is_named(words: dict[str, str | None], sentence: str) -> None:
    with pytest.raises(gg.PositionError, match=sentence):
        from_text(replaced(to_text(middle()), **words), BUILTIN)


def test_a_word_without_an_equals_sign_is_refused() -> None:
    with pytest.raises(gg.PositionError, match="'hello' is not a word of a position"):
        from_text("hello", BUILTIN)


def test_a_word_that_is_there_twice_is_refused() -> None:
    with pytest.raises(gg.PositionError, match="turns= appears twice; it must appear once"):
        from_text(to_text(middle()) + " turns=3", BUILTIN)


def test_an_endless_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(gg.PositionError, match="has 2000000 characters; 2000 are enough"):
        from_text("p" * 2_000_000, BUILTIN)


def test_a_view_is_not_a_full_position() -> None:
    view = gg.new("splendor", players=2, seed=1).view(0)
    text = f"splendor {view.variant.spec} {to_text(fields_of(view))}"
    with pytest.raises(
        gg.PositionError, match="this is what a view shows, and not a full position"
    ):
        gg.from_position(text)


# Fields of the wrong shape


def test_fields_must_be_a_dict() -> None:
    refused("The fields do not give move=; it must be a player and a phase", 3)


@pytest.mark.parametrize("name", list(fields_of(gg.new("splendor", seed=1))))
def test_every_field_is_needed(name: str) -> None:
    fields = middle()
    del fields[name]
    refused("The fields do not give [a-z1]*=; it must be ", fields)


@pytest.mark.parametrize("name", ["bought", "reserved", "nobles"])
def test_no_cards_are_an_empty_list_and_not_nothing(name: str) -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    fields["players"][0][name] = None
    refused("The fields do not give p1=", fields)


@pytest.mark.parametrize("name", ["tokens", "bought", "reserved", "nobles"])
def test_every_field_of_a_player_is_needed(name: str) -> None:
    fields = middle()
    del fields["players"][1][name]
    refused("The fields do not give p2=; it must be 6 numbers", fields)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("to_move", -1, "move='p0:play' is wrong"),
        ("to_move", "1", "do not give move="),
        ("first", 4, "first='p5' is wrong"),
        ("turns", 1.5, "turns='1.5' is wrong"),
        ("turns", True, "turns='True' is wrong"),
        ("phase", None, "move='p1:None' is wrong"),
        ("passes", [], r"passes='\[\]' is wrong"),
        ("pending", 3, "do not give buying=; it must be the place of the card"),
        ("pending", [], "do not give buying="),
        ("owed", [0, 0], "owed='0,0' is wrong"),
        ("bank", 3, "do not give bank="),
        ("bank", [4, 4, 4, 4, 4, -5], "bank='4,4,4,4,4,-5' is wrong"),
        ("market", [[1, 2, 3, 4]], "market='1,2,3,4' is wrong"),
        ("market", [[-2, 2, 3, 4]] * 3, "market=.* is wrong"),
        ("decks", [[], []], "do not give decks="),
        ("decks", [[-1], [], []], "decks='-1/-/-' is wrong"),
        ("decks", [[-3], [], []], "decks='-3/-/-' is wrong"),
        ("nobles", "no", "nobles='n,o' is wrong"),
        ("players", [], "p1= is missing"),
        ("players", [1, 2], "do not give p1="),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(name: str, value: Any, sentence: str) -> None:
    refused(sentence, middle() | {name: value})


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    refused("do not give turns=", middle() | {"turns": 10**5000})
    refused("do not give bank=", middle() | {"bank": [4, 4, 4, 4, 4, 10**5000]})


@pytest.mark.parametrize(
    "entry", [[12], [12, False, 0], [12, "no"], [12, 2], [-1, True], [-5, True], 12]
)
def test_a_reserved_card_is_a_card_and_whether_it_was_unseen(entry: Any) -> None:
    fields = middle()
    fields["players"][0]["reserved"][0] = entry
    refused("p1=", fields)


# Invalid positions: sizes


def test_the_position_must_be_of_as_many_players_as_the_rules() -> None:
    refused("has 2 players; by the rules it must have 3", middle(), Rules(players=3))


def test_a_fifth_player_is_not_overlooked() -> None:
    fields = middle(players=4)
    fields["players"].append(fields["players"][0])
    refused("has 5 players; by the rules it must have 4", fields, Rules(players=4))


def test_there_is_one_noble_slot_more_than_players() -> None:
    fields = middle()
    fields["nobles"].append(EMPTY)
    refused("There are 4 noble slots; with 2 players there must be 3", fields)


@pytest.mark.parametrize("name", ["to_move", "first"])
def test_a_seat_must_be_that_of_a_player(name: str) -> None:
    refused(f"{name} is p3; the last player is p2", middle() | {name: 2})


def test_more_turns_than_the_limit_are_refused() -> None:
    refused("turns is 401; it can be 0 to 400", middle() | {"turns": 401})


def test_more_passes_than_players_are_refused() -> None:
    refused("passes is 3; it can be 0 to 2", middle() | {"passes": 3})


def test_a_fourth_reserved_card_is_refused() -> None:
    fields = middle()
    reserve = fields["players"][0]["reserved"]
    while len(reserve) < 4:
        reserve.append([fields["decks"][0].pop(), False])
    refused("p1 has 4 reserved cards; 3 is the limit", fields)


# Hidden cards


def test_a_view_shows_no_card_of_a_deck() -> None:
    seen = fields_of(_middle().view(0))
    seen["decks"][1] = middle()["decks"][1]
    refused("The deck of tier 2 shows cards; a view hides them all", seen, hidden=True)


def test_only_a_card_reserved_unseen_is_hidden() -> None:
    seen = fields_of(_middle().view(None))
    seen["players"][0]["reserved"][0] = [-2, False]
    refused("p1 has a hidden card without", seen, hidden=True)


def test_nothing_is_reserved_unseen_where_the_rules_do_not_allow_it() -> None:
    fields = middle(deck_reserve=False)
    fields["players"][1]["reserved"][0][1] = True
    refused(r"p2 has a card reserved unseen \(\*\)", fields, Rules(deck_reserve=False))


def test_as_many_cards_are_hidden_as_are_nowhere_in_sight() -> None:
    seen = fields_of(_middle().view(None))
    seen["decks"][2].pop()
    refused(r"\d+ cards of tier 3 are hidden, but \d+ are nowhere in sight", seen, hidden=True)


# Cards


def test_a_card_must_lie_where_its_tier_belongs() -> None:
    fields = middle()
    market = fields["market"]
    market[0][0], market[1][0] = market[1][0], market[0][0]
    card = market[0][0]
    refused(f"Card {card}, of tier 2, is in the market of tier 1", fields)


def test_a_card_in_a_deck_must_be_of_its_tier() -> None:
    fields = middle()
    decks = fields["decks"]
    decks[0], decks[1] = decks[1], decks[0]
    refused("of tier 2, is in the deck of tier 1", fields)


def test_no_card_is_there_twice() -> None:
    fields = middle()
    card = fields["market"][0][0]
    fields["players"][1]["bought"].append(card)
    refused(
        f"Card {card} appears twice, in the market of tier 1 and in the cards p2 bought", fields
    )


def test_no_card_is_missing() -> None:
    fields = middle()
    card = fields["decks"][2].pop()
    refused(f"Card {card} is missing; it must be in the market, a deck or with a player", fields)


def test_a_market_slot_is_empty_only_when_its_deck_is() -> None:
    fields = middle()
    fields["decks"][1].append(fields["market"][1][2])
    fields["market"][1][2] = EMPTY
    refused("A market slot of tier 2 is empty; that can be only when its deck is", fields)


# Tokens


def test_no_token_is_lost() -> None:
    fields = middle()
    fields["bank"][3] += 1
    refused("There are 5 red tokens; for 2 players it must be 4", fields)


@pytest.mark.parametrize(("players", "count"), [(2, 4), (3, 5), (4, 7)])
def test_the_number_of_tokens_follows_from_that_of_players(players: int, count: int) -> None:
    fields = middle(players=players)
    fields["bank"][0] += 1
    refused(f"{count + 1} white .* it must be {count}", fields, Rules(players=players))


def test_there_are_five_gold_tokens() -> None:
    fields = middle(players=4)
    fields["bank"][GOLD] += 1
    refused("There are 6 gold tokens; for 4 players it must be 5", fields, Rules(players=4))


def take_from_bank(fields: Fields, seat: int, total: int) -> None:
    """Move tokens from the bank, and if needed from the others, until this seat has `total`."""
    tokens = fields["players"][seat]["tokens"]
    others = [player["tokens"] for player in fields["players"] if player["tokens"] is not tokens]
    for source in (fields["bank"], *others):
        for color in range(GOLD + 1):
            while source[color] and sum(tokens) < total:
                source[color] -= 1
                tokens[color] += 1


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_holds_more_than_ten_tokens_at_the_beginning_of_a_turn(seat: int) -> None:
    fields = middle()
    take_from_bank(fields, seat, 11)
    refused(f"p{seat + 1} holds 11 tokens; more than 10 can be held only by the player", fields)


def test_nobody_but_the_player_to_move_holds_too_many_in_the_phase_return() -> None:
    fields = fields_of(phase("return"))
    fields["turns"] += 1
    fields["to_move"] = 1 - fields["to_move"]
    refused("holds 1[1-3] tokens; more than 10 can be held only by", fields)


# Nobles, points and bonuses


def test_no_noble_is_there_twice() -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    noble = fields["nobles"][1] = fields["nobles"][0]
    refused(f"Noble {noble} appears 2 times; it must appear once", fields)


def test_a_noble_that_left_is_with_a_player() -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    fields["nobles"][1] = EMPTY
    refused("1 nobles have left their slots, but the players have 0", fields)


def test_a_noble_is_with_a_player_only_if_it_left_its_slot() -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    other = next(noble for noble in range(10) if noble not in fields["nobles"])
    fields["players"][0]["nobles"] = [other]
    refused("0 nobles have left their slots, but the players have 1", fields)


def test_a_noble_is_with_a_player_who_has_the_bonuses() -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    noble = fields["nobles"][0]
    fields["nobles"][0] = EMPTY
    fields["players"][1] |= {"nobles": [noble], "points": 3}
    refused(f"p2 has noble {noble}, but not the bonuses it requires", fields)


@pytest.mark.parametrize("name", ["points", "bonuses"])
def test_points_and_bonuses_are_those_of_the_cards(name: str) -> None:
    fields = fields_of(phase("over"))
    right = fields["players"][0][name]
    fields["players"][0][name] = [9] * 5 if name == "bonuses" else right + 1
    refused(f"p1 must have the {name} of its cards and nobles: ", fields)
    del fields["players"][0][name]
    refused(f"p1 must have the {name} of its cards and nobles: ", fields)


# Turns and the end


def test_the_first_player_is_that_of_the_rules() -> None:
    fields = fields_of(gg.new("splendor", seed=1))
    refused("p1 began; by the rules it must be p2", fields, Rules(first_player=1))
    assert checked(fields, Rules(first_player="random"), BUILTIN, hidden=False) == fields


def test_the_player_to_move_follows_from_the_turns() -> None:
    fields = fields_of(gg.new("splendor", seed=1)) | {"turns": 7}
    refused("p1 is to move, but p1 began and 7 turns were made, so it must be p2", fields)


def test_there_are_no_more_passes_than_turns() -> None:
    fields = fields_of(gg.new("splendor", seed=1)) | {"passes": 1}
    refused("passes is 1, but only 0 turns were made", fields)


@pytest.mark.parametrize("name", ["pay", "return"])
def test_in_the_middle_of_a_turn_the_passes_are_none(name: str) -> None:
    fields = fields_of(phase(name, payment="choose")) | {"passes": 1}
    refused(f"passes is 1; in the phase {name} it must be 0", fields, Rules(payment="choose"))


def test_a_game_is_not_over_before_its_end() -> None:
    refused("The phase is over, but nobody has 15 points at the end", middle() | {"phase": "over"})


def test_a_game_is_over_when_the_target_is_reached_and_the_round_complete() -> None:
    fields = fields_of(phase("over")) | {"phase": "play"}
    refused("The phase is play, but p[12] has .* points and the round is complete", fields)


def test_a_game_is_over_at_the_turn_limit() -> None:
    fields = middle()
    rules = Rules(turn_limit=fields["turns"] // 2)
    refused("The phase is play, but the limit of .* turns is reached", fields, rules)
    over = fields | {"phase": "over"}
    assert checked(over, rules, BUILTIN, hidden=False) == over


def test_a_game_is_over_when_all_have_passed() -> None:
    fields = middle() | {"passes": 2}
    refused("The phase is play, but all have passed in a row; it must be over", fields)
    over = fields | {"phase": "over"}
    assert checked(over, Rules(), BUILTIN, hidden=False) == over


def test_the_target_cannot_have_been_reached_before_this_round() -> None:
    fields = fields_of(phase("over"))
    target = max(player["points"] for player in fields["players"])
    fields["players"].sort(key=lambda player: player["points"])  # the winner moves second
    fields |= {"phase": "play", "turns": fields["turns"] + 1, "to_move": 1}
    refused(f"p2 has {target} points without a turn in this round", fields)


# The phases return and noble


def test_return_is_for_more_than_ten_tokens() -> None:
    fields = middle() | {"phase": "return"}
    refused("In the phase return .* tokens are held; it must be 11 to 13", fields)


def test_nobody_comes_to_hold_more_than_thirteen_tokens() -> None:
    fields = fields_of(phase("return", players=4))
    take_from_bank(fields, fields["to_move"], 14)
    refused("In the phase return 14 tokens are held; it must be 11 to 13", fields, Rules(players=4))


def test_there_is_no_return_where_the_limit_cannot_be_passed() -> None:
    rules = Rules(over_limit="forbid")
    refused("There is no phase return: by these rules", fields_of(phase("return")), rules)


DRAWN = Rules(players=3, over_limit="return_drawn")


def returning() -> Fields:
    """A player with more than ten tokens, who may return only those just taken."""
    fields = fields_of(phase("return", players=3, over_limit="return_drawn"))
    assert checked(fields, DRAWN, BUILTIN, hidden=False) == fields
    return fields


def test_a_text_without_escrow_is_read_where_any_token_may_go_back() -> None:
    text = to_text(returning())
    [word] = [word for word in text.split() if word.startswith("escrow=")]
    fields = from_text(text.replace(f"{word} ", ""), BUILTIN)
    assert fields["escrow"] == [0] * 6
    assert checked(fields, Rules(players=3), BUILTIN, hidden=False) == fields


def test_where_only_drawn_tokens_go_back_enough_of_them_are_in_escrow() -> None:
    fields = returning()
    more = sum(fields["players"][fields["to_move"]]["tokens"]) - 10
    refused(
        f"p. must return {more} tokens, and only those in escrow may go back; escrow= must have "
        f"{more} or more, not 0",
        fields | {"escrow": [0] * 6},
        DRAWN,
    )


def test_tokens_in_escrow_are_held() -> None:
    fields = returning()
    color = fields["players"][fields["to_move"]]["tokens"].index(0)
    fields["escrow"] = [int(kind == color) for kind in range(6)]
    refused(r"p\d has 1 \w+ in escrow, but holds 0", fields, Rules(players=3))


@pytest.mark.parametrize("escrow", ["2,1,0,0,0,0", "0,3,0,0,0,0", "1,1,1,1,0,0", "1,0,0,0,0,1"])
def test_tokens_in_escrow_can_be_taken_in_one_turn(escrow: str) -> None:
    fields = returning() | {"escrow": [int(number) for number in escrow.split(",")]}
    refused(f"escrow={escrow} cannot have been taken in one turn", fields, DRAWN)


def test_nothing_is_in_escrow_before_a_turn_and_while_a_card_is_paid_for() -> None:
    escrow = {"escrow": [0, 0, 1, 0, 0, 0]}
    sentence = "In the phase {} nothing is in escrow; escrow= must not be there"
    refused(sentence.format("play"), middle() | escrow)
    refused(sentence.format("pay"), paying() | escrow, CHOOSE)


def test_nothing_is_in_escrow_after_a_pass() -> None:
    fields = fields_of(phase("noble"))
    fields |= {"passes": 1, "escrow": [0, 0, 1, 0, 0, 0]}
    refused(r"p\d has passed, so nothing is in escrow; escrow= must not be there", fields)


def test_noble_is_for_a_choice_between_two() -> None:
    fields = fields_of(gg.new("splendor", seed=1)) | {"phase": "noble"}
    refused("In the phase noble there is no choice; at least two nobles must come", fields)


def test_nobles_are_chosen_only_where_the_rules_say_so() -> None:
    fields = fields_of(phase("noble"))
    refused("There is no phase noble: by these rules", fields, Rules(nobles="all"))


# The phase pay


CHOOSE = Rules(payment="choose")


def paying() -> Fields:
    """A purchase from the market that is being paid for."""
    return fields_of(_paying(*MARKET_BUYS))


@cache
def _paying(least: int, most: int) -> splendor.Game:
    return reach(lambda fields: least <= fields["pending"] <= most, payment="choose")


def test_one_pays_only_where_the_rules_give_the_choice() -> None:
    refused("There is no phase pay: by these rules payment is automatic", paying(), Rules())


def test_outside_the_phase_pay_nothing_is_being_bought() -> None:
    sentence = "In the phase play nothing is bought; buying= and owed= must not be there"
    refused(sentence, middle() | {"pending": BUYS[0]})
    refused(sentence, middle() | {"owed": [1, 0, 0, 0, 0]})


def test_in_the_phase_pay_something_is_being_bought() -> None:
    sentence = "In the phase pay buying= must name a place with a card that all may see"
    refused(sentence, paying() | {"pending": EMPTY}, CHOOSE)


def test_the_card_being_bought_is_there() -> None:
    fields = paying()
    reserve = fields["players"][fields["to_move"]]["reserved"]
    while reserve:
        fields["players"][fields["to_move"]]["bought"].append(reserve.pop()[0])
    text = to_text(fields)
    worth = from_text(text, BUILTIN)
    refused("must name a place with a card", worth | {"pending": RESERVE_BUYS[1]}, CHOOSE)


def test_the_card_being_bought_is_shown_to_all() -> None:
    fields = fields_of(_paying(*RESERVE_BUYS))
    reserve = fields["players"][fields["to_move"]]["reserved"]
    reserve[fields["pending"] - RESERVE_BUYS[0]][1] = True
    refused("must name a place with a card that all may see", fields, CHOOSE)


def test_something_is_owed() -> None:
    refused("owed=0,0,0,0,0 cannot be left of the price", paying() | {"owed": [0] * 5}, CHOOSE)


def test_no_more_is_owed_than_the_price() -> None:
    fields = paying()
    color = next(color for color, number in enumerate(fields["owed"]) if number)
    fields["owed"][color] = 9
    refused("owed=.* cannot be left of the price .*, paid in order", fields, CHOOSE)


def test_the_colors_are_paid_in_order() -> None:
    fields = fields_of(
        reach(
            lambda fields: fields["phase"] == "pay" and sum(n > 0 for n in fields["owed"]) > 1,
            payment="choose",
        )
    )
    last = max(color for color, number in enumerate(fields["owed"]) if number)
    fields["owed"][last] -= 1
    refused("owed=.* cannot be left of the price .*, paid in order", fields, CHOOSE)


def test_a_payment_without_a_choice_is_not_asked_for() -> None:
    fields = paying()
    tokens = fields["players"][fields["to_move"]]["tokens"]
    fields["bank"][GOLD] += tokens[GOLD]
    tokens[GOLD] = 0
    refused("owed=.* leaves no choice between [a-z]* and gold", fields, CHOOSE)


# Custom cards

CARDS = "".join(
    f"{tier},{color},{tier},{cost},,,,1\n"
    for tier in (1, 2, 3)
    for color in ("white", "green", "black")
    for cost in (1, 2)
)
OWN = CardSet.load(f"Tier,Color,Prestige,White,Blue,Green,Red,Black\n{CARDS}".splitlines())


def test_positions_with_cards_of_ones_own_are_read_back() -> None:
    for game in positions(3, cards=OWN, payment="choose"):
        fields = fields_of(game)
        assert from_text(to_text(fields), OWN) == fields
        assert checked(fields, game.rules, OWN, hidden=False) == fields
        assert gg.Game(game.variant, game.variant.read_position(to_text(fields)), None) == game
        assert pickle.loads(pickle.dumps(game.view(0))) == game.view(0)


def test_points_that_cannot_be_counted_are_refused() -> None:
    rows = [f"{tier},white,20,1,,,,\n" for tier in (1, 2, 3) for _ in range(6)]
    rich = CardSet.load(["Tier,Color,Prestige,White,Blue,Green,Red,Black\n", *rows])
    fields = fields_of(gg.new("splendor", cards=rich, seed=1))
    fields["players"][0]["bought"] = list(range(18))
    fields |= {"market": [[EMPTY] * 4] * 3, "decks": [[]] * 3, "phase": "over"}
    values = from_text(to_text(fields), rich)
    with pytest.raises(gg.PositionError, match="p1 has 360 points; 255 can be counted"):
        checked(values, Rules(), rich, hidden=False)


def test_a_position_with_cards_of_ones_own_is_read_with_them() -> None:
    game = gg.new("splendor", cards=OWN, seed=3)
    rng = random.Random(3)
    for _ in range(10):
        decide(game, rng)
    assert gg.from_position(game.position(), cards=OWN) == game


def test_a_position_with_cards_of_ones_own_is_not_read_without_them() -> None:
    game = gg.new("splendor", cards=OWN, seed=3)
    with pytest.raises(gg.PositionError, match="pass the former as cards="):
        gg.from_position(game.position())


# Arbitrary input


@cache
def texts() -> list[str]:
    games = [gg.new("splendor", seed=1), _middle(players=3), phase("return"), phase("over")]
    games += [phase("noble"), phase("pay", payment="choose")]
    return [game.position() for game in games]


TEXTS = st.deferred(lambda: st.sampled_from(texts()))
PIECES = st.sampled_from(["", "0", "7", "89", "90", "p1", "p3", "²", *" -?*,/;=:"])


@given(st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for written in (text, f"splendor official {text}", f"splendor {text} turns=1"):
        with pytest.raises(gg.PositionError):
            gg.from_position(written)
    with pytest.raises(gg.PositionError):
        from_text(text, BUILTIN)


@given(
    TEXTS,
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 4), PIECES),
        min_size=1,
        max_size=3,
    ),
)
def test_a_text_with_typing_errors_is_a_position_or_refused(
    text: str, errors: list[tuple[float, int, str]]
) -> None:
    for place, length, piece in errors:
        start = int(place * len(text))
        text = text[:start] + piece + text[start + length :]
    try:
        game = gg.from_position(text)
    except gg.PositionError:
        pass
    else:
        assert gg.from_position(game.position()) == game
        play_to_the_end(game)


@given(TEXTS, st.data())
def test_a_text_with_words_exchanged_is_a_position_or_refused(text: str, data: Any) -> None:
    words = text.split()
    other = data.draw(TEXTS).split()
    for _ in range(data.draw(st.integers(1, 4))):
        words[data.draw(st.integers(2, len(words) - 1))] = data.draw(st.sampled_from(other[2:]))
    try:
        game = gg.from_position(" ".join(words))
    except gg.PositionError:
        pass
    else:
        play_to_the_end(game)


def play_to_the_end(game: splendor.Game) -> None:
    """Check that every position after an accepted one is accepted, too."""
    rng = random.Random(0)
    while not game.over:
        decide(game, rng)
        assert checked(fields_of(game), game.rules, BUILTIN, hidden=False)


@pytest.mark.parametrize("options", SOME_CONFIGURATIONS, ids=str)
def test_an_invented_position_plays_on_to_its_end(options: dict[str, Any]) -> None:
    rng = random.Random(11)
    rules = gg.new("splendor", **options).rules
    for _ in range(3):
        game = gg.from_position(f"splendor {rules.spec} {to_text(invented(rules, rng))}")
        play_to_the_end(game)


def invented(rules: Rules, rng: random.Random) -> Fields:
    """A valid position with cards, tokens and turns that real games would not lead to."""
    fields = fields_of(gg.new("splendor", rules=rules, seed=rng.randrange(1000)))
    seats = fields["players"]
    for deck in fields["decks"]:
        for _ in range(rng.randrange(len(deck) // 2)):
            seat = rng.choice(seats)
            if len(seat["reserved"]) < 3 and rng.random() < 0.2:
                seat["reserved"].append([deck.pop(), rules.deck_reserve and rng.random() < 0.5])
            elif BUILTIN.cards[deck[-1]].points == 0:
                seat["bought"].append(deck.pop())
    for index in range(rules.players):
        take_from_bank(fields, index, rng.randrange(4))
    fields["turns"] = rng.randrange(1, 20) * rules.players
    return from_text(to_text(fields), BUILTIN)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-5, 20),
    st.floats(),
    st.text(max_size=3),
    st.just(10**5000),
    st.lists(st.integers(-4, 10), max_size=6),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@given(TEXTS, st.booleans(), st.data())
def test_damaged_fields_are_a_position_or_refused(text: str, hidden: bool, data: Any) -> None:
    game = gg.from_position(text)
    fields = copy.deepcopy(fields_of(game.view(0) if hidden else game))
    for _ in range(data.draw(st.integers(1, 2))):
        damage(fields, data)
    try:
        values = checked(fields, game.rules, BUILTIN, hidden=hidden)
    except gg.PositionError:
        pass
    else:
        variant = game.variant
        assert isinstance(variant, Splendor)
        position = _native.splendor.position(variant.native, values)
        assert fields_of(position) == values


def damage(fields: Fields, data: Any) -> None:
    """Replace a value at any depth."""
    inside: Any = fields
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inside[key], list | dict) or not inside[key] or data.draw(st.booleans()):
            inside[key] = data.draw(VALUES)
            return
        inside = inside[key]
