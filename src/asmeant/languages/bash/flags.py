"""Words -> flags and arguments with their types, according to the description of the utility.

| `style` in utilities/*.toml | how its words are read |
|---|---|
| `getopt` (the default) | -abc is -a -b -c, flags may come after arguments, `--` ends them |
| `early` | flags only before the first argument |
| `long-single`, `early-single` | the same, and flags such as -dump have one hyphen |
| `numbers` | -5 is a number, not a flag |
| `echo` | a flag consists of known letters only |
| `env` | NAME=value before the command |
| `shell` | early; after -c the arguments are those of the script |
| `none` | no flags but those that are known |
| `free`, `free-values` | any flags; each has one value |
| `find`, `tar`, `ps`, `dd`, `test`, `dig`, `date`, `chmod`, `rename` | their own syntax: see `styles.py` |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from asmeant.languages.bash.command import Argument, Call, Condition, Flag, Operator, Part
from asmeant.languages.bash.command_words import CommandWord, array_command_word, command_word
from asmeant.languages.bash.knowledge import KnownFlag, Slot, Utility, fitting

if TYPE_CHECKING:
    from asmeant.languages.bash.understanding import Understanding

__all__ = ["CommandWord", "array_command_word", "command_word", "read"]

EARLY = frozenset({"early", "early-single", "shell", "echo"})
SINGLE = frozenset({"long-single", "early-single"})
NAMED_VALUE = re.compile(r"[A-Za-z_]\w*\+?=")
NUMBER = re.compile(r"[-+]?\.?\d|[-+]?\$")
SIGNAL = re.compile(r"[A-Z0-9$]")
NEEDS_SHELL = re.compile(r"[\s;&|<>()$`*?]")
OWN_OPTION = "an option of its own"


def read(
    known: Utility | None, words: Sequence[CommandWord], understanding: Understanding, written: Argument
) -> tuple[tuple[Part, ...], Condition | None]:
    """The flags and arguments of a utility, and for find the logic of its expression."""
    from asmeant.languages.bash import styles

    if known is None:
        return tuple(unknown(words, understanding)), None
    if known.style == "find":
        return styles.find(known, words, understanding)
    style = styles.STYLES.get(known.style)
    parts = (
        Reading(known, understanding, list(words)).parts()
        if style is None
        else style(known, words, understanding)
    )
    implied = tuple(Flag(written.start, written.end, name, known.flag(name)) for name in known.rewritten[1:])
    return (*implied, *parts), None


def unknown(words: Iterable[CommandWord], understanding: Understanding) -> Iterable[Part]:
    for word in words:
        if word.value.startswith("-") and len(word.value) > 1:
            yield Flag(*understanding.span(word.start, word.end), word.value, None, written=word.text)
        else:
            yield understanding.argument(word, "Unknown")


@dataclass(slots=True)
class Reading:
    """One pass over the words, like getopt. `result` has a CommandWord where the type is not known yet."""

    known: Utility
    understanding: Understanding
    words: list[CommandWord]
    slots: tuple[Slot, ...] = ()
    at: int = 0
    positional: int = 0
    numbered: bool = False
    result: list[Part | CommandWord] = field(default_factory=list)

    def parts(self) -> list[Part]:
        self.slots = self.slots or self.known.slots
        command_at = next(
            (
                number
                for number, slot in enumerate(self.slots)
                if slot.type in ("Command", "Script") and slot.repeats
            ),
            None,
        )
        only_arguments = False
        while self.at < len(self.words):
            word = self.words[self.at]
            if only_arguments or not self.is_flag(word):
                if self.known.style == "env" and NAMED_VALUE.match(word.value):
                    self.result.append(self.understanding.argument(word, "Variable"))
                    self.at += 1
                    continue
                if self.positional == command_at:
                    self.command(self.slots[command_at])
                    break
                self.result.append(word)
                self.positional += 1
                self.at += 1
                only_arguments = only_arguments or self.known.style in EARLY
            elif word.value == "--":
                self.result.append(Operator(*self.understanding.span(word.start, word.end), "--"))
                only_arguments = True
                self.at += 1
            else:
                self.at += 1
                self.flag(word)
                only_arguments = self.is_script()
        return self.typed(command_at)

    def is_flag(self, word: CommandWord) -> bool:
        value, style, flags = word.value, self.known.style, self.known.flags
        if value[:1] == "+" and ("+" + value[1:2] in flags or value in flags):
            return True
        if value[:1] != "-" or not value[1:]:
            return value == "-" and "-" in flags
        if value[1].isspace() or (value[1] == "-" and value[2:3] and not value[2].isalnum()):
            return False  # a line of hyphens, and the like
        if style == "numbers" or (self.numbered and self.known.number):
            return not NUMBER.match(value) or value in flags
        if style == "echo":
            return value.strip("-") != "" and all("-" + letter in flags for letter in value[1:])
        if style == "none":
            return value in flags or value == "--"
        return True

    def is_script(self) -> bool:
        """After sh -c SCRIPT, all words are arguments of the script, even `--`."""
        last = self.result[-1]
        return (
            self.known.style == "shell"
            and isinstance(last, Flag)
            and last.name == "-c"
            and bool(last.arguments)
        )

    # Flags ------------------------------------------------------------------------------------------------

    def flag(self, word: CommandWord) -> None:
        value, known = word.value, self.known
        if known.style.startswith("free"):
            self.free(word)
        elif value.startswith("--"):
            name, equals, _ = value.partition("=")
            attached = word.after(len(name) + 1) if equals else None
            self.add(word, name, known.flag(name), attached)
        elif value in known.flags and (len(value) > 2 or value[1:] == "" or value[0] == "+"):
            self.add(word, value, known.flags[value])
        elif known.style in SINGLE and "=" in value and value.partition("=")[0] in known.flags:
            name = value.partition("=")[0]
            self.add(word, name, known.flags[name], word.after(len(name) + 1))
        elif value[0] == "+":
            self.add(word, value[:2], known.flags["+" + value[1]], word.after(2) if value[2:] else None)
        elif self.is_number(value):
            self.numbered = True
            self.add(word, "-", known.number, word.after(1))
        else:
            self.bundle(word)

    def is_number(self, value: str) -> bool:
        number = self.known.number
        if number is None or value in self.known.flags:
            return False
        if number.slots[0].type == "Signal":
            return SIGNAL.match(value, 1) is not None
        return value[1:].isdigit() or value[1] == "$"

    def bundle(self, word: CommandWord) -> None:
        """-nk2 is -n -k 2."""
        value, flags = word.value, self.known.flags
        several = len(value) > 2
        at = 1
        while at < len(value):
            name = "-" + value[at]
            known = flags.get(name)
            if known is None and value[at].isdigit() and self.known.number:
                digits = re.match(r"\d+", value[at:])
                length = len(digits[0]) if digits else 1
                rest = word.after(at)
                number = replace(rest, text=rest.text[:length], value=rest.value[:length])
                self.add(word, "-", self.known.number, number, bundled=several)
                at += length
                continue
            if known is None and at == 1:
                span = self.understanding.span(word.start, word.end)
                self.result.append(Flag(*span, value, None, written=word.text))
                return
            at += 1
            if known is not None and known.slots and not known.slots[0].long_only and at < len(value):
                self.add(word, name, known, word.after(at), bundled=several)
                return
            self.add(word, name, known, bundled=several)

    def add(
        self,
        word: CommandWord,
        name: str,
        known: KnownFlag | None,
        attached: CommandWord | None = None,
        bundled: bool = False,
    ) -> None:
        arguments: list[Argument | Call | Operator] = []
        slots = () if known is None else known.slots
        if attached is not None:
            arguments.append(self.value(attached, slots[0] if slots else Slot("Unknown")))
            slots = slots[1:]
        end = attached.end if attached is not None else word.end
        for slot in slots:
            if slot.optional or self.at >= len(self.words):
                break
            arguments.append(self.value(self.words[self.at], slot))
            end = self.words[self.at].end
            self.at += 1
        self.result.append(
            Flag(*self.understanding.span(word.start, end), name, known, tuple(arguments), bundled)
        )

    def value(self, word: CommandWord, slot: Slot) -> Argument:
        if slot.type in ("Script", "Command"):
            return self.understanding.script(word)
        return self.understanding.argument(word, slot.type, slot.name)

    def free(self, word: CommandWord) -> None:
        """Accept any flag: the utility is known, but not its flags."""
        name, equals, _ = word.value.partition("=")
        if name in self.known.flags:
            self.add(word, name, self.known.flags[name], word.after(len(name) + 1) if equals else None)
            return
        slots: tuple[Slot, ...] = (Slot("Text"),) if equals else ()
        last = self.at >= len(self.words) - 1
        if self.known.style == "free-values" and not last and not self.is_flag(self.words[self.at]):
            slots = (Slot("Text"),)
        known = KnownFlag((name,), slots, OWN_OPTION)
        self.add(word, name, known, word.after(len(name) + 1) if equals else None)

    # Arguments --------------------------------------------------------------------------------------------

    def command(self, slot: Slot) -> None:
        """The remaining words are a command."""
        rest, first = self.words[self.at :], self.words[self.at]
        self.at = len(self.words)
        if (
            slot.type == "Script"
            and len(rest) == 1
            and NEEDS_SHELL.search(first.value)
            and first.text != first.value
        ):
            self.result.append(self.understanding.script(first))
        else:
            span = self.understanding.span(first.start, rest[-1].end)
            self.result.append(self.understanding.call(rest, *span))

    def typed(self, command_at: int | None) -> list[Part]:
        """Give each argument the type of its slot."""
        slots = list(self.slots if command_at is None else self.slots[:command_at])
        names = {name for part in self.result if isinstance(part, Flag) for name in _names(part)}
        if slots and not names.isdisjoint(self.known.given_by):
            slots = slots[1:]
        if slots and self.known.target_flag in names:
            slots = slots[:-1]
        if self.known.style == "shell" and "-c" in names:
            slots = [Slot("Text", "of the script", optional=True, repeats=True)]
        waiting = iter(fitting(slots, self.positional))
        return [
            self.positional_argument(part, waiting) if isinstance(part, CommandWord) else part
            for part in self.result
        ]

    def positional_argument(self, word: CommandWord, waiting: Iterable[Slot]) -> Argument:
        slot = next(iter(waiting))
        if slot.type == "Script":
            return self.understanding.script(word)
        return self.understanding.argument(word, slot.type, slot.name)


def _names(flag: Flag) -> tuple[str, ...]:
    return (flag.name,) if flag.known is None else flag.known.names
