"""Worlds: the Python and the libraries in which a suite's candidates run, apart from asmeant's own."""

from asmeant.execution.worlds.build import Built, built
from asmeant.execution.worlds.world import Tier, World, find_world, quarantined, worlds, worlds_folder

__all__ = ["Built", "Tier", "World", "built", "find_world", "quarantined", "worlds", "worlds_folder"]
