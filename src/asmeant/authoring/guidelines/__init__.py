"""Intent and code -> remarks while someone types. Pure: nothing is run.

intents     one sentence, in its language
python      names in backquotes, literals in quotes, every name mentioned (MCoNaLa, section 2.2)
bash        syntax errors, constants on both sides, clean-up (NL2Bash, section 3)
repeating   duplicate pairs
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asmeant.authoring.describing.remarks import LONGEST_CODE, LONGEST_INTENT, Remark, too_long
from asmeant.authoring.guidelines.bash import command_remarks, constant_remarks
from asmeant.authoring.guidelines.intents import intent_remarks
from asmeant.authoring.guidelines.python import name_remarks, syntax_remarks
from asmeant.authoring.guidelines.repeating import KnownPair, duplicates

__all__ = ["KnownPair", "PairRemarks", "check_pair", "duplicates"]


@dataclass(frozen=True, slots=True)
class PairRemarks:
    """Remarks on the intent and on the code. Positions refer to the text that a remark is about."""

    intent: tuple[Remark, ...]
    code: tuple[Remark, ...]

    def __bool__(self) -> bool:
        return bool(self.intent or self.code)


def check_pair(
    intent: str, code: str, intent_language: str = "", code_language: str = "python"
) -> PairRemarks:
    """The remarks by the guidelines. The language is only checked if one is given."""
    long_intent, long_code = too_long(intent, LONGEST_INTENT), too_long(code, LONGEST_CODE)
    if long_intent or long_code:
        return PairRemarks(*((remark,) if remark else () for remark in (long_intent, long_code)))
    on_intent: Iterable[Remark] = intent_remarks(intent, intent_language)
    if code_language == "bash":
        return PairRemarks((*on_intent, *constant_remarks(intent, code)), tuple(command_remarks(code)))
    return PairRemarks((*on_intent, *name_remarks(intent, code)), tuple(syntax_remarks(code)))
