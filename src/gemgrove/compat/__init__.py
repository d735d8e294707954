"""The interfaces of other programs, each in a package of its own, over the one API.

`arboretum_engine`: cards, moves, states and saved games of another Arboretum engine, its
`move_evaluator`, and a bot for its table.
"""
