"""Typed command tree -> English: what a command does, in one line."""

from __future__ import annotations

from asmeant.languages.bash.command import (
    Argument,
    Block,
    Call,
    Command,
    Condition,
    Flag,
    Logic,
    Operator,
    Pipe,
    Redirected,
    Sequence,
)
from asmeant.languages.bash.conditions import TESTS
from asmeant.languages.bash.conditions import condition_in_words as words_of_condition
from asmeant.languages.bash.subcommands import subcommand, use

FILE_TYPES = {
    "b": "a block device",
    "c": "a character device",
    "d": "a directory",
    "f": "a regular file",
    "l": "a symbolic link",
    "p": "a named pipe",
    "s": "a socket",
}
DEEPEST_CONDITION = 20
COMPARED = {"+": "more than ", "-": "less than "}
BLOCKED = {
    "subshell": "in a shell of its own",
    "group": "together",
    "if": "if this succeeds",
    "while": "as long as this succeeds",
    "until": "until this succeeds",
    "for": "for each of them",
    "select": "for what is chosen",
    "case": "by what it matches",
    "condition": "say by status whether it holds",
    "arithmetic": "calculate",
    "function": "define a function",
    "coprocess": "run beside the shell",
}
# Keywords between the parts of a block, in the tree and in the sentence.
KEYWORDS = {
    "then": ("then", ", then "),
    "elif": ("otherwise, if this succeeds", "; otherwise, if this succeeds: "),
    "else": ("otherwise", "; otherwise "),
    "do": ("each time", ", each time "),
}
WHERE = {
    "<": "reading",
    ">": "written into",
    ">|": "written into",
    ">>": "added to",
    "&>": "with errors written into",
    "&>>": "with errors added to",
}
MERGED = {"2>&1": "errors too", "1>&2": "as errors", ">&2": "as errors"}
BSD_LETTERS = {
    "a": "of all users",
    "e": "with their variables",
    "f": "as a tree",
    "u": "with users and how much they use",
    "w": "in wide rows",
    "x": "also those without a terminal",
}
AFTER = {
    "|": ", then on its output ",
    "|&": ", then on its output and errors ",
    "&&": "; if that succeeds, ",
    "||": "; if that fails, ",
}


def summary(node: Command) -> str:
    match node:
        case Call():
            return _call_in_words(node)
        case Pipe():
            negated = "the opposite of: " if node.negated else ""
            timed = "say how long this takes: " if node.timed else ""
            return timed + negated + _joined(node.commands, node.operators)
        case Logic():
            return _joined(node.commands, node.operators)
        case Sequence():
            parts = [
                summary(command) + (" (in the background)" if separator == "&" else "")
                for command, separator in zip(node.commands, node.separators, strict=True)
            ]
            return "; then ".join(part for part in parts if part)
        case Block():
            return _block_in_words(node)


def _block_in_words(node: Block) -> str:
    text = BLOCKED[node.kind]
    if node.kind == "condition":
        return f"say by status whether {words_of_condition(node.pieces)}"
    if node.kind == "for":
        words = [piece.text for piece in node.pieces if isinstance(piece, Argument)]
        text = f"for each of {', '.join(words)}" if words else text
    inside = ""
    for piece in node.pieces:
        if isinstance(piece, Operator) and inside:
            inside += KEYWORDS.get(piece.text, ("", ""))[1]
        elif isinstance(piece, Sequence):
            inside += ("" if not inside or inside.endswith(" ") else "; ") + summary(piece)
    return f"{text}: {inside}" if inside else text


def _joined(commands: tuple[Command, ...], operators: tuple[str, ...]) -> str:
    text = summary(commands[0]) if commands else ""
    for operator, command in zip(operators, commands[1:], strict=True):
        text += AFTER[operator] + summary(command)
    return text


def _call_in_words(node: Call) -> str:
    if not node.name:
        return (
            "set " + ", ".join(item.name for item in node.assignments) if node.assignments else "open files"
        )
    if node.name in TESTS:
        return f"say by status whether {words_of_condition(node.parts)}"
    text = node.known.does if node.known is not None else f"run {node.name}"
    details: list[str] = []
    arguments, description = node.arguments, subcommand(node)
    if description is not None:
        used = use(node, description)
        text, arguments = used.does, used.arguments
        details += used.details
    elif node.condition is not None:
        details.append(condition_in_words(node.condition))
    else:
        details += [flag_in_words(flag) for flag in node.flags if flag.known is not None]
    if node.name == "ps":
        letters = [word for word in arguments if word.type == "Option"]
        details += [meaning for word in letters for meaning in in_bsd_letters(word.value)]
        arguments = tuple(word for word in arguments if word not in letters)
    values = ", ".join(argument.text for argument in arguments)
    inner = node.nested
    return (
        text
        + (f" [{values}]" if values else "")
        + (f" ({'; '.join(details)})" if details else "")
        + (f": {summary(inner)}" if inner is not None else "")
        + "".join(
            f", {WHERE[item.operator]} {item.target.text}"
            for item in node.redirections
            if item.operator in WHERE and not item.fd
        )
        + "".join(f", {MERGED[where]}" for item in node.redirections if (where := _written(item)) in MERGED)
    )


def _written(item: Redirected) -> str:
    return f"{item.fd}{item.operator}{item.target.text}"


def in_bsd_letters(letters: str) -> list[str]:
    """The meaning of the letters in `ps aux`."""
    return [BSD_LETTERS[letter] for letter in letters if letter in BSD_LETTERS]


def condition_in_words(node: Condition, depth: int = 0) -> str:
    if depth > DEEPEST_CONDITION:
        return "..."
    match node.kind:
        case "test":
            return flag_in_words(node.flag) if node.flag is not None else ""
        case "not":
            return f"not ({condition_in_words(node.operands[0], depth + 1)})"
    words = [condition_in_words(operand, depth + 1) for operand in node.operands]
    return f" {node.kind} ".join(
        f"({word})" if operand.kind == "or" else word
        for word, operand in zip(words, node.operands, strict=True)
    )


def _is_test(flag: Flag) -> bool:
    """Whether it is a test of find. For other utilities, +3 is not a comparison (tail -n +3)."""
    return len(flag.name) > 2 and not flag.name.startswith("--")


def flag_in_words(flag: Flag) -> str:
    """What the flag does, including its value: `changed more than 7 days ago` for -mtime +7."""
    if flag.known is None:
        return "unknown"
    does, arguments = flag.known.does, flag.arguments
    if not arguments:
        return does
    first = arguments[0]
    if isinstance(first, Call):
        return f"{does}: {summary(first)}"
    value = first.text
    if isinstance(first, Argument):
        if flag.name in ("-type", "-xtype"):
            return "is " + " or ".join(FILE_TYPES.get(letter, letter) for letter in first.value.split(","))
        if _is_test(flag) and first.value[:1] in COMPARED and first.type in ("Quantity", "Timespan", "Size"):
            value = COMPARED[first.value[0]] + first.value[1:]
    for gap in ("at most this many", "this many", "this much"):
        if gap in does:
            return does.replace(gap, gap.replace("this many", value).replace("this much", value))
    rest = " ".join(argument.text for argument in arguments[1:] if isinstance(argument, Argument))
    return f"{does}: {value} {rest}".rstrip()
