"""A program that is no Python -> how its trial would end. Pure: what the parser refuses is not run."""

from __future__ import annotations

import traceback

from asmeant.causes import of_report
from asmeant.execution.guest.error_text import describe
from asmeant.execution.trials import Trial, printable
from asmeant.languages import python


def unreadable(source: str) -> Trial | None:
    """The trial in the words in which a process of the same Python reports it; None where it can be read."""
    fault = python.first_fault(source)
    if not isinstance(fault, SyntaxError) or fault.lineno is None:
        return None
    place = ("<candidate>", fault.lineno, fault.offset, fault.text, fault.end_lineno, fault.end_offset)
    error = type(fault)(fault.msg, place)
    report = {
        "ending": "failed",
        "at": "the code",
        "reason": describe(error),
        "exception": type(error).__name__,
        "raised_by": "candidate",
    }
    return Trial(
        "failed",
        reason=printable(f"the code: {report['reason']}"),
        stderr=printable("".join(traceback.format_exception_only(error))),
        cause=of_report(report),
    )
