"""Bash: source -> syntax tree with exact positions. Nothing here runs a command."""

from asmeant.languages.bash.parsing.parser import parse, parses
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.syntax import Script, walk

__all__ = ["BashSyntaxError", "Script", "parse", "parses", "walk"]
