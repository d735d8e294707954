"""The reader of texts that name a reward: names, numbers, sums and products, and nothing else."""

import ast
from collections.abc import Callable, Mapping

from gemgrove.reward import Reward, finite
from gemgrove.variant import shown

Names = Mapping[str, Callable[..., Reward]]


def evaluated(text: str, names: Names) -> Reward:
    """The reward that a text makes of named ones; a `ValueError` where it makes none."""
    try:
        found = _value(text, _parsed(text, names), names)
    except RecursionError:
        raise unreadable(text, names) from None
    if isinstance(found, int | float):
        raise unreadable(text, names)
    return found


def unreadable(text: str, names: Names) -> ValueError:
    """The error of a text that is not a reward."""
    return ValueError(
        f"{shown(text)} is not a reward; rewards are {', '.join(names)}, added and scaled, as in "
        "'outcome + 0.1 * points_gained'."
    )


def _parsed(text: str, names: Names) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        raise unreadable(text, names) from None


def _value(text: str, node: ast.expr, names: Names) -> Reward | float:
    match node:
        case ast.Name(name) | ast.Call(func=ast.Name(name), args=[]) if name in names:
            keywords = node.keywords if isinstance(node, ast.Call) else []
            return _named(text, name, keywords, names)
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return finite(number)
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(text, operand, names)
        case ast.BinOp(left, operator, right):
            found = _combined(_value(text, left, names), operator, _value(text, right, names))
            if found is not None:
                return found
    raise unreadable(text, names)


def _combined(left: Reward | float, operator: ast.operator, right: Reward | float) -> Reward | None:
    """The sum or the product, where there is one."""
    if isinstance(left, int | float):
        if isinstance(operator, ast.Mult) and not isinstance(right, int | float):
            return left * right
        return None
    match operator:
        case ast.Add() if not isinstance(right, int | float):
            return left + right
        case ast.Sub() if not isinstance(right, int | float):
            return left - right
        case ast.Mult() if isinstance(right, int | float):
            return left * right
    return None


def _named(text: str, name: str, keywords: list[ast.keyword], names: Names) -> Reward:
    values = {str(item.arg): _value(text, item.value, names) for item in keywords}
    if len(values) < len(keywords):  # the same name twice
        raise unreadable(text, names)
    try:
        return names[name](**values)
    except TypeError:
        raise unreadable(text, names) from None
