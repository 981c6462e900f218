"""Nothing of an earlier trial is in the memory of a later one: a word that was planted everywhere is nowhere."""

from __future__ import annotations

import secrets
from dataclasses import replace

import pytest

from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Candidate, Check, Limits, Observation, Scaffold, Task

# In the memory that a process has, as any program can read it. The word is looked for by its halves, so that nothing
# here holds it as a whole.
SEARCH = """
def search(first, second):
    import ctypes
    found, regions = [], 0
    with open("/proc/self/maps") as maps:
        lines = maps.readlines()
    for line in lines:
        bounds, access, *rest = line.split()
        start, end = (int(part, 16) for part in bounds.split("-"))
        if not access.startswith("r") or rest[-1].startswith("[v") or end - start > 1 << 28:
            continue
        content = ctypes.string_at(start, end - start)
        regions += 1
        at = content.find(first)
        while at >= 0:
            if content[at + len(first) : at + len(first) + len(second)] == second:
                found.append(line)
            at = content.find(first, at + 1)
    assert regions > 20, regions
    return found
"""


def planted(word: str) -> list[Task]:
    """Trials with the word in what is asked, expected, answered, printed, raised, written and defined."""
    source = (
        f"'''{word}'''\nimport os\nKEPT = '{word}'\n"
        f"def f(x):\n    print('{word}', x)\n    open('{word}.txt', 'w').write('{word}')\n"
        f"    os.environ['WORD'] = '{word}'\n"
    )
    scaffold = Scaffold(entry="f", setup=f"def helper(x):\n    return '{word}' + x\n", files={"a.txt": word})
    answering = source + f"    return '{word}' + x\n"
    raising = source + f"    raise ValueError('{word}')\n"
    asked = (f"assert f('{word}') == '{word}{word}'", f"assert f('') == '{word}'")
    probed = (f"for x in ['', '{word}']:\n    assert f(x) == helper(x)\n    print('{word}')",)
    failing = (f"try:\n    f(['{word}'])\nexcept KeyError:\n    pass\nassert f('') == '{word}'",)
    return [
        Task("planted", word, references=(code,), scaffold=scaffold, checks=(Check(word, probes),))
        for code, probes in ((answering, asked), (answering, probed), (raising, asked), (raising, failing))
    ]


def observe(sandbox: NamespaceSandbox, task: Task, as_reference: bool) -> Observation:
    (code,) = task.references
    code = code if as_reference else code + "\n# a candidate\n"
    (seen,) = sandbox.run([assemble(task, Candidate(task.id, 0, code))], Limits(seconds=10))
    return seen


def searching(first: str, second: str, in_probes: bool) -> Task:
    call = f"search({first.encode()!r}, {second.encode()!r})"
    if not in_probes:
        code = SEARCH + "def f(first, second):\n    return search(first, second)\n"
        probes = (f"assert f({first.encode()!r}, {second.encode()!r}) == []",)
        return Task(
            "search", "", references=(code,), scaffold=Scaffold(entry="f"), checks=(Check("", probes),)
        )
    probes = (f"for _ in range(1):\n    assert f() == 1\n    assert {call} == []",)
    scaffold = Scaffold(entry="f", setup=SEARCH)
    return Task(
        "search", "", references=("def f():\n    return 1\n",), scaffold=scaffold, checks=(Check("", probes),)
    )


@pytest.fixture(scope="module")
def sandbox() -> NamespaceSandbox:
    """One zygote of each kind has run every planted trial, and is used again."""
    return NamespaceSandbox()


@pytest.fixture(scope="module")
def word(sandbox: NamespaceSandbox) -> str:
    word = secrets.token_hex(12)
    endings = [
        observe(sandbox, task, as_reference).ending
        for as_reference in (True, False)
        for task in planted(word)
    ]
    assert endings == ["finished", "finished", "failed", "failed"] * 2
    return word


@pytest.mark.parametrize("as_reference", [False, True], ids=["candidate", "reference"])
@pytest.mark.parametrize("in_probes", [False, True], ids=["in the program", "in the probes"])
def test_a_planted_word_is_not_found(
    sandbox: NamespaceSandbox, word: str, in_probes: bool, as_reference: bool
) -> None:
    zygotes = {zygote.process.pid for idle in sandbox.pool._idle.values() for zygote in idle}
    seen = observe(sandbox, searching(word[:12], word[12:], in_probes), as_reference)
    assert (seen.ending, seen.reason) == ("finished", "")
    assert seen.decided == "outside"
    assert zygotes == {zygote.process.pid for idle in sandbox.pool._idle.values() for zygote in idle}


@pytest.mark.parametrize("in_probes", [False, True], ids=["in the program", "in the probes"])
def test_the_search_finds_what_is_there(sandbox: NamespaceSandbox, in_probes: bool) -> None:
    here = secrets.token_hex(12)
    task = searching(here[:12], here[12:], in_probes)
    scaffold = replace(task.scaffold, setup=f"# {here}\n{task.scaffold.setup}")
    seen = observe(sandbox, replace(task, scaffold=scaffold), as_reference=False)
    assert seen.ending == "failed"
    assert "AssertionError" in seen.reason or "answered [" in seen.reason
