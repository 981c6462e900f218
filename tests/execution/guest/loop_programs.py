"""Small programs by chance, most of them a `while` loop with counters: many never end, and most that end do so late."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

NUMBERS = ("-7", "-3", "-2", "-1", "0", "1", "2", "3", "5", "9", "40")
VARIABLES = "ijnm"


class Author:
    """Writes one program after the other; the same seed gives the same ones."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def program(self) -> str:
        values = [
            *(self.number() for _ in VARIABLES),
            *map(self.one_of, (("''", "'aba'"), ("()", "(1, 2)"), ("[]", "[1]"))),
        ]
        lines = [
            "def f(i, j, n, m, s, t, q):",
            "    x = 0",
            "    look()",
            f"    while {self.condition()}:",
            *self.body(2),
        ]
        return "\n".join([*lines, f"f({', '.join(values)})"])

    def one_of(self, choices: tuple[str, ...]) -> str:
        return self.random.choice(choices)

    def number(self) -> str:
        return self.one_of(NUMBERS)

    def variable(self) -> str:
        return self.random.choice(VARIABLES)

    def value(self) -> str:
        name = self.variable()
        return self.one_of((name, name, self.number(), "len(s)", "len(t)", f"{name} + 2", f"{name} - 1"))

    def part(self) -> str:
        first, last = self.one_of(("", self.value())), self.one_of(("", self.value()))
        return f"{self.random.choice('stq')}[{first}:{last}{self.one_of(('', '', ':-1'))}]"

    def condition(self) -> str:
        compared = f"{self.value()} {self.one_of(('<', '<=', '>', '>=', '==', '!='))} {self.value()}"
        between = f"{self.value()} < {self.value()} <= {self.value()}"
        parts = f"{self.part()} {self.one_of(('==', '!='))} {self.part()}"
        single = self.one_of(
            (compared, compared, between, parts, self.variable(), f"not {self.part()}", "True")
        )
        return (
            single
            if self.random.random() < 0.8
            else f"({single} {self.one_of(('and', 'or'))} {self.condition()})"
        )

    def statement(self) -> str:
        name, step = self.variable(), self.random.randrange(1, 4)
        steps = (f"{name} += {step}", f"{name} -= {step}", f"{name} = {name} + 1", f"{name} += -1")
        others = (
            f"{name} = {self.variable()}", f"{name} = {self.number()}", f"x = x + {name}", "s = s[1:]", "t += t[:1]",
            "q.append(1)", f"q.append({name})", "q += q[:2]", "pass",
        )  # fmt: skip
        return self.one_of(steps if self.random.random() < 0.5 else others)

    def body(self, depth: int) -> Iterator[str]:
        indent = "    " * depth
        for _ in range(self.random.randrange(1, 4)):
            draw = self.random.random() if depth < 5 else 0
            if draw < 0.65:
                yield indent + self.statement()
            elif draw < 0.75:
                yield f"{indent}if {self.condition()}: break"
            else:
                heads = (f"if {self.condition()}", f"for k in {self.part()}", f"while {self.condition()}")
                yield f"{indent}{self.one_of(heads)}:"
                yield from self.body(depth + 1)
