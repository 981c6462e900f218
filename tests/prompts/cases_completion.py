"""Continuations: the reply goes on from the prompt's last letter."""

from tests.prompts.cases_fences import F1
from tests.prompts.cases_plain import MATCH
from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, SNIPPET, completed

EXPRESSION = "x.rsplit('-', 1)[0]"
LOOP = "result = []\n    for item in items:\n        result.insert(0, item)"
KEEP = "    return [x for x in xs if x % 2 == 0]"

CASES = [
    completed("the expression", RETURN, f" {EXPRESSION}", EXPRESSION),
    completed("the expression, prompt not stripped", RETURN, EXPRESSION, EXPRESSION, strip=False),
    completed("no space", RETURN, EXPRESSION, EXPRESSION),
    completed(
        "runs on to the next function", RETURN, f" {EXPRESSION}\n\ndef f_9(y):\n    return y", EXPRESSION
    ),
    completed("runs on to prose", RETURN, f" {EXPRESSION}\n\nThis splits the string.", EXPRESSION),
    completed("runs on to a fence", RETURN, f" {EXPRESSION}\n```\nExplanation", EXPRESSION),
    completed("runs on to prints", RETURN, f" {EXPRESSION}\n\nprint(f_1('a-b'))\n", EXPRESSION),
    completed(
        "runs on to a main guard",
        RETURN,
        f" {EXPRESSION}\n\nif __name__ == '__main__':\n    main()",
        EXPRESSION,
    ),
    completed(
        "runs on within the function", RETURN, f" {EXPRESSION}\n    # done\n    print(x)\n", EXPRESSION
    ),
    completed("comment behind it", RETURN, f" {EXPRESSION}  # cut once\n", f"{EXPRESSION}  # cut once"),
    completed("says return again", RETURN, f" return {EXPRESSION}", EXPRESSION),
    completed("starts the body again", RETURN, f"\n    return {EXPRESSION}\n", EXPRESSION),
    completed(
        "a body after all",
        RETURN,
        "\n    parts = x.split('-')\n    return '-'.join(parts[:-1])\n",
        "def f_1(x):\n    parts = x.split('-')\n    return '-'.join(parts[:-1])",
    ),
    completed(
        "brackets over lines",
        RETURN,
        " '-'.join(\n        x.split('-')[:-1]\n    )\n",
        "'-'.join(\n        x.split('-')[:-1]\n    )",
    ),
    completed(
        "bracket closed at the margin",
        RETURN,
        " '-'.join(\nx.split('-')[:-1]\n)\n\nx = 1",
        "'-'.join(\nx.split('-')[:-1]\n)",
    ),
    completed("the whole prompt again", RETURN, f"{{prompt}} {EXPRESSION}\n", EXPRESSION),
    completed("the whole function instead", RETURN, f"\n\n{F1}\n", F1),
    completed("a chat reply", RETURN, f"Here is the code:\n\n```python\n{F1}\n```", F1),
    completed("a fence at once", RETURN, f"```python\n{F1}\n```", F1),
    completed("imports at once", RETURN, f"{MATCH}\n", MATCH),
    completed(
        "cut off in the next function", RETURN, f" {EXPRESSION}\n\ndef test(", EXPRESSION, truncated=True
    ),
    completed("cut off in the expression", RETURN, " x.rsplit('-',", works=False, truncated=True),
    completed("curly quotes", RETURN, " x.rsplit(‘-’, 1)[0]", EXPRESSION),
    completed("windows line ends", RETURN, f" {EXPRESSION}\r\n\r\ndef g():\r\n", EXPRESSION),
    completed("thoughts first", RETURN, f"<think>rsplit</think>{EXPRESSION}", EXPRESSION),
    completed("turn mark", RETURN, f" {EXPRESSION}<|endoftext|>def g(", EXPRESSION),
    completed("turn mark at the line's end", RETURN, f" {EXPRESSION}<|endoftext|>\nmore", EXPRESSION),
    completed("nothing", RETURN, "\n\n", fault="the reply is empty"),
    # ── a body to be written ──
    completed("statement on a new line", BODY, "\n    result = items[::-1]\n", "result = items[::-1]"),
    completed(
        "statement behind the margin", BODY, "result = items[::-1]\n", "result = items[::-1]", strip=False
    ),
    completed("absolute indentation", BODY, f"\n    {LOOP}\n", LOOP),
    completed("absolute, behind the margin", BODY, LOOP, LOOP, strip=False),
    completed(
        "relative indentation",
        BODY,
        "result = []\nfor item in items:\n    result.insert(0, item)\nreturn result\n",
        f"{LOOP}\n    return result",
        strip=False,
    ),
    completed(
        "relative, ends in a return",
        BODY,
        "result = items[::-1]\nreturn result",
        "result = items[::-1]\n    return result",
        strip=False,
    ),
    completed("returns by itself", BODY, "\n    return items[::-1]\n\n\ndef other():", "return items[::-1]"),
    completed("tabs", BODY, "\n\tresult = []\n\tfor item in items:\n\t\tresult.insert(0, item)\n", LOOP),
    completed(
        "eight spaces",
        BODY,
        "\n        result = items[::-1]\n        return result",
        "result = items[::-1]\n    return result",
    ),
    completed(
        "blank lines within",
        BODY,
        "\n    result = []\n\n    for item in items:\n\n        result.insert(0, item)\n\n\n\nprint(1)",
    ),
    completed(
        "comment at the margin",
        BODY,
        "\n    result = []\n# в обратном порядке\n    for item in items:\n        result.insert(0, item)\n",
    ),
    completed(
        "long string at the margin",
        BODY,
        '\n    note = """\nперевёрнутый\nсписок\n"""\n    result = items[::-1]\n\nprint(f_2([1]))\n',
    ),
    completed(
        "inner function",
        BODY,
        "\n    def turn(xs):\n        return xs[::-1]\n    result = turn(items)\n\ndef g(): pass",
    ),
    completed(
        "cut off in a statement",
        BODY,
        "\n    result = items[::-1]\n    print(len(res",
        "result = items[::-1]",
        truncated=True,
        mode="repair",
    ),
    completed(
        "cut off in a loop",
        BODY,
        "\n    result = items[::-1]\n    for item in result:\n",
        "result = items[::-1]",
        truncated=True,
        mode="repair",
    ),
    completed("an import first", BODY, "\n    import copy\n    result = copy.copy(items)[::-1]\n\nprint(1)"),
    completed(
        "broken, then runs on", RETURN, " x.rsplit('-', 1[0]\n\nprint(1)", "x.rsplit('-', 1[0]", works=False
    ),
    # ── behind a docstring ──
    completed("indented body", DOCSTRING, f"\n{KEEP}\n", KEEP),
    completed(
        "indented body, prompt not stripped",
        DOCSTRING,
        f"{KEEP}\n\n\ndef check(f):\n    pass",
        KEEP,
        strip=False,
    ),
    completed("flush body", DOCSTRING, KEEP.strip(), KEEP, strip=False),
    completed(
        "flush lines",
        DOCSTRING,
        "kept = [x for x in xs if x % 2 == 0]\nreturn kept",
        "    kept = [x for x in xs if x % 2 == 0]\n    return kept",
        strip=False,
    ),
    completed(
        "whole function, then prose", DOCSTRING, f"\n\ndef evens(xs):\n{KEEP}\n\nThis keeps the even ones."
    ),
    completed(
        "generator expression over lines",
        DOCSTRING,
        "\n    return list(\n        filter(lambda x: x % 2 == 0, xs)\n    )\n\n# Test\nprint(1)",
    ),
    # ── nothing before ──
    completed(
        "function", ANY, "\ndef total(a, b):\n    return a + b\n", "def total(a, b):\n    return a + b"
    ),
    completed("prose and function", ANY, "\n\nSolution:\n\ndef total(a, b):\n    return a + b\n\nIt adds."),
    completed(
        "fenced function",
        ANY,
        "\n```python\ndef total(a, b):\n    return a + b\n```",
        "def total(a, b):\n    return a + b",
    ),
    completed("snippet", SNIPPET, "\nxs.sort(reverse=True)\n", "xs.sort(reverse=True)", works=False),
    completed("one name", SNIPPET, "\nxs[::-1]", "xs[::-1]", works=False),
    completed(
        "snippet and the next request",
        SNIPPET,
        '\nxs.sort(reverse=True)\n\n"""\n次\n"""\nys',
        "xs.sort(reverse=True)",
        works=False,
    ),
]
