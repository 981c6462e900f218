"""The grammar of the running Python's `ast` -> rules by which trees are built.

Every class of `ast` has its abstract syntax in its docstring: `Call(expr func, expr* args, keyword*
keywords)`. The rules are read from there, so they are those of the running Python. But not every tree of that
syntax can be written as source: `Assign` may have no target, or a number as its target. So the types are
restricted here:

- lists have a minimum length (`stmt+`), and parallel lists are one list of pairs;
- an assignment has a `target`, an expression that may be starred is an `element`, one in `[ ]` a `slice`;
- fields that the parser derives from the context (`ctx`), comments, and unused fields are left out;
- a literal has a rule for each kind, whose token is its source; an f-string is one token.

Statements that are newer than the data (`match`, `except*`, `type`) are left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

# Kinds of tokens: types that are not composite.
TOKEN_KINDS = (
    "identifier", "dotted", "module", "string",
    "integer", "float", "complex", "bytes", "singleton", "fstring",
)  # fmt: skip
IDENTIFIER, DOTTED, MODULE, STRING, INTEGER, FLOAT, COMPLEX, BYTES, SINGLETON, FSTRING = TOKEN_KINDS

LEFT_OUT = frozenset({"Match", "TryStar", "TypeAlias", "JoinedStr", "FormattedValue", "TemplateStr",
                      "Interpolation", "Constant", "Starred", "Slice"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a rule: one, optionally one (`optional`), or a list of `least` or more (`many`)."""

    name: str
    type: str
    optional: bool = False
    many: bool = False
    least: int = 0

    @property
    def is_token(self) -> bool:
        return self.type in TOKEN_KINDS


