"""Intent and code -> remarks while someone types. Pure: nothing is run.

python    names in backquotes, literals in quotes, every name mentioned (MCoNaLa, section 2.2)
bash      the parser's verdict, constants on both sides, clean-up, duplicates (NL2Bash, section 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asmeant.authoring.describing.remarks import Remark
from asmeant.authoring.guidelines.bash import command_remarks, constant_remarks, duplicates
from asmeant.authoring.guidelines.intents import intent_remarks
from asmeant.authoring.guidelines.python import name_remarks, syntax_remarks

__all__ = ["PairRemarks", "check_pair", "duplicates"]


@dataclass(frozen=True, slots=True)
class PairRemarks:
    """Remarks on the intent and on the code. Positions are those in the text that a remark is on."""

    intent: tuple[Remark, ...]
    code: tuple[Remark, ...]

    def __bool__(self) -> bool:
        return bool(self.intent or self.code)


def check_pair(
    intent: str, code: str, intent_language: str = "", code_language: str = "python"
) -> PairRemarks:
    """What the guidelines say. The language is only compared where one is named."""
    on_intent: Iterable[Remark] = intent_remarks(intent, intent_language)
    if code_language == "bash":
        return PairRemarks((*on_intent, *constant_remarks(intent, code)), tuple(command_remarks(code)))
    return PairRemarks((*on_intent, *name_remarks(intent, code)), tuple(syntax_remarks(code)))
