"""Typed command tree -> what its outcome depends on, and whether the order of its output is defined."""

from __future__ import annotations

from asmeant.languages.bash.command import Block, Call, Command, Logic, Pipe, Sequence, calls

# An outcome with one of these effects can differ between days or machines.
UNSTABLE = frozenset({"clock", "host", "network", "random", "waits"})


def effects(tree: Command) -> frozenset[str]:
    """All effects: writes, destroys, leaks, network, clock, host, random, waits, unknown."""
    effect_names: set[str] = set()
    for call in calls(tree):
        effect_names |= {"unknown"} if call.known is None else call.known.effects
        for flag in call.flags:
            effect_names |= frozenset() if flag.known is None else flag.known.effects
    return frozenset(effect_names)


def output_order(tree: Command) -> str:
    """The order of the output lines.

    `any` if the order is undefined (find), `sorted` if the command sorts, `input` if it is the order of the
    input; empty if it is unknown.
    """
    match tree:
        case Call():
            return _order(tree, "input")
        case Pipe():
            order = "input"
            for command in tree.commands:
                order = (
                    _order(command, order)
                    if isinstance(command, Call)
                    else _input(output_order(command), order)
                )
            return order
        case Logic() | Sequence():
            return _common_order([output_order(command) for command in tree.commands])
        case Block():
            return _common_order([output_order(item) for item in tree.pieces if isinstance(item, Sequence)])


def _order(call: Call, before: str) -> str:
    """The order of a call's output, if its input has the order `before`."""
    if call.known is None:
        return ""
    if call.nested is not None:
        inner = _order(call.nested, before)
        # xargs runs its command repeatedly, in the order of its words.
        return "any" if call.name == "xargs" and before == "any" else inner
    order = call.known.order
    for flag in call.flags:
        order = (flag.known.order if flag.known is not None else "") or order
    return _input(order, before)


def _input(order: str, before: str) -> str:
    return before if order == "input" else order


def _common_order(orders: list[str]) -> str:
    if "any" in orders:
        return "any"
    return orders[0] if len(set(orders)) == 1 else ""
