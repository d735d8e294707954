"""Examples of structs, built from the examples and types of their fields."""

from typing import Any

from msgspec import inspect

_BY_NAME: dict[str, Any] = {
    "bot": "greedy",
    "commitment": "9f" * 32,
    "game": "splendor",
    "move": "p3 white blue green",
    "name": "Juniper",
    "player": "p_7HB3M5XN9C2V6K1D",
    "players": 2,
    "prefix": "gg_play_012345",
    "recovery": "ABCDE-FGHJK-MNPQR-STVWX-YZ012",
    "rules": "official:players=2",
    "scope": "play",
    "table": "t_4ZK8E0QW2R6T1Y9A",
    "token": "gg_play_0123456789ABCDEFGHJKMNPQRSTVWXYZ00000000000000000000",
}
"""Examples for fields whose types do not tell what their values look like."""


def example(kind: Any, *, defaults: bool = True) -> Any:
    """Return a JSON value of a type; without `defaults`, only with fields that need a value."""
    return _example(inspect.type_info(kind), "", defaults=defaults)


def _example(kind: inspect.Type, name: str, *, defaults: bool = True) -> Any:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=more):
            given = (more or {}).get("examples")
            return given[0] if given else _example(inner, name)
        case inspect.StructType():
            return _struct(kind, defaults=defaults)
        case inspect.UnionType(types=types):
            return _example(types[0], name)
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.ListType(item_type=item):
            return [_example(item, name)]
        case inspect.DictType():
            return {}
        case inspect.IntType(ge=least) | inspect.FloatType(ge=least):
            found = _BY_NAME.get(name)
            return found if isinstance(found, int) else max(1, least or 0)
        case inspect.BoolType():
            return True
        case inspect.StrType():
            return str(_BY_NAME.get(name, name or "text"))
    return None


def _struct(kind: inspect.StructType, *, defaults: bool) -> dict[str, Any]:
    found = {} if kind.tag_field is None or not defaults else {kind.tag_field: kind.tag}
    for field in kind.fields:
        if defaults or field.required or _has_example(field.type):
            found[field.encode_name] = _example(field.type, field.encode_name)
    return found


def _has_example(kind: inspect.Type) -> bool:
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(
        isinstance(found, inspect.Metadata) and "examples" in (found.extra_json_schema or {})
        for found in kinds
    )
