"""Tokens -> commands: lists, and-or chains, pipelines and simple commands."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing import compounds
from asmeant.languages.bash.parsing.arrays import array_word, assignment
from asmeant.languages.bash.parsing.reader import NAME_END, Reader
from asmeant.languages.bash.parsing.redirections import redirection
from asmeant.languages.bash.parsing.steps import skip_newlines
from asmeant.languages.bash.parsing.words import SIMPLE, word
from asmeant.languages.bash.syntax import (
    AndOr,
    Assignment,
    Command,
    CommandList,
    FunctionDefinition,
    ListItem,
    Pipeline,
    Redirection,
    SimpleCommand,
    Word,
)

RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|coproc|time|in|\[\[|\{|\}|\]\]|!)"
    + NAME_END
)
ENDING = re.compile(r"\)|;;|;&|(?:then|elif|else|fi|do|done|esac|\})" + NAME_END)
# Their arguments may be arrays.
DECLARING = frozenset(("alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"))
TIME = re.compile(r"time" + NAME_END)
TIME_OPTION = re.compile(r"[ \t]+(-p|--)" + NAME_END)
BANG = re.compile(r"!" + NAME_END)


def command_list(reader: Reader) -> CommandList:
    """Commands, perhaps none, up to the end, `)`, `;;` or a closing reserved word."""
    items: list[ListItem] = []
    source = reader.source
    skip_newlines(reader)
    start = reader.at
    while reader.at < len(source) and ENDING.match(source, reader.at) is None:
        command = and_or(reader)
        following = reader.skip_blanks()
        if following != "&" and not (following and ends_list(reader)):
            items.append(ListItem(command.start, command.end, command, ""))
            break
        separator = following
        reader.at += following != "\n"  # which also begins here-documents
        items.append(ListItem(command.start, reader.at, command, separator))
        skip_newlines(reader)
    return CommandList(start, max(start, items[-1].end) if items else start, tuple(items))


def and_or(reader: Reader) -> Command:
    first = pipeline(reader)
    operator = reader.source[reader.at : reader.at + 2]
    if operator not in ("&&", "||"):
        return first
    commands, operators = [first], []
    while operator in ("&&", "||"):
        reader.at += 2
        operators.append(operator)
        skip_newlines(reader)
        commands.append(pipeline(reader))
        operator = reader.source[reader.at : reader.at + 2]
    return AndOr(first.start, commands[-1].end, tuple(commands), tuple(operators))


def pipeline(reader: Reader) -> Command:
    """Read a pipeline. Afterwards, the reader is at the next operator, after blanks."""
    start = reader.at
    negated, timed = prefixes(reader)
    marked = reader.at > start
    # Right after `$(`, Bash reads `time` as the name of a command.
    named = bool(timed) and start == reader.opened
    if marked and (ends_list(reader) or (named and reader.source.startswith(")", reader.at))):
        return Pipeline(start, end_before_blanks(reader, start), (), (), negated, timed)
    first = command(reader)
    if named and not isinstance(first, SimpleCommand):
        reader.fail("a simple command after 'time'", at=first.start)
    following = reader.skip_blanks()
    commands, operators = [first], []
    while following == "|" and not reader.source.startswith("||", reader.at):
        operator = "|&" if reader.source.startswith("|&", reader.at) else "|"
        operators.append(operator)
        reader.at += len(operator)
        skip_newlines(reader)
        if BANG.match(reader.source, reader.at):
            reader.fail("a command after the pipe ('!' stands before the first one)")
        commands.append(command(reader))
        following = reader.skip_blanks()
    if not operators and not marked:
        return first
    return Pipeline(start, commands[-1].end, tuple(commands), tuple(operators), negated, timed)


def prefixes(reader: Reader) -> tuple[bool, str]:
    """Read `!` and `time`, any number of times: each `!` inverts the status."""
    negated, timed = False, ""
    source = reader.source
    while source[reader.at : reader.at + 1] in ("!", "t"):
        if BANG.match(source, reader.at):
            negated = not negated
            reader.at += 1
        elif TIME.match(source, reader.at):
            timed = timed or "time"
            reader.at += 4
            while option := TIME_OPTION.match(source, reader.at):
                timed = "time -p" if option[1] == "-p" else timed
                reader.at = option.end()
        else:
            break
        reader.skip_blanks()
    return negated, timed


def ends_list(reader: Reader) -> bool:
    following = reader.source[reader.at : reader.at + 1]
    return following in ("", "\n") or (
        following == ";" and not reader.source.startswith((";;", ";&"), reader.at)
    )


def end_before_blanks(reader: Reader, start: int) -> int:
    return start + len(reader.source[start : reader.at].rstrip(" \t"))


def command(reader: Reader) -> Command:
    source, start = reader.source, reader.at
    if source.startswith("(", start):
        return compounds.parenthesised(reader)
    reserved = RESERVED.match(source, start)
    if reserved is not None and reserved[0] != "time":
        if reserved[0] not in compounds.READ:
            reader.fail("a command")
        reader.deeper()
        compound = compounds.READ[reserved[0]](reader, reserved.end())
        reader.depth -= 1
        return compound
    return simple_command(reader)


def simple_command(reader: Reader) -> Command:
    source, start = reader.source, reader.at
    assignments: list[Assignment] = []
    words: list[Word] = []
    redirections: list[Redirection] = []
    declaring = False
    end = start
    while True:
        at = reader.at
        match = SIMPLE.match(source, at)
        # The fast path for most words: those without expansions and quotes.
        node: Word | Assignment | Redirection | None
        if match is not None and (words or "=" not in match[0]) and not declaring:
            node = word(reader)
        else:
            node = redirection(reader)
            if node is None and not words:
                node = assignment(reader)
            if node is None:
                node = array_word(reader) if declaring else word(reader)
        if node is None:
            break
        end = node.end
        if isinstance(node, Word):
            words.append(node)
            if len(words) == 1:
                declaring = node.text in DECLARING and not redirections
        elif isinstance(node, Redirection):
            redirections.append(node)
            declaring = False
        else:
            assignments.append(node)
        following = reader.skip_blanks()
        if following == "(" and len(words) == 1 and not assignments and not redirections:
            return function(reader, words[0])
    if end == start:
        reader.fail("a command")
    return SimpleCommand(start, end, tuple(assignments), tuple(words), tuple(redirections))


def function(reader: Reader, name: Word) -> FunctionDefinition:
    """`name ( ) body`; the reader is at the parenthesis."""
    reader.at += 1
    if reader.skip_blanks() != ")":
        reader.fail("')' of a function, or an operator before the parenthesis")
    reader.at += 1
    body = compounds.function_body(reader)
    return FunctionDefinition(name.start, body.end, name.unquoted, body)
