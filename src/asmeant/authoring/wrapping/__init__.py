"""Intent and snippet -> a task that can be checked (ODEX, section 2): a function, its imports, its tests."""

from asmeant.authoring.wrapping.function import Wrapped, wrap
from asmeant.authoring.wrapping.prerequisites import Prerequisite, prerequisites

__all__ = ["Prerequisite", "Wrapped", "prerequisites", "wrap"]
