from __future__ import annotations

from asmeant.models.baselines.tranx.grammar import TOKEN_KINDS, python_grammar


def test_every_type_of_a_field_has_rules() -> None:
    grammar = python_grammar()
    types = {field.type for rule in grammar.rules for field in rule.fields}
    assert types <= grammar.of_type.keys() | set(TOKEN_KINDS)


def test_rules_come_from_the_running_python() -> None:
    grammar = python_grammar()
    call = grammar.rules[grammar.numbers["expr", "Call"]]
    assert [(field.name, field.type) for field in call.fields] == [
        ("func", "expr"), ("args", "element"), ("keywords", "keyword"),
    ]  # fmt: skip
    loop = grammar.rules[grammar.numbers["stmt", "For"]]
    assert [field.name for field in loop.fields] == ["target", "iter", "body", "orelse"]


def test_only_what_can_be_assigned_to_is_a_target() -> None:
    grammar = python_grammar()
    names = {grammar.rules[number].name for number in grammar.of_type["target"]}
    assert names == {"Name", "Attribute", "Subscript", "Tuple", "List"}


def test_a_rule_that_serves_several_types_is_one_rule() -> None:
    numbers = python_grammar().numbers
    assert numbers["expr", "Name"] == numbers["element", "Name"] == numbers["target", "Name"]
    assert numbers["expr", "Tuple"] != numbers["target", "Tuple"]
