"""Replies that hold more code than the answer: tests, examples, drivers, stubs, drafts and excerpts."""

from tests.prompts.cases_fences import EVENS, F1
from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, Case, completed

ADD = "def total(a, b):\n    return a + b"
EXPRESSION = "x.rsplit('-', 1)[0]"


def _fenced(*blocks: str) -> str:
    return "\n\nThen:\n\n".join(f"```python\n{block}\n```" for block in blocks)


def _below(name: str, below: str, apart: bool = True) -> list[Case]:
    """The answer to a task that names its function and to one that does not, with other code below it."""
    cases = []
    for task, answer, function in ((RETURN, F1, "f_1"), (ANY, ADD, "total")):
        other = below.replace("ANSWER", function)
        cases.append(Case(f"{name}, {task.id}", task, _fenced(f"{answer}\n\n\n{other}"), answer))
        if apart:
            cases.append(Case(f"{name} apart, {task.id}", task, _fenced(answer, other), answer))
    return cases


BELOW = [
    *_below(
        "pytest", "import pytest\nfrom solution import ANSWER\n\ndef test_it():\n    assert ANSWER('a') == 1"
    ),
    *_below("unused pytest", "import pytest\n\ndef test_it():\n    assert ANSWER('a') == 1"),
    *_below(
        "unittest",
        "import unittest\nfrom .solution import ANSWER\n\nclass T(unittest.TestCase):\n    def test(self):\n"
        "        self.assertEqual(ANSWER('a'), 1)\n\nunittest.main()",
    ),
    *_below(
        "class of tests with a helper",
        "import pytest\n\nclass TestIt:\n    def data(self):\n        return 3\n\n    def test(self):\n        with pytest.raises(TypeError):\n            ANSWER(self.data())",
    ),
    *_below("check of a candidate", "def check(candidate):\n    assert candidate('a') == 1\n\ncheck(ANSWER)"),
    *_below("main", "def main():\n    print(ANSWER('a'))\n\nif __name__ == '__main__':\n    main()"),
    *_below("main called at once", "def main(argv=None):\n    print(ANSWER('a'))\n    return 0\n\nmain()"),
    *_below("script", "import sys\n\nfor line in sys.stdin:\n    print(ANSWER(line))\nsys.exit(0)"),
    *_below(
        "endless loop",
        "while True:\n    word = input('> ')\n    if not word:\n        break\n    print(ANSWER(word))",
    ),
    *_below(
        "timer",
        "import time\n\ndef timed(f, *xs):\n    start = time.time()\n    f(*xs)\n    return time.time() - start\n\nprint(timed(ANSWER, 'a'))",
    ),
    *_below("timeit", "import timeit\nprint(timeit.timeit('ANSWER(1)', globals=globals(), number=10))"),
    *_below(
        "web page",
        "from flask import Flask\n\napp = Flask(__name__)\n\n@app.route('/')\ndef index():\n    return str(ANSWER('a'))\n\napp.run()",
    ),
    *_below(
        "asynchronous driver",
        "import asyncio\n\nasync def run():\n    print(ANSWER('a'))\n\nasyncio.run(run())",
    ),
    *_below(
        "table of cases",
        "CASES = [('a', 1)]\nresults = [ANSWER(given) == wanted for given, wanted in CASES]\nassert all(results), results",
    ),
    *_below("stub", 'def ANSWER(x, y=None):\n    """As above."""\n    raise NotImplementedError(\'todo\')'),
    *_below("empty stub", "def ANSWER(x):\n    # as above\n    ..."),
    *_below("excerpt", "def ANSWER(x):\n    # ... as before ...\n    return outcome_of_before"),
    *_below("broken test", "def test_it():\n    assert ANSWER('a' == 1", apart=True),
    *_below("words", "This function splits the text, and does nothing else.", apart=False),
    *_below("session", ">>> ANSWER('a')\n1", apart=True),
    *_below(
        "plot", "import matplotlib.pyplot as plt\n\nxs = [ANSWER(x) for x in 'ab']\nplt.plot(xs)\nplt.show()"
    ),
]

