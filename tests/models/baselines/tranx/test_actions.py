from __future__ import annotations

import ast
import json
import warnings
from pathlib import Path
from random import Random

import pytest

from asmeant.models.baselines.tranx.actions import (
    Action,
    Apply,
    Frontier,
    Reduce,
    Write,
    to_actions,
    to_tree,
)
from asmeant.models.baselines.tranx.grammar import STRING, TOKEN_KINDS, python_grammar
from asmeant.models.baselines.tranx.trees import NotCovered, fits, to_python
from asmeant.models.baselines.tranx.trees import to_tree as tree_of

SOURCES = [
    "",
    "x = y = 1",
    "print('hello  world', 'a b ', '', sep='')",
    "d = {'a': 1, **b}; s = {1, *c}; t = ()",
    "a[1:2, ::3, ...] += b[x] if c else -1.5j",
    "[x for x, *y in z if x if y for q in x]",
    "f'{x!r:>{width}} {y}' + b'\\x00'.decode()",
    "lambda a, b=1, *c, d, e=2, **f: (yield a)",
    "@d\nclass C(B, *bases, metaclass=M):\n    x: int = 1\n    y.z: str",
    "async def f(a: int, b=2, *c: str, d, e=None, **k) -> None:\n    async with a as b, c: await b\n    return",
    "try:\n    pass\nexcept (A, B) as e:\n    raise E from e\nexcept:\n    raise\nelse:\n    1\nfinally:\n    del a, b[0]",
    "try:\n    pass\nfinally:\n    pass",
    "from . import a\nfrom ..b.c import d as e, f\nfrom g import *\nimport h.i as j, k",
    "for i, (a, b) in enumerate(x):\n    continue\nelse:\n    global q\n    q = not a < b <= c is not d",
    "while (n := f(n)): assert n, 'message'",
    "x = 0xFF + 1_000 + 1e400 + True + None",
]


def written(actions: list[Action]) -> str:
    return ast.unparse(to_python(to_tree(actions)))


@pytest.mark.parametrize("source", SOURCES)
def test_actions_give_the_same_program(source: str) -> None:
    module = ast.parse(source)
    actions = list(to_actions(tree_of(module)))
    assert ast.dump(ast.parse(written(actions))) == ast.dump(module)


@pytest.mark.parametrize("source", ["def f(a, /): pass", "match x:\n    case 1: pass", "*a = b"])
def test_what_the_grammar_leaves_out_is_told(source: str) -> None:
    with pytest.raises(NotCovered):
        tree_of(ast.parse(source))


@pytest.mark.parametrize("source", SOURCES)
def test_the_frontier_is_done_with_the_last_action(source: str) -> None:
    frontier = Frontier()
    for step, action in enumerate(to_actions(tree_of(ast.parse(source)))):
        assert not frontier.is_done
        assert frontier.step == step
        assert action in legal_actions(frontier) or isinstance(action, Write)
        assert frontier.parent_step < step
        frontier = frontier.after(action)
    assert frontier.is_done


@pytest.mark.data
def test_every_snippet_of_conala_survives(released_data: Path) -> None:
    snippets = [
        row["snippet"]
        for part in ("train", "test")
        for row in json.loads((released_data / f"conala/conala-{part}.json").read_text("utf-8"))
    ]
    parsed = 0
    for snippet in snippets:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = ast.parse(snippet)
        except SyntaxError:
            continue
        parsed += 1
        tree = tree_of(module)
        actions = list(to_actions(tree))
        assert to_tree(actions) == tree
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert ast.dump(ast.parse(written(actions))) == ast.dump(module)
    assert parsed > 2800


# ── any legal actions give Python ──────────────────────────────────────────────────────────────────

TOKENS = ["a", "b_1", "class", "1", "23", "1.5", "2j", "b'x'", "None", "True", "...", "f'{a}'", "a.b", "..", "*", "",
          "it's", '"', "\\", "\n", "é", "match", "print"]  # fmt: skip
FITTING = {kind: [token for token in TOKENS if fits(token, kind)] for kind in TOKEN_KINDS}


def legal_actions(frontier: Frontier) -> list[Action]:
    field = frontier.field
    actions: list[Action] = [Reduce()] if frontier.may_reduce else []
    if field.type == STRING:
        return [*actions, Write(None), *map(Write, TOKENS)]
    if field.is_token:
        return [*actions, *map(Write, FITTING[field.type])]
    return [*actions, *map(Apply, python_grammar().of_type[field.type])]


def is_ending(action: Action) -> bool:
    """Whether a tree does not grow by it."""
    if not isinstance(action, Apply):
        return not isinstance(action, Write) or action.token is None or action.token == "a"
    fields = python_grammar().rules[action.rule].fields
    return all(field.is_token or field.optional or (field.many and not field.least) for field in fields)


def random_actions(random: Random, longest: int = 60) -> list[Action]:
    frontier, actions = Frontier(), list[Action]()
    while not frontier.is_done:
        choices = legal_actions(frontier)
        if len(actions) > longest:
            choices = choices[:1] if choices[0] == Reduce() else list(filter(is_ending, choices)) or choices
        actions.append(random.choice(choices))
        frontier = frontier.after(actions[-1])
    return actions


@pytest.mark.parametrize("seed", range(20))
def test_random_legal_actions_always_give_python(seed: int) -> None:
    for part in range(15):
        actions = random_actions(Random(f"{seed}-{part}"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = written(actions)
            ast.parse(source)
