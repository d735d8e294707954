"""The formats of another Arboretum engine, which is only for two players.

`gemgrove.compat.arboretum_engine` offers them to users; `agents` talks to that engine's bots.
"""
