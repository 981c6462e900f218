"""Intent -> words that prescribe a method. Pure.

MBUPP (section 3.1) removes them: what counts is what a program does, not how. A phrase prescribes when it
names a means ("using X", "with the help of X"), X is a kind of method ("algorithm", "regex") or something
that the reference is made with, and X is not an input. A structure ("a dictionary") is a means unless the
function is called with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.authoring.describing.facilities import NOTHING, Facilities
from asmeant.authoring.describing.remarks import Remark, without
from asmeant.authoring.describing.wording import Wording, structures, wording
from asmeant.languages.natural.slots import Slot, slots

METHOD, FORBIDDEN, LANGUAGE = "prescribes a method", "forbids a method", "names the programming language"
PROGRAMMING_LANGUAGES = {
    "python": r"(?:python ?[23]?(?:\.\d+)?|питон\w*|パイソン)",
    "bash": r"(?:bash|shell|linux)",
}
FEWEST_WORDS, FEWEST_JAPANESE_LETTERS = 2, 4
LONGEST_INPUT = 6  # letters of a Japanese word that stands before an input
_WORD = re.compile(r"[^\W_](?:[\w'’/&+-]*\w)?|[&,]|[*+/%^|=<>-]{1,3}(?=\s)")  # an operator stands alone
_NAME = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?")


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class _Noun:
    """One noun phrase after a means, such as "the heap queue algorithm"; `complement` follows its "of"."""

    tokens: tuple[_Token, ...]
    complement: tuple[_Token, ...] = ()

    @property
    def end(self) -> int:
        return (*self.tokens, *self.complement)[-1].end


def method_remarks(
    intent: str, language: str = "en", known: Facilities = NOTHING, code_language: str = "python"
) -> Iterator[Remark]:
    """The remarks in the order of the text. No two overlap."""
    end = 0
    remarks = [*_language_remarks(intent, language, code_language), *_means_remarks(intent, language, known)]
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
            following = next(_tokens(intent, match.end()), None)
            # In "with Python Pandas", the phrase goes on.
            if not words.spaced or following is None or _ends_phrase(following, words):
                yield _language_named(intent, match)
    # "a Python function": the language is removed, and the noun stays.
    before = rf"(?<!\w){name}[\s-]*(?:の)?(?={words.programs.pattern})"
    for match in re.compile(before, re.IGNORECASE).finditer(intent):
        yield _language_named(intent, match)


def _language_named(intent: str, match: re.Match[str]) -> Remark:
    message = f"'{match[0].strip()}' says nothing about the task: the programming language is a setting."
    return _removal(intent, LANGUAGE, match.start(), match.end(), message)


def _ends_phrase(token: _Token, words: Wording) -> bool:
    return token.slot is None and bool(words.stops.fullmatch(token.text) or words.links.fullmatch(token.text))


# ── means ──


def _means_remarks(intent: str, language: str, known: Facilities) -> Iterator[Remark]:
    words = wording(language)
    find = _phrases if words.spaced else _japanese_phrases
    for strong, forbids, form in (
        (True, False, words.means),
        (True, True, words.forbidding),
        (False, False, words.perhaps_means),
    ):
        yield from find(intent, words, form, known, strong, forbids)
    if words.spaced:
        yield from _orders(intent, words, known)


def _phrases(
    intent: str, words: Wording, form: re.Pattern[str], known: Facilities, strong: bool, forbids: bool
) -> Iterator[Remark]:
    quoted = slots(intent)
    for match in form.finditer(intent):
        if any(slot.start <= match.start() < slot.end for slot in quoted):
            continue
        end = _end_of_method(intent, match.end(), words, known, strong)
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


def _orders(intent: str, words: Wording, known: Facilities) -> Iterator[Remark]:
    """ "Use regex to find the digits": what follows "to" is the task."""
    for match in words.orders.finditer(intent):
        if intent[: match.start()].strip() and intent[: match.start()].rstrip()[-1] not in ".!?":
            continue
        end = _end_of_method(intent, match.end(), words, known, strong=True)
        purpose = end is not None and words.purposes.match(intent, _skip_blanks(intent, end))
        if purpose:
            yield _method(intent, match.start(), purpose.end(), forbids=False)


def _skip_blanks(text: str, position: int) -> int:
    return position + len(text[position:]) - len(text[position:].lstrip())


def _end_of_method(intent: str, start: int, words: Wording, known: Facilities, strong: bool) -> int | None:
    """Where the phrase ends that names the method; None where what follows is no method."""
    nouns = _nouns(intent, start, words)
    methods = [_is_method(noun, words, known, strong) for noun in nouns]
    if not strong:
        return nouns[0].end if methods[:1] == [True] else None
    last = max((number for number, is_method in enumerate(methods) if is_method), default=-1)
    # In "map and lambda functions", the last noun says what the first one is.
    if not all(_shares_kind(noun, words) for noun in nouns[:last]):
        last = [*methods, False].index(False) - 1
    return nouns[last].end if last >= 0 else None


def _shares_kind(noun: _Noun, words: Wording) -> bool:
    return len(noun.tokens) <= 2 and not noun.complement and not _is_input(noun, words)


def _nouns(intent: str, start: int, words: Wording) -> list[_Noun]:
    nouns: list[_Noun] = []
    tokens: list[_Token] = []
    complement: list[_Token] | None = None
    for token in _tokens(intent, start):
        # An article after a noun begins another noun phrase, which is not a part of the means.
        if token.slot is None and (
            words.stops.fullmatch(token.text)
            or (
                tokens
                and complement is None
                and words.articles.fullmatch(token.text)
                and _has_noun(tokens, words)
            )
        ):
            break
        if token.slot is None and words.links.fullmatch(token.text):
            if tokens:
                nouns.append(_Noun(tuple(tokens), tuple(complement or ())))
            tokens, complement = [], None
        elif token.slot is None and tokens and words.of.fullmatch(token.text):
            complement = complement or []
            complement.append(token)
        else:
            (tokens if complement is None else complement).append(token)
    if tokens:
        nouns.append(_Noun(tuple(tokens), tuple(complement or ())))
    return nouns


def _has_noun(tokens: Sequence[_Token], words: Wording) -> bool:
    return not all(words.articles.fullmatch(token.text) for token in tokens)


def _tokens(intent: str, start: int) -> Iterator[_Token]:
    """Words and slots up to the end of the clause."""
    after = {slot.start: slot for slot in slots(intent) if slot.start >= start}
    position = start
    while position < len(intent):
        if position in after:
            slot = after[position]
            yield _Token(slot.value, slot.start, slot.end, slot)
            position = slot.end
        elif word := _WORD.match(intent, position):
            yield _Token(word[0], word.start(), word.end())
            position = word.end()
        elif intent[position].isspace():
            position += 1
        else:
            return


def _is_input(noun: _Noun, words: Wording) -> bool:
    return any(words.inputs.fullmatch(token.text) for token in noun.tokens)


def _is_method(noun: _Noun, words: Wording, known: Facilities, strong: bool) -> bool:
    content = [token for token in noun.tokens if not words.articles.fullmatch(token.text)]
    names = [token.text for token in content if token.slot and _NAME.fullmatch(token.text)]
    # What has a literal, such as a pattern, decides what the result is.
    has_literal = len(names) < sum(token.slot is not None for token in content)
    if not content or has_literal or _is_input(noun, words) or any(name in known.given for name in names):
        return False
    if any(_is_facility(name, known) for name in names):
        return True
    head = content[-1 if words.head_last else 0]
    if _has_head(content, words.techniques, words) or (
        _has_head(content, words.kinds, words) and (strong or len(content) > 1)
    ):
        return True
    if noun.complement or head.slot:
        return False
    return head.text.lower() in known.used or (strong and _is_structure(noun, content, known))


def _is_facility(name: str, known: Facilities) -> bool:
    """Whether the code uses it; a call such as `json.loads()` is one in any case."""
    last = name.removesuffix("()").rpartition(".")[2].lower()
    return last in known.used or (not known.used and name.endswith("()"))


def _has_head(content: Sequence[_Token], heads: re.Pattern[str], words: Wording) -> bool:
    """Whether the head is one of these: the last word in English, else the first or second one."""
    text = " ".join("`" * len(token.text) if token.slot else token.text for token in content)
    for match in heads.finditer(text):
        at_end = match.end() == len(text) or _names_follow(content, match.end())
        if at_end if words.head_last else text[: match.start()].count(" ") <= 1:
            return True
    return False


def _names_follow(content: Sequence[_Token], end: int) -> bool:
    """In "the function `map`", names follow the kind."""
    position = -1
    for token in content:
        position += 1 + len(token.text)
        if position > end and token.slot is None:
            return False
    return position > end


def _is_structure(noun: _Noun, content: Sequence[_Token], known: Facilities) -> bool:
    """Whether it is a structure that the function is not called with. "The list" is one spoken of before."""
    text = " ".join(token.text for token in content)
    definite = noun.tokens[0].text.lower() == "the"
    return not definite and any(
        form.fullmatch(text)
        and (known.examples or kind in ("heap", "queue", "stack", "counter"))
        and kind not in known.argument_types
        for kind, form in structures().items()
    )


# ── Japanese: the means stands behind the noun ──

_JAPANESE_NOUN = re.compile(r"[\u4e00-\u9fff々ァ-ヶーA-Za-z0-9_.()・の`-]+$")


def _japanese_phrases(
    intent: str, words: Wording, form: re.Pattern[str], known: Facilities, strong: bool, forbids: bool
) -> Iterator[Remark]:
    for match in form.finditer(intent):
        noun = _JAPANESE_NOUN.search(intent[: match.start()])
        if noun is None or words.inputs.search(intent, max(0, noun.start() - LONGEST_INPUT), match.start()):
            continue
        start = _start_of_japanese_method(noun[0], words, known, strong)
        if start is not None:
            yield _method(intent, noun.start() + start, match.end(), forbids)


def _start_of_japanese_method(noun: str, words: Wording, known: Facilities, strong: bool) -> int | None:
    owner, _, last = noun.rpartition("の")
    name = last.strip("`")
    kind = any(match.end() == len(last) for match in words.techniques.finditer(last)) or any(
        match.end() == len(last) and (strong or match.start()) for match in words.kinds.finditer(last)
    )
    structure = (
        strong
        and known.examples
        and any(
            form.fullmatch(last) and key not in known.argument_types for key, form in structures().items()
        )
    )
    if name in known.given or not (
        kind or structure or _is_facility(name, known) or name.lower() in known.used
    ):
        return None
    # What the method belongs to goes with it, where it is a name: "Pythonのreモジュール".
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
    """Whether enough is left for a sentence, and nothing hangs in the air."""
    if before.endswith("の"):
        return False
    if any("\u3040" <= letter <= "\u9fff" for letter in text):
        return len(text) >= FEWEST_JAPANESE_LETTERS
    return len(re.findall(r"\w+", text)) >= FEWEST_WORDS
