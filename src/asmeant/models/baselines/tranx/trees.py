"""A syntax tree of Python <-> a tree of our grammar. Nodes outside the grammar raise `NotCovered`."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from asmeant.models.baselines.tranx import grammar as g
from asmeant.models.baselines.tranx.grammar import Field, python_grammar

# The contents of a field: trees and tokens, in order; empty if it is left out.
Filling = tuple["Tree | str", ...]


@dataclass(frozen=True, slots=True)
class Tree:
    rule: int
    fields: tuple[Filling, ...]


class NotCovered(Exception):  # noqa: N818 - it is no error of ours: the grammar leaves out some of Python
    """Python outside the grammar."""


def to_tree(module: ast.Module) -> Tree:
    return _tree(module, "mod")


def to_python(tree: Tree) -> ast.Module:
    module = _python(tree)
    assert isinstance(module, ast.Module)
    return ast.fix_missing_locations(module)


# ── Python -> tree ─────────────────────────────────────────────────────────────────────────────────


def _tree(node: Any, kind: str) -> Tree:
    name, values = _reading(node, kind)
    try:
        number = python_grammar().numbers[kind, name]
    except KeyError as error:
        raise NotCovered(f"{name} as {kind}") from error
    rule = python_grammar().rules[number]
    return Tree(number, tuple(_filling(values[field.name], field) for field in rule.fields))


def _filling(value: Any, field: Field) -> Filling:
    items = value if field.many else [] if value is None and field.optional else [value]
    if len(items) < field.least:
        raise NotCovered(f"{len(items)} {field.name}")
    if not field.is_token:
        return tuple(_tree(item, field.type) for item in items)
    for item in items:
        if not fits(str(item), field.type):
            raise NotCovered(f"{item!r} as {field.type}")
    return tuple(map(str, items))


_LITERALS: tuple[tuple[type, str], ...] = (
    (str, "Str"), (bytes, "Bytes"), (bool, "Singleton"), (int, "Integer"), (float, "Float"),
    (complex, "Complex"), (type(None), "Singleton"), (type(...), "Singleton"),
)  # fmt: skip


def _reading(node: Any, kind: str) -> tuple[str, Mapping[str, Any]]:
    """The name of the rule that makes a node, and the contents of its fields."""
    match node:
        case ast.Constant(value=value):
            name = next(name for literal, name in _LITERALS if isinstance(value, literal))
            return name, {"value": value if isinstance(value, str) else ast.unparse(node)}
        case ast.JoinedStr():
            return "Fstring", {"value": ast.unparse(node)}
        case ast.Tuple(elts=elements) if kind == "slice" and elements:
            return "Slices", {"elts": elements}
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            return "Compare", {"left": left, "rest": list(zip(ops, comparators, strict=True))}
        case ast.Dict(keys=keys, values=values):
            return "Dict", {"entries": list(zip(keys, values, strict=True))}
        case ast.comprehension():
            return ("async_" if node.is_async else "") + "comprehension", _fields(node)
        case ast.arguments():
            return kind, _reading_arguments(node, kind == "lambda_arguments")
        case ast.stmt() | ast.excepthandler():
            return _reading_statement(node)
        case tuple():
            return _reading_pair(node, kind)
    return type(node).__name__, _fields(node)


def _fields(node: ast.AST) -> Mapping[str, Any]:
    return {name: getattr(node, name, None) for name in node._fields}


def _reading_statement(node: ast.AST) -> tuple[str, Mapping[str, Any]]:
    name = type(node).__name__
    match node:
        case ast.Raise(exc=None):
            name = "RaiseAgain"
        case ast.Try(handlers=[], orelse=[]):
            name = "TryFinally"
        case ast.ExceptHandler(type=None):
            name = "ExceptAll"
        case ast.ImportFrom(module=module, names=names, level=level):
            everything = [alias.name for alias in names] == ["*"]
            return "ImportAll" if everything else name, {
                "module": "." * (level or 0) + (module or ""),
                "names": names,
            }
        case _ if getattr(node, "type_params", None):
            raise NotCovered("parameters for types")
    return name, _fields(node)


def _reading_pair(pair: tuple[Any, ...], kind: str) -> tuple[str, Mapping[str, Any]]:
    """The contents of parallel lists."""
    if kind == "comparison":
        return "Comparison", {"op": pair[0], "right": pair[1]}
    if kind == "entry":
        return "Entry", {"key": pair[0], "value": pair[1]}
    argument, default = pair
    return kind, {"arg": argument.arg, "annotation": argument.annotation, "default": default}


def _reading_arguments(node: ast.arguments, is_lambda: bool) -> Mapping[str, Any]:
    if node.posonlyargs:
        raise NotCovered("positional-only parameters")
    required = len(node.args) - len(node.defaults)

    def one(argument: ast.arg | None) -> Any:
        return argument.arg if is_lambda and argument is not None else argument

    return {
        "args": [one(argument) for argument in node.args[:required]],
        "defaults": list(zip(node.args[required:], node.defaults, strict=True)),
        "vararg": one(node.vararg),
        "kwonly": list(zip(node.kwonlyargs, node.kw_defaults, strict=True)),
        "kwarg": one(node.kwarg),
    }


# ── tree -> Python ─────────────────────────────────────────────────────────────────────────────────


def _python(tree: Tree | str) -> Any:
    if isinstance(tree, str):
        return tree
    rule = python_grammar().rules[tree.rule]
    values: dict[str, Any] = {}
    for field, filling in zip(rule.fields, tree.fields, strict=True):
        items = [_python(item) for item in filling]
        values[field.name] = items if field.many else items[0] if items else None
    write = _WRITING.get(rule.name)
    return write(values) if write else _node(rule.name, values)


def _node(name: str, values: Mapping[str, Any]) -> ast.AST:
    """A node of that class. Lists outside the grammar are empty."""
    make = getattr(ast, name)
    empty: dict[str, list[ast.AST]] = {
        field_name: [] for field_name in ("type_params", "type_ignores") if field_name in make._fields
    }
    context = {"ctx": ast.Load()} if "ctx" in make._fields else {}
    node: ast.AST = make(**{**empty, **context, **values})
    return node


def _literal(values: Mapping[str, Any]) -> ast.AST:
    return ast.parse(values["value"], mode="eval").body


def _compare(values: Mapping[str, Any]) -> ast.AST:
    ops, comparators = [op for op, _ in values["rest"]], [right for _, right in values["rest"]]
    return ast.Compare(left=values["left"], ops=ops, comparators=comparators)


def _dict(values: Mapping[str, Any]) -> ast.AST:
    entries = values["entries"]
    return ast.Dict(keys=[key for key, _ in entries], values=[value for _, value in entries])


def _import_from(values: Mapping[str, Any]) -> ast.AST:
    module = values["module"].lstrip(".")
    level = len(values["module"]) - len(module)
    names = values.get("names") or [ast.alias(name="*", asname=None)]
    return ast.ImportFrom(module=module or None, names=names, level=level)


def _arguments(values: Mapping[str, Any]) -> ast.AST:
    def one(argument: Any) -> Any:
        return ast.arg(arg=argument, annotation=None) if isinstance(argument, str) else argument

    return ast.arguments(
        posonlyargs=[],
        args=[*map(one, values["args"]), *(argument for argument, _ in values["defaults"])],
        defaults=[default for _, default in values["defaults"]],
        vararg=one(values["vararg"]),
        kwonlyargs=[argument for argument, _ in values["kwonly"]],
        kw_defaults=[default for _, default in values["kwonly"]],
        kwarg=one(values["kwarg"]),
    )


def _with_default(values: Mapping[str, Any]) -> tuple[ast.arg, Any]:
    return ast.arg(arg=values["arg"], annotation=values.get("annotation")), values["default"]


_WRITING: dict[str, Callable[[dict[str, Any]], Any]] = {
    "Str": lambda values: ast.Constant(value=values["value"]),
    **dict.fromkeys(("Integer", "Float", "Complex", "Bytes", "Singleton", "Fstring"), _literal),
    "Slices": lambda values: _node("Tuple", values),
    "Compare": _compare,
    "Comparison": lambda values: (values["op"], values["right"]),
    "Dict": _dict,
    "Entry": lambda values: (values["key"], values["value"]),
    "comprehension": lambda values: ast.comprehension(**values, is_async=0),
    "async_comprehension": lambda values: ast.comprehension(**values, is_async=1),
    "arguments": _arguments,
    "lambda_arguments": _arguments,
    **dict.fromkeys(("defaulted", "keyword_only", "lambda_defaulted", "lambda_keyword_only"), _with_default),
    "RaiseAgain": lambda _values: ast.Raise(exc=None, cause=None),
    "TryFinally": lambda values: ast.Try(**values, handlers=[], orelse=[]),
    "ExceptAll": lambda values: ast.ExceptHandler(**values, type=None, name=None),
    "ImportFrom": _import_from,
    "ImportAll": _import_from,
    "AnnAssign": lambda values: ast.AnnAssign(**values, simple=int(isinstance(values["target"], ast.Name))),
}


# ── which token fits where ─────────────────────────────────────────────────────────────────────────


def fits(token: str, kind: str) -> bool:
    """Whether a token can be written in a field of that kind."""
    if kind == g.STRING:
        return True
    if kind in (g.IDENTIFIER, g.DOTTED, g.MODULE):
        bare = token.lstrip(".") if kind == g.MODULE else token
        names = bare.split(".") if kind != g.IDENTIFIER else [bare]
        return bool(token) and ((not bare and kind == g.MODULE) or all(map(_is_name, names)))
    try:
        node = ast.parse(token, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    if kind == g.FSTRING:
        return isinstance(node, ast.JoinedStr) and token.isprintable()
    if not isinstance(node, ast.Constant) or _LITERAL_KINDS.get(type(node.value)) != kind:
        return False
    return token == ast.unparse(node)


_LITERAL_KINDS = {
    int: g.INTEGER,
    float: g.FLOAT,
    complex: g.COMPLEX,
    bytes: g.BYTES,
    bool: g.SINGLETON,
    type(None): g.SINGLETON,
    type(...): g.SINGLETON,
}


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
