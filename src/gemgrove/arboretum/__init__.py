"""Arboretum: rules presets, notation, rendering, positions, scoring and statistics."""

from gemgrove.arboretum.board import Board, Cell, Player, free_cells
from gemgrove.arboretum.cards import RANKS, SPECIES, Card, species_in_play
from gemgrove.arboretum.game import Arboretum
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.rule_options import PRESETS, Rules
from gemgrove.arboretum.scoresheet import ScoreSheet, score_sheet
from gemgrove.arboretum.statistics import PlayerStatistics, Statistics
from gemgrove.arboretum.turns import Turn, play_turn, turns
from gemgrove.game import Game as AnyGame
from gemgrove.game import View as AnyView

GAME = Arboretum

Game = AnyGame[Arboretum]
"""A game of Arboretum, for type annotations."""
View = AnyView[Arboretum]
"""A view of a game of Arboretum, for type annotations."""

__all__ = [
    "GAME",
    "PRESETS",
    "RANKS",
    "SPECIES",
    "Arboretum",
    "Board",
    "Card",
    "Cell",
    "Game",
    "Move",
    "Player",
    "PlayerStatistics",
    "Rules",
    "ScoreSheet",
    "Statistics",
    "Turn",
    "View",
    "free_cells",
    "play_turn",
    "score_sheet",
    "species_in_play",
    "turns",
]
