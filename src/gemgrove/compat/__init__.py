"""The interfaces of other programs on top of the public API, each in a separate package.

`arboretum_engine`: cards, moves, states and saved games of another Arboretum engine, its
`move_evaluator`, and a bot for its table.

`splendor_arena`: Splendor as rows of numbers and 48 actions, players and their playground, as in
Splendor-AI-Arena.
"""
