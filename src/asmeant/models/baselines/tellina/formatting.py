"""A constant of an intent -> the argument that a slot needs (NL2Bash, section 5.2, argument formatting)."""

from __future__ import annotations

import math
import re

from asmeant.models.baselines.tellina.constants import EXTENSION, Constant
from asmeant.models.baselines.tellina.templates import Slot

# Which constants may fill which slots.
FITTING: dict[str, frozenset[str]] = {
    "File": frozenset({"File", "Directory", "Regex", EXTENSION}),
    "Directory": frozenset({"Directory", "File", "Regex"}),
    "Path": frozenset({"Directory", "File", "Regex"}),
    "Regex": frozenset({"Regex", "File", "Directory", EXTENSION, "Number"}),
    "Number": frozenset({"Number", "Size", "Timespan"}),
    "Quantity": frozenset({"Number"}),
    "Timespan": frozenset({"Timespan", "Number"}),
    "Size": frozenset({"Size", "Number"}),
    "Permission": frozenset({"Permission", "Number"}),
    "DateTime": frozenset({"DateTime", "Timespan", "Regex"}),
    "Program": frozenset({"File", "Directory", "Regex"}),
    "Command": frozenset({"Regex", "File", "Directory"}),
    "Bandwidth": frozenset({"Size", "Number"}),
}
_DAYS = {"d": 1.0, "w": 7.0, "mo": 30.0, "y": 365.0, "h": 1 / 24, "mi": 1 / 1440, "s": 1 / 86400}
_MINUTES_OF_A_DAY = 1440
_SIZES = {"k": "k", "m": "M", "g": "G", "t": "T", "p": "P"}
_SAFE = re.compile(r"[\w@%+=:,./~-]+")


def fits(constant: Constant, slot: Slot) -> bool:
    return constant.type in FITTING.get(slot.type, frozenset())


def argument_for(constant: Constant, slot: Slot) -> str:
    """The text of the argument, with the sign of the slot."""
    return slot.sign + _value(constant, slot)


def _value(constant: Constant, slot: Slot) -> str:
    if slot.type == "Timespan" and constant.unit:
        return _timespan(constant, slot.before)
    if slot.type in ("Size", "Bandwidth") and constant.unit:
        return constant.number + size_suffix(constant.unit)
    if constant.type == EXTENSION:
        return quoted(f"*.{constant.unit}")
    if slot.type in ("Number", "Quantity", "Timespan", "Size", "Permission"):
        return (constant.number or constant.text).lstrip("+-")
    return quoted(constant.text)


def _timespan(constant: Constant, flag: str) -> str:
    """The time in the unit of the flag: -mtime in days, -mmin in minutes; otherwise with its own unit."""
    units = ("mo", "mi", "d", "w", "y", "h", "s")
    unit = next((name for name in units if constant.unit.startswith(name)), "d")
    days = float(constant.number) * _DAYS[unit]
    if flag.endswith("min"):
        return str(math.ceil(days * _MINUTES_OF_A_DAY - 1e-6))
    if flag.endswith("time") or unit in ("w", "mo", "y"):
        return str(math.ceil(days - 1e-6))
    return constant.number + {"d": "d", "h": "h", "mi": "m", "s": ""}.get(unit, "")


def size_suffix(unit: str) -> str:
    """The suffix in find's syntax: c for bytes, and none for blocks."""
    if unit.startswith("block"):
        return ""
    return "c" if unit.startswith("byte") else _SIZES.get(unit[0], "")


def quoted(text: str) -> str:
    """The text in double quotes, if the shell would otherwise interpret it."""
    if _SAFE.fullmatch(text):
        return text
    if re.search(r'["$`\\!]', text):
        return "'" + text.replace("'", "'\\''") + "'"
    return f'"{text}"'
