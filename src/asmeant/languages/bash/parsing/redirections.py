"""`2>file`, `<<EOF` and the like -> Redirection, with its here-document, which follows on the next line."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.expansions import quoted_parts
from asmeant.languages.bash.parsing.moving import moved
from asmeant.languages.bash.parsing.reader import BashSyntaxError, Reader
from asmeant.languages.bash.parsing.words import word
from asmeant.languages.bash.syntax import HereDocument, Literal, Part, Redirection, Word

# `<(` and `>(` begin a word.
REDIRECTION = re.compile(
    r"((?:[0-9]+|\{[A-Za-z_][A-Za-z_0-9]*(?:\[[^]\s]*\])?\})(?=[<>]))?"
    r"(<<<|<<-|<<|<>|<&|>&|>>|>\||[<>](?!\()|&>>?)"
)
UNQUOTED = re.compile(r"[^\\$`]+")


def redirection(reader: Reader) -> Redirection | None:
    """The redirection at the current position, or None."""
    start = reader.at
    match = REDIRECTION.match(reader.source, start)
    if match is None:
        return None
    reader.at = match.end()
    reader.skip_blanks()
    number = REDIRECTION.match(reader.source, reader.at)
    # A number directly before `<` or `>` belongs to that redirection, except after `>&` and `<&`.
    is_next_number = number is not None and number[1] and not match[2].endswith("&")
    target = None if is_next_number else word(reader)
    if target is None:
        reader.fail(f"a word after '{match[2]}'")
    if match[2] not in ("<<", "<<-"):
        return Redirection(start, reader.at, match[2], target, match[1])
    # The document follows later. If the substitution ends before that, this empty one remains.
    end, quoted = reader.at, any(character in target.text for character in "\\'\"")
    missing = HereDocument(end, end, target.unquoted, quoted, Word(end, end, "", ()), closed=False)
    here_redirection = Redirection(start, end, match[2], target, match[1], missing)
    reader.pending.append(here_redirection)
    return here_redirection


def here_documents(reader: Reader) -> None:
    """Read the here-documents of the line before. The reader is at the start of a line."""
    for waiting in reader.pending:
        if waiting.document is not None:
            document = here_document(reader, waiting.document, waiting.operator)
            # The redirection was created before its document was read. It is not shared yet, so it may be
            # changed.
            object.__setattr__(waiting, "document", document)
    reader.pending = []


def here_document(reader: Reader, document: HereDocument, operator: str) -> HereDocument:
    source, start = reader.source, reader.at
    delimiter, quoted = document.delimiter, document.quoted
    tabs = r"\t*" if operator == "<<-" else ""
    # In the last line of a substitution, the delimiter need not be alone on its line.
    ending = r"(?:$|(?=.*\)))" if reader.substituting else "$"
    line = re.compile(rf"^{tabs}{re.escape(delimiter)}{ending}", re.MULTILINE)
    match = line.search(source, start)
    while match is not None and not quoted and continued(source, start, match.start()):
        match = line.search(source, source.find("\n", match.start()) + 1 or len(source) + 1)
    if match is None:
        end = reader.at = len(source)
    else:
        end, reader.at = match.start(), match.end()
        if source.startswith("\n", reader.at):
            reader.at += 1
    text = source[start:end]
    parts = expanded(reader, start, end, quoted) if text else ()
    return HereDocument(start, end, delimiter, quoted, Word(start, end, text, parts), match is not None)


def continued(source: str, start: int, at: int) -> bool:
    """Whether a backslash joins this line to the one before."""
    slash = at - 2
    while slash >= start and source[slash] == "\\":
        slash -= 1
    return (at - 2 - slash) % 2 == 1


def expanded(reader: Reader, start: int, end: int, quoted: bool) -> tuple[Part, ...]:
    """The parts of the body.

    If its expansions are not valid, it is a literal: Bash checks them at run time.
    """
    text = reader.source[start:end]
    if quoted:
        return (Literal(start, end, text),)
    inner = Reader(text, reader.commands, reader.command, reader.depth)
    try:
        body = Word(0, len(text), text, quoted_parts(inner, UNQUOTED, ""))
    except BashSyntaxError:
        return (Literal(start, end, text),)
    return moved(body, range(start, end + 1), reader.source).parts