@dataclass(frozen=True, slots=True)
class Rule:
    """How a node is made: `Call(func, args, keywords)`. One rule may serve several types."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    rules: tuple[Rule, ...]
    of_type: Mapping[str, tuple[int, ...]]
    numbers: Mapping[tuple[str, str], int]  # by type and name


@cache
def python_grammar() -> Grammar:
    """The grammar of the running Python."""
    types: dict[str, list[Rule]] = {}
    for kind, words in _RULES:
        types.setdefault(kind, []).append(_read_rule(words))
    for kind in ("expr", "stmt"):
        written_out = {rule.name for rule in types[kind]}
        documented = [rule for rule in _documented(kind) if rule.name not in LEFT_OUT | written_out]
        types[kind] += [_narrow(rule) for rule in documented]
    for kind in ("operator", "unaryop", "boolop", "cmpop"):
        types[kind] = _documented(kind)
    for kind in ("element", "slice", "slice_element"):
        types[kind] = types[kind] + types["expr"]
    by_name = {rule.name: rule for rule in types["expr"]}
    types["place"] = [by_name[name] for name in ("Name", "Attribute", "Subscript")]
    for kind in ("target", "target_element", "deleted"):
        inner = "deleted" if kind == "deleted" else "target_element"
        lists = [Rule(name, (Field("elts", inner, many=True),)) for name in ("Tuple", "List")]
        types[kind] = types.get(kind, []) + types["place"] + lists
    return _indexed(types)


def _indexed(types: Mapping[str, list[Rule]]) -> Grammar:
    every = {rule for rules in types.values() for rule in rules}
    ordered = tuple(sorted(every, key=lambda rule: (rule.name, str(rule.fields))))
    place = {rule: number for number, rule in enumerate(ordered)}
    return Grammar(
        ordered,
        {kind: tuple(sorted(place[rule] for rule in rules)) for kind, rules in types.items()},
        {(kind, rule.name): place[rule] for kind, rules in types.items() for rule in rules},
    )


# ── what the documentation says ────────────────────────────────────────────────────────────────────

_CONSTRUCTOR = re.compile(r"(\w+)(?:\(([^)]*)\))?")
_FIELD = re.compile(r"(\w+)([*?+]|\{2\})? (\w+)")


def _documented(kind: str) -> list[Rule]:
    """The rules of a type, as `ast` documents them."""
    text = str(getattr(ast, kind).__doc__).partition("=")[2]
    return [_read_rule(rule.strip()) for rule in text.split("|")]


def _read_rule(words: str) -> Rule:
    match = _CONSTRUCTOR.match(words)
    assert match is not None, words
    return Rule(match[1], tuple(_read_field(*parsed) for parsed in _FIELD.findall(match[2] or "")))


def _read_field(kind: str, mark: str, name: str) -> Field:
    least = {"+": 1, "{2}": 2}.get(mark, 0)
    return Field(name, kind, optional=mark == "?", many=mark in ("*", "+", "{2}"), least=least)


# ── what is narrower here ──────────────────────────────────────────────────────────────────────────

_DERIVED = frozenset({"ctx", "type_comment", "simple", "kind", "type_params", "is_async"})
# The type of a field if it differs from that of `ast`; by (rule, field) or by field alone.
_TYPES: dict[tuple[str, str], str] = {
    ("Assign", "targets"): "target+",
    ("AugAssign", "target"): "place",
    ("AnnAssign", "target"): "place",
    ("NamedExpr", "target"): "name",
    ("For", "target"): "target",
    ("AsyncFor", "target"): "target",
    ("Delete", "targets"): "deleted+",
    ("Subscript", "slice"): "slice",
    ("Tuple", "elts"): "element*",
    ("List", "elts"): "element*",
    ("Set", "elts"): "element+",
    ("BoolOp", "values"): "expr{2}",
    ("Lambda", "args"): "lambda_arguments",
    ("ClassDef", "bases"): "element*",
    ("Import", "names"): "import+",
    ("Global", "names"): "identifier+",
    ("Nonlocal", "names"): "identifier+",
    ("", "body"): "stmt+",
    ("", "items"): "withitem+",
    ("", "generators"): "comprehension+",
}
# Rules that replace those that `ast` documents.
_RULES: tuple[tuple[str, str], ...] = (
    ("mod", "Module(stmt* body)"),
    ("stmt", "Raise(expr exc, expr? cause)"),
    ("stmt", "RaiseAgain"),
    ("stmt", "Try(stmt+ body, excepthandler+ handlers, stmt* orelse, stmt* finalbody)"),
    ("stmt", "TryFinally(stmt+ body, stmt+ finalbody)"),
    ("stmt", "ImportFrom(module module, imported+ names)"),
    ("stmt", "ImportAll(module module)"),
    ("expr", "Call(expr func, element* args, keyword* keywords)"),
    ("expr", "Str(string value)"),
    *(("expr", f"{kind.title()}({kind} value)")
      for kind in (INTEGER, FLOAT, COMPLEX, BYTES, SINGLETON, FSTRING)),
    ("element", "Starred(expr value)"),
    ("target_element", "Starred(place value)"),
    ("slice", "Slice(expr? lower, expr? upper, expr? step)"),
    ("slice", "Slices(slice_element+ elts)"),
    ("slice_element", "Slice(expr? lower, expr? upper, expr? step)"),
    ("slice_element", "Starred(expr value)"),
    ("name", "Name(identifier id)"),
    ("comparison", "Comparison(cmpop op, expr right)"),
    ("entry", "Entry(expr? key, expr value)"),
    ("comprehension", "comprehension(target target, expr iter, expr* ifs)"),
    ("comprehension", "async_comprehension(target target, expr iter, expr* ifs)"),
    ("excepthandler", "ExceptHandler(expr type, identifier? name, stmt+ body)"),
    ("excepthandler", "ExceptAll(stmt+ body)"),
    ("arguments", "arguments(arg* args, defaulted* defaults, arg? vararg, keyword_only* kwonly, arg? kwarg)"),
    ("arg", "arg(identifier arg, expr? annotation)"),
    ("defaulted", "defaulted(identifier arg, expr? annotation, expr default)"),
    ("keyword_only", "keyword_only(identifier arg, expr? annotation, expr? default)"),
    ("lambda_arguments", "lambda_arguments(identifier* args, lambda_defaulted* defaults, identifier? vararg, "
                         "lambda_keyword_only* kwonly, identifier? kwarg)"),
    ("lambda_defaulted", "lambda_defaulted(identifier arg, expr default)"),
    ("lambda_keyword_only", "lambda_keyword_only(identifier arg, expr? default)"),
    ("keyword", "keyword(identifier? arg, expr value)"),
    ("import", "alias(dotted name, identifier? asname)"),
    ("imported", "alias(identifier name, identifier? asname)"),
    ("withitem", "withitem(expr context_expr, target? optional_vars)"),
)  # fmt: skip


def _narrow(rule: Rule) -> Rule:
    if rule.name == "Compare":
        return _read_rule("Compare(expr left, comparison+ rest)")
    if rule.name == "Dict":
        return _read_rule("Dict(entry* entries)")
    fields = [rule_field for rule_field in rule.fields if rule_field.name not in _DERIVED]
    return Rule(rule.name, tuple(_narrow_field(rule.name, rule_field) for rule_field in fields))


def _narrow_field(rule: str, field: Field) -> Field:
    words = _TYPES.get((rule, field.name)) or (_TYPES.get(("", field.name)) if field.many else None)
    return _read_field(*_FIELD.findall(f"{words} {field.name}")[0]) if words else field
