"""The options of `gemgrove bots`, `bot`, `check-bot` and `engine-bot`."""

from argparse import REMAINDER

from gemgrove.cli.options import Commands, add_color


def add_bots(commands: Commands) -> None:
    """Add the commands."""
    add_color(commands.add_parser("bots", help="list the bots and their options"))

    bot = commands.add_parser("bot", help="serve a bot over the bot protocol, on stdin and stdout")
    bot.add_argument("bot", metavar="BOT", help="any bot")
    bot.add_argument("--seed", type=int, metavar="N", help="make a random bot repeatable")

    check_bot = commands.add_parser(
        "check-bot", help="check that a program or a bot follows the bot protocol"
    )
    check_bot.add_argument("--game", metavar="GAME", help="only this game; default: all it plays")
    check_bot.add_argument(
        "--games", type=int, default=2, metavar="N", help="per number of players; default: 2"
    )
    check_bot.add_argument(
        "--time", default="20+0.2", metavar="TIME", help="bank and increment; default: 20+0.2"
    )
    check_bot.add_argument(
        "--memory",
        type=int,
        default=2048,
        metavar="MB",
        help="memory limit, 0 for none; default: 2048",
    )
    check_bot.add_argument(
        "bot", nargs=REMAINDER, metavar="CMD ...", help="a command with its arguments, or a bot"
    )
    add_color(check_bot)

    engine_bot = commands.add_parser(
        "engine-bot", help="let a bot play at the table of another Arboretum engine"
    )
    engine_bot.add_argument("bot", nargs="?", default="greedy", help="default: greedy")
    engine_bot.add_argument(
        "--time-limit",
        type=int,
        metavar="MS",
        help="time for a reply, of which a search gets half; default: the engine's variable "
        "TIMEOUT, or 300",
    )