NEEDS = [
    Case(
        "constant, filled below it",
        RETURN,
        _fenced(f"marks = []\nmarks.append('-')\nfor mark in ():\n    marks.append(mark)\n\n{F1.replace(chr(39) + '-' + chr(39), 'marks[0]')}\n\nprint(marks)"),
    ),
    Case("attribute of the function", RETURN, _fenced("def f_1(x):\n    return x.rsplit(f_1.mark, 1)[0]\n\nf_1.mark = '-'\nprint(f_1('a'))")),
    Case("decorated by hand", RETURN, _fenced(f"import functools\n\n{F1}\n\nf_1 = functools.lru_cache(None)(f_1)\nprint(f_1.cache_info(1))")),
    Case("another name for it", RETURN, _fenced("def solve(x):\n    return x.rsplit('-', 1)[0]\n\nf_1 = solve\nprint(solve(3))")),
    Case("method of an object", RETURN, _fenced("class S:\n    def cut(self, x):\n        return x.rsplit('-', 1)[0]\n\nf_1 = S().cut\nassert f_1(3)")),
    Case("base class in a later block", RETURN, _fenced("class B(A):\n    pass\n\ndef f_1(x):\n    return B().cut(x)", "class A:\n    def cut(self, x):\n        return x.rsplit('-', 1)[0]")),
    Case("module of another block", RETURN, _fenced("MARK = '-'\n\ndef cut(x):\n    return x.rsplit(MARK, 1)[0]", "from helpers import cut\n\ndef f_1(x):\n    return cut(x)")),
    Case("global counter", RETURN, _fenced("calls = 0\n\ndef f_1(x):\n    global calls\n    calls += 1\n    return x.rsplit('-', 1)[0]\n\nf_1(3)")),
    Case("fallback import", RETURN, _fenced("try:\n    import regex_that_is_not_there as re\nexcept ImportError:\n    import re\n\ndef f_1(x):\n    return re.match('(.*)-', x)[1]")),
    Case("star import", RETURN, _fenced("from re import *\n\ndef f_1(x):\n    return match('(.*)-', x)[1]\n\nprint(f_1(3))")),
    Case("type of an annotation", RETURN, _fenced("from typing import TypeVar\n\nT = TypeVar('T')\n\ndef f_1(x: T) -> T:\n    return x.rsplit('-', 1)[0]\n\nf_1(3)")),
    Case("future import", DOCSTRING, _fenced(f"from __future__ import annotations\n\n{EVENS.replace('xs)', 'xs: Many)')}\n\nevens(1)")),
    Case("recursion limit", RETURN, _fenced(f"import sys\nsys.setrecursionlimit(5000)\n\n{F1}\nprint(f_1(3))"), f"import sys\nsys.setrecursionlimit(5000)\n\n{F1}"),
    Case("overloads", RETURN, _fenced(f"from typing import overload\n\n@overload\ndef f_1(x: int) -> int: ...\n@overload\ndef f_1(x: str) -> str: ...\n{F1}")),
    Case("helper that a test uses as well", RETURN, _fenced("def cut(x):\n    return x.rsplit('-', 1)[0]\n\ndef test_cut():\n    assert cut(3)\n\ndef f_1(x):\n    return cut(x)\n\ntest_cut()")),
    Case("helper of a draft", RETURN, _fenced("def cut(x):\n    return 3\n\ndef f_1(x):\n    return cut(x)", "def cut(x):\n    return x.rsplit('-', 1)[0]\n\ndef f_1(x):\n    return cut(x)")),
    Case("misplaced return stays", RETURN, _fenced("def f_1(x):\n    y = x\nreturn y"), "def f_1(x):\n    y = x\nreturn y", works=False),
    Case("the name imported", RETURN, _fenced("from operator import neg as f_1"), "from operator import neg as f_1", works=False),
    Case("import that only a probe uses", ANY, _fenced(f"import math\nimport os\nfrom solution import total, add_up\n\n{ADD}"), f"import math\n\n{ADD}"),
    Case("helper that only asserts", RETURN, _fenced("def check(x):\n    assert isinstance(x, str)\n\ndef f_1(x):\n    check(x)\n    return x.rsplit('-', 1)[0]")),
    Case("class that names itself", RETURN, _fenced("class A:\n    pass", "class A:\n    def new(self):\n        return A()\n    def cut(self, x):\n        return x.rsplit('-', 1)[0]\n\ndef f_1(x):\n    return A().new().cut(x)")),
    Case("assigned function", ANY, _fenced("import operator\nadd = operator.add\nprint(add(1, 2))\nassert add(1, 2) == 4"), "import operator\nadd = operator.add"),
    Case("reader and printer", ANY, _fenced("def read():\n    return int(input())\n\ndef show(x):\n    print(x)\n\n" + ADD + "\n\nshow(total(read(), read()))"), ADD),
    Case("functions of two blocks", ANY, _fenced(ADD, "def difference(a, b):\n    return a - b"), f"{ADD}\n\ndef difference(a, b):\n    return a - b", works=False),
]  # fmt: skip

