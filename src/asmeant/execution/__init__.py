"""Task, Candidate -> Observation: put the program together, run it, say what was seen."""

from asmeant.execution.assemble import SMALL_PROGRAM, assemble, refused
from asmeant.execution.places import Place
from asmeant.execution.sandbox import default_sandbox, load_sandbox

__all__ = ["SMALL_PROGRAM", "Place", "assemble", "default_sandbox", "load_sandbox", "refused"]
