"""Task -> more checks: one for every signature that a right answer may have (MBUPP, section 3.2)."""

from asmeant.authoring.varying.composing import Proposal, missed, propose
from asmeant.authoring.varying.examples import Example, read_check, write_check
from asmeant.authoring.varying.transformations import Transformation

__all__ = [
    "Example",
    "Proposal",
    "Transformation",
    "missed",
    "propose",
    "read_check",
    "write_check",
]