TAGS = [
    *(
        Case(f"tag {opening}{space!r}", RETURN, f"Here.\n{opening}{space}{F1}{space}{closing}\nBye.", F1)
        for opening, closing in (
            ("[PYTHON]", "[/PYTHON]"),
            ("[ANSWER]", "[/ANSWER]"),
            ("[CODE]", "[/CODE]"),
            ("<code>", "</code>"),
            ("<answer>", "</answer>"),
            ("<python_program>", "</python_program>"),
        )
        for space in ("\n", "")
    ),
    *(
        Case(f"token {token}", RETURN, f"{F1}{token}", F1)
        for token in (
            "<|eot_id|>", "<|im_end|>", "<|end_of_text|>", "<|never_seen_before_7|>", "</s>", "<eos>",
            "<end_of_turn>", "<EOT>", "<｜end▁of▁sentence｜>", "[/INST]", "</s></s>", "\n<|end|>", " </s>",
        )
    ),
    Case("HTML", RETURN, f'<p>Here:</p>\n<pre><code class="language-python">{F1}\n</code></pre>\n<p>Bye.</p>', F1),
    Case("begin and done", RETURN, f"[BEGIN]\n{F1}\n[DONE]", F1),
    Case("tag that is never closed", RETURN, f"[PYTHON]\n{F1}", F1),
    Case("tag of the prompt", RETURN, f"{F1}\n[/PYTHON]\n[TESTS]\nassert f_1(3)\n[/TESTS]", F1),
    Case("tags in a fence", RETURN, f"```python\n<code>\n{F1}\n</code>\n```", F1),
    Case("fence in a tag", RETURN, f"<answer>\n```python\n{F1}\n```\n</answer>", F1),
    Case(
        "tags are data",
        RETURN,
        'def f_1(x):\n    page = """\n<p>\n</p>\n</div>\n"""\n    assert page.count("\\n") == 4\n    return x.rsplit("-", 1)[0]',
    ),
    Case("token as data", RETURN, _fenced("def f_1(x):\n    return x.replace('<|eot_id|>', ' </s> ').rsplit('-', 1)[0]")),
    Case("HTML first", RETURN, f"```html\n<div class='a'>x</div></td>\n```\n\n{_fenced(F1)}", F1),
    Case("token, then another turn", ANY, f"{_fenced(ADD)}<|im_end|>\n<|im_start|>user\nNow subtract.\n<|im_end|>\n{_fenced('def less(a, b):' + chr(10) + '    return a - b')}", ADD),
]  # fmt: skip

PARTS = [
    Case("comment above", RETURN, _fenced(f"# cut once\n{EXPRESSION}"), EXPRESSION),
    Case("comments around", RETURN, _fenced(f"# cut\n\n# once\n{EXPRESSION}\n# done"), EXPRESSION),
    Case("import above", RETURN, _fenced("import re\n\nre.match('(.*)-', x)[1]"), "def f_1(x):\n    import re\n\n    return re.match('(.*)-', x)[1]"),
    Case("import apart", RETURN, _fenced("import re", "re.match('(.*)-', x)[1]")),
    Case("unused import above", RETURN, _fenced(f"import os\n{EXPRESSION}"), EXPRESSION),
    Case("example data above", RETURN, _fenced(f"x = 'p-q'\n{EXPRESSION}"), EXPRESSION),
    Case("steps above", RETURN, _fenced("parts = x.split('-')\n'-'.join(parts[:-1])")),
    Case("print below", RETURN, _fenced(f"{EXPRESSION}\nprint('done')")),
    Case("helper above", RETURN, _fenced("def cut(y):\n    return y.rsplit('-', 1)[0]\n\ncut(x)")),
    Case("stub and expression", RETURN, _fenced("def f_1(x):\n    pass", EXPRESSION), EXPRESSION),
    Case("comment above a body", BODY, _fenced("# turn it\nresult = items[::-1]"), "# turn it\n    result = items[::-1]"),
    Case("import above a body", BODY, _fenced("import copy\nresult = copy.copy(items)[::-1]")),
    Case("example data above a body", BODY, _fenced("items = [1, 2]\nresult = items[::-1]\nprint(result)")),
    Case("comment above a ragged body", BODY, _fenced("# turn it\nresult = []\n    for item in items:\n        result.insert(0, item)")),
    Case("import above a ragged body", BODY, _fenced("import copy\nresult = []\n    for item in copy.copy(items):\n        result.insert(0, item)")),
    Case("indented body, tests at the left edge", DOCSTRING, _fenced("    return [x for x in xs if x % 2 == 0]\n\n\ndef check(candidate):\n    assert candidate([1]) == []\n\ncheck(evens)")),
    Case("only a test", RETURN, _fenced("assert f_1('a') == 'a'"), "assert f_1('a') == 'a'", works=False),
    Case("recursive body", DOCSTRING, _fenced("if not xs:\n    return []\nreturn [x for x in xs[:1] if x % 2 == 0] + evens(xs[1:])")),
]  # fmt: skip

