"""How what a conversation has to say looks in lines."""

from gemgrove.cli.conversation import Line
from gemgrove.cli.screen import Screen, in_columns


def show(line: Line, screen: Screen) -> None:
    """Write one thing that a conversation has to say."""
    match line.kind:
        case "table":
            screen.say()
            screen.say(line.text)
        case "told" | "refusal":
            screen.remark(line.text)
        case "heading":
            screen.say(screen.strong(line.text))
        case "entries":
            entries = line.text.split("\n")
            screen.say("\n".join(entries if screen.plain else in_columns(entries)))
        case "answer" if "\n" not in line.text:
            screen.remark(line.text)
        case "cover":
            screen.clear()
        case _:
            screen.say(line.text)
