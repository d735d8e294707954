"""Splendor: rules presets, notation, rendering, positions, statistics and the cards."""

from gemgrove.game import Game as AnyGame
from gemgrove.game import View as AnyView
from gemgrove.splendor.board import Board, Player, Reserved
from gemgrove.splendor.cards import Card, CardSet, CardSetError, Noble, Problem
from gemgrove.splendor.colors import COLORS, TOKENS, Color, parse_color
from gemgrove.splendor.game import Splendor
from gemgrove.splendor.moves import MOVES, Move
from gemgrove.splendor.rule_options import PRESETS, Rules
from gemgrove.splendor.statistics import PlayerStatistics, Statistics

GAME = Splendor

Game = AnyGame[Splendor]
"""A game of Splendor, for type annotations."""
View = AnyView[Splendor]
"""A view of a game of Splendor, for type annotations."""

__all__ = [
    "COLORS",
    "GAME",
    "MOVES",
    "PRESETS",
    "TOKENS",
    "Board",
    "Card",
    "CardSet",
    "CardSetError",
    "Color",
    "Game",
    "Move",
    "Noble",
    "Player",
    "PlayerStatistics",
    "Problem",
    "Reserved",
    "Rules",
    "Splendor",
    "Statistics",
    "View",
    "parse_color",
]