FENCES = [
    Case("glued, and another", RETURN, f"```python\n{F1}```\nUse:\n```python\nprint(f_1('a-b'))\n```", F1),
    Case("glued twice", RETURN, f"```python\n{F1}```\n```python\nassert f_1('a-b')```", F1),
    Case("words behind the closing fence", RETURN, f"```python\n{F1}\n``` This splits the text once.\n```python\nf_1(3)\n```", F1),
    Case("opened within a line", RETURN, f"Solution ```python\n{F1}\n```", F1),
    Case("code behind the label", RETURN, "```python def f_1(x):\n    return x.rsplit('-', 1)[0]\n```", F1),
]  # fmt: skip

DOCTESTED = (
    'def f_1(x):\n    """Cut.\n\n    >>> f_1("a-b")\n    \'a\'\n    """\n    return x.rsplit("-", 1[0]'
)
BROKEN = [
    Case("broken, with a doctest", RETURN, _fenced(DOCTESTED), DOCTESTED, works=False),
    Case("broken, with a doctest, bare", RETURN, DOCTESTED, DOCTESTED, works=False),
    Case("broken, then used", RETURN, _fenced("def f_1(x)\n    return x", "print(f_1('a-b'))"), "def f_1(x)\n    return x", works=False),
    Case("broken, then tested", ANY, _fenced("def total(a, b)\n    return a + b", "def test():\n    assert total(1, 2) == 3"), "def total(a, b)\n    return a + b", works=False),
    Case("broken, bare, no colon", RETURN, "So:\n\ndef f_1(x)\n    return x", "def f_1(x)\n    return x", works=False),
]  # fmt: skip

CUT = "def f_1(x):\n    y = x.rsplit('-', 1)[0]\n    return y\n    print(("
CUT_OFF = [
    Case("cut off in the answer", RETURN, f"```python\n{CUT}", CUT, works=False, truncated=True),
    Case("cut off in the answer, bare", RETURN, CUT, CUT, works=False, truncated=True),
    Case("cut off in the answer, repaired", RETURN, f"```python\n{CUT}", CUT.rpartition("\n")[0], truncated=True, mode="repair"),
    Case("cut off in the answer, bare, repaired", RETURN, CUT, CUT.rpartition("\n")[0], truncated=True, mode="repair"),
    Case("broken but not cut off, not repaired", RETURN, _fenced(CUT), CUT, works=False, mode="repair"),
    Case("as it is", RETURN, f"```python\n{F1}\n```", f"```python\n{F1}\n```", works=False, mode="none"),
    Case("as it is, code", RETURN, f"{F1}\n\nprint(1)\n", f"{F1}\n\nprint(1)\n", mode="none"),
    Case("as it is, empty", RETURN, " \n", fault="the reply is empty", mode="none"),
    completed("as it is, continued", RETURN, f" {EXPRESSION}", f" {EXPRESSION}", mode="none"),
    *(
        completed(f"only the prompt, {task.id}", task, "{prompt}", fault="the reply only repeats the prompt")
        for task in (RETURN, BODY, DOCSTRING, ANY)
    ),
]  # fmt: skip

CASES = [*BELOW, *NEEDS, *TAGS, *PARTS, *FENCES, *BROKEN, *CUT_OFF]
