"""Intent -> words that prescribe a method. Pure.

MBUPP (section 3.1) removes them: what a program does counts, not how. A phrase prescribes a method if it
names a means ("using X", "with the help of X"), X is a kind of method ("algorithm", "regex") or something
that the reference uses, and X is not an input. A structure ("a dictionary") is a means unless the function is
called with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from asmeant.authoring.describing.facilities import NOTHING, Facilities
from asmeant.authoring.describing.nouns import Noun, Token, read_nouns, read_tokens, slots_by_start
from asmeant.authoring.describing.remarks import Remark, without
from asmeant.authoring.describing.wording import Wording, structures, wording

METHOD, FORBIDDEN, LANGUAGE = "prescribes a method", "forbids a method", "names the programming language"
PROGRAMMING_LANGUAGES = {
    "python": r"(?:python ?[23]?(?:\.\d+)?|питон\w*|パイソン)",
    "bash": r"(?:bash|shell|linux)",
}
FEWEST_WORDS, FEWEST_JAPANESE_LETTERS = 2, 4
WORDS_BEFORE_PROGRAM = 3
LONGEST_INPUT = 6  # letters of a Japanese word that precedes an input
_SOMEONES = re.compile(r"[A-Z]\w+['’]s")  # Newton's method, Heron's formula
_NAME = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?")


def method_remarks(
    intent: str, language: str = "en", facilities: Facilities = NOTHING, code_language: str = "python"
) -> Iterator[Remark]:
    """The remarks in the order of the text, without overlaps."""
    end = 0
    remarks = [
        *_language_remarks(intent, language, code_language),
        *_means_remarks(intent, language, facilities),
    ]
    for remark in sorted(remarks, key=lambda item: (item.start, -item.end)):
        if remark.start >= end:
            yield remark
            end = remark.end


# ── the programming language ──


def _language_remarks(intent: str, language: str, code_language: str) -> Iterator[Remark]:
    words, name = wording(language), PROGRAMMING_LANGUAGES.get(code_language)
    if name is None:
        return
    edges = (r"(?<!\w)", r"(?!\w)") if words.spaced else ("", "")
    for form in words.in_language:
        phrase = f"{edges[0]}{form.format(language=name)}{edges[1]}(?:\\s+{words.programs.pattern})?"
        for match in re.compile(phrase, re.IGNORECASE).finditer(intent):
            following = next(read_tokens(intent, match.end()), None)
            # In "with Python Pandas", the phrase continues.
            if not words.spaced or following is None or _ends_phrase(following, words):
                yield _language_named(intent, match)
    # "a Python function": the language is removed, and the noun remains.
    before = rf"(?<!\w){name}[\s-]*(?:の)?(?={words.programs.pattern})"
    for match in re.compile(before, re.IGNORECASE).finditer(intent):
        yield _language_named(intent, match)


def _language_named(intent: str, match: re.Match[str]) -> Remark:
    message = f"'{match[0].strip()}' says nothing about the task: the programming language is a setting."
    return _removal(intent, LANGUAGE, match.start(), match.end(), message)


def _ends_phrase(token: Token, words: Wording) -> bool:
    return token.slot is None and bool(words.stops.fullmatch(token.text) or words.links.fullmatch(token.text))


# ── means ──


def _means_remarks(intent: str, language: str, facilities: Facilities) -> Iterator[Remark]:
    words = wording(language)
    find = _phrases if words.spaced else _japanese_phrases
    for strong, forbids, form in (
        (True, False, words.means),
        (True, True, words.forbidding),
        (False, False, words.perhaps_means),
    ):
        yield from find(intent, words, form, facilities, strong, forbids)
    if words.spaced:
        yield from _orders(intent, words, facilities)
        yield from _modified_programs(intent, words)


def _phrases(
    intent: str, words: Wording, form: re.Pattern[str], facilities: Facilities, strong: bool, forbids: bool
) -> Iterator[Remark]:
    quoted = slots_by_start(intent).values()
    for match in form.finditer(intent):
        if any(slot.start <= match.start() < slot.end for slot in quoted):
            continue
        end = _end_of_method(intent, match.end(), words, facilities, strong)
        if end is not None:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield _method(intent, start, end, forbids)


def _method(intent: str, start: int, end: int, forbids: bool) -> Remark:
    rule = FORBIDDEN if forbids else METHOD
    message = (
        f"'{intent[start:end].strip()}' {rule}. Say what the result is, not how it is computed: "
        f"other ways are right, too."
    )
    return _removal(intent, rule, start, end, message)


def _orders(intent: str, words: Wording, facilities: Facilities) -> Iterator[Remark]:
    """ "Use regex to find the digits": the task follows "to"."""
    for match in words.orders.finditer(intent):
        if intent[: match.start()].strip() and intent[: match.start()].rstrip()[-1] not in ".!?":
            continue
        end = _end_of_method(intent, match.end(), words, facilities, strong=True)
        purpose = end is not None and words.purposes.match(intent, _skip_blanks(intent, end))
        if purpose:
            yield _method(intent, match.start(), purpose.end(), forbids=False)


def _modified_programs(intent: str, words: Wording) -> Iterator[Remark]:
    """ "Write a recursive function": the request is at the beginning."""
    modifier, program = words.modifiers.pattern, words.programs.pattern
    for form in (rf"({modifier}[\s-]*)(?={program})", rf"{program}(\s+{modifier})"):
        for match in re.compile(form, re.IGNORECASE).finditer(intent):
            if len(intent[: match.start()].split()) <= WORDS_BEFORE_PROGRAM:
                yield _method(intent, match.start(1), match.end(1), forbids=False)


def _skip_blanks(text: str, position: int) -> int:
    """Skips blanks and a comma."""
    return position + len(text[position:]) - len(text[position:].lstrip(", "))


def _end_of_method(
    intent: str, start: int, words: Wording, facilities: Facilities, strong: bool
) -> int | None:
    """The end of the phrase that names the method; None if no method follows."""
    nouns = read_nouns(intent, start, words)
    methods = [_is_method(noun, words, facilities, strong) for noun in nouns]
    if not strong:
        return nouns[0].end if methods[:1] == [True] else None
    last = max((number for number, is_method in enumerate(methods) if is_method), default=-1)
    # In "map and lambda functions", the last noun also applies to the first one.
    if not all(_shares_kind(noun, words) for noun in nouns[:last]):
        last = [*methods, False].index(False) - 1
    return nouns[last].end if last >= 0 else None


def _shares_kind(noun: Noun, words: Wording) -> bool:
    return len(noun.tokens) <= 2 and not noun.complement and not _is_input(noun, words)


def _is_input(noun: Noun, words: Wording) -> bool:
    return any(words.inputs.fullmatch(token.text) for token in noun.tokens)


def _is_method(noun: Noun, words: Wording, facilities: Facilities, strong: bool) -> bool:
    content = [token for token in noun.tokens if not words.articles.fullmatch(token.text)]
    names = [token.text for token in content if token.slot and _NAME.fullmatch(token.text)]
    # A literal, such as a pattern, determines the result.
    has_literal = len(names) < sum(token.slot is not None for token in content)
    if (
        not content
        or has_literal
        or _is_input(noun, words)
        or any(name in facilities.given for name in names)
    ):
        return False
    if any(_is_facility(name, facilities) for name in names):
        return True
    head = content[-1 if words.head_last else 0]
    if words.head_last and any(_SOMEONES.fullmatch(token.text) for token in content):
        return True
    if _has_head(content, words.techniques, words) or (
        _has_head(content, words.kinds, words) and (strong or len(content) > 1)
    ):
        return True
    if noun.complement or head.slot:
        return False
    return head.text.lower() in facilities.used or (strong and _is_structure(noun, content, facilities))


def _is_facility(name: str, facilities: Facilities) -> bool:
    """Whether the code uses it; a call such as `json.loads()` always counts."""
    last = name.removesuffix("()").rpartition(".")[2].lower()
    return last in facilities.used or (not facilities.used and name.endswith("()"))


def _has_head(content: Sequence[Token], heads: re.Pattern[str], words: Wording) -> bool:
    """Whether the head is one of these: the last word in English, otherwise the first or second one."""
    text = " ".join("`" * len(token.text) if token.slot else token.text for token in content)
    for match in heads.finditer(text):
        at_end = match.end() == len(text) or _names_follow(content, match.end())
        if at_end if words.head_last else text[: match.start()].count(" ") <= 1:
            return True
    return False


def _names_follow(content: Sequence[Token], end: int) -> bool:
    """In "the function `map`", names follow the kind."""
    position = -1
    for token in content:
        position += 1 + len(token.text)
        if position > end and token.slot is None:
            return False
    return position > end


def _is_structure(noun: Noun, content: Sequence[Token], facilities: Facilities) -> bool:
    """Whether it is a structure that the function is not called with. "The list" was mentioned before."""
    text = " ".join(token.text for token in content)
    definite = noun.tokens[0].text.lower() == "the"
    return not definite and any(
        form.fullmatch(text) and _is_own_structure(kind, facilities) for kind, form in structures().items()
    )


def _is_own_structure(kind: str, facilities: Facilities) -> bool:
    """Whether the reference creates it, or the examples show that it is not an argument."""
    makes = (
        bool(facilities.examples) or kind in facilities.used or kind in ("heap", "queue", "stack", "counter")
    )
    return makes and kind not in facilities.argument_types


# ── Japanese: the means stands behind the noun ──

_JAPANESE_NOUN = re.compile(r"[\u4e00-\u9fff々ァ-ヶーA-Za-z0-9_.()・の`-]+$")


def _japanese_phrases(
    intent: str, words: Wording, form: re.Pattern[str], facilities: Facilities, strong: bool, forbids: bool
) -> Iterator[Remark]:
    for match in form.finditer(intent):
        noun = _JAPANESE_NOUN.search(intent[: match.start()])
        if noun is None or words.inputs.search(intent, max(0, noun.start() - LONGEST_INPUT), match.start()):
            continue
        start = _start_of_japanese_method(noun[0], words, facilities, strong)
        if start is not None:
            yield _method(intent, noun.start() + start, match.end(), forbids)


def _start_of_japanese_method(noun: str, words: Wording, facilities: Facilities, strong: bool) -> int | None:
    owner, _, last = noun.rpartition("の")
    name = last.strip("`")
    kind = any(match.end() == len(last) for match in words.techniques.finditer(last)) or any(
        match.end() == len(last) and (strong or match.start()) for match in words.kinds.finditer(last)
    )
    structure = strong and any(
        form.fullmatch(last) and _is_own_structure(key, facilities) for key, form in structures().items()
    )
    if name in facilities.given or not (
        kind or structure or _is_facility(name, facilities) or name.lower() in facilities.used
    ):
        return None
    # A name that the method belongs to is part of it: "Pythonのreモジュール".
    return 0 if owner.strip("`").isascii() else len(owner) + 1


# ── removing ──


def _removal(intent: str, rule: str, start: int, end: int, message: str) -> Remark:
    text = without(intent, start, end)
    if not _is_whole(text, intent[:start]):
        return Remark(
            rule, start, end, f"{message} Without it, the sentence is not complete: write it again."
        )
    return Remark(rule, start, end, message, text)


def _is_whole(text: str, before: str) -> bool:
    """Whether enough remains for a sentence, and nothing is left dangling."""
    if before.endswith("の"):
        return False
    if any("\u3040" <= letter <= "\u9fff" for letter in text):
        return len(text) >= FEWEST_JAPANESE_LETTERS
    return len(re.findall(r"\w+", text)) >= FEWEST_WORDS
