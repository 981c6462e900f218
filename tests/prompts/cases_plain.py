"""Chat replies without fences, with thoughts, or with nothing to run."""

from tests.prompts.cases_fences import F1, F2
from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, SNIPPET, Case

LOOP = "for (a, b) in xs:\n    pass"
DOCTESTS = f"{DOCSTRING.scaffold.before}    return [x for x in xs if not x % 2]"
MATCH = "import re\n\n\ndef f_1(x):\n    return re.match('(.*)-', x)[1]"
EXPRESSION = "x.rsplit('-', 1)[0]"

CASES = [
    Case("code alone", RETURN, F1, F1),
    Case("prose, then code", RETURN, f"Here is the function you asked for:\n\n{F1}\n", F1),
    Case(
        "prose on both sides",
        RETURN,
        f"Sure, here you go:\n{F1}\n\nThis splits the string once. Let me know!",
        F1,
    ),
    Case(
        "prose on both sides in Russian",
        BODY,
        f"Вот решение:\n\n{F2}\n\nФункция возвращает новый список.",
        F2,
    ),
    Case(
        "prose on both sides in Spanish",
        BODY,
        f"Aquí está:\n\n{F2}\n\nLa función (sencilla) devuelve la lista.",
        F2,
    ),
    Case(
        "prose on both sides in Japanese",
        RETURN,
        f"こちらが関数です：\n\n{F1}\n\n右から一度だけ分割します。",
        F1,
    ),
    Case("one-line program", ANY, "Sure!\nadd = lambda a, b: a + b", "add = lambda a, b: a + b"),
    Case(
        "one-line program, last line ended",
        ANY,
        "Sure!\nadd = lambda a, b: a + b\n",
        "add = lambda a, b: a + b",
    ),
    Case("heading and bold", RETURN, f"# Solution\n\n**Code**\n\n{F1}\n\n**Explanation**\n\n- splits", F1),
    Case(
        "imports above",
        DOCSTRING,
        "Use this:\nimport itertools\n\ndef evens(xs):\n    return list(itertools.filterfalse(lambda x: x % 2, xs))\nThat is all.",
    ),
    Case(
        "two functions",
        RETURN,
        "def cut(x):\n    return x.rsplit('-', 1)[0]\n\n\ndef f_1(x):\n    return cut(x)\n\nThe helper does the work.",
    ),
    Case(
        "helper, prose, function",
        RETURN,
        "A helper:\n\ndef cut(x):\n    return x.rsplit('-', 1)[0]\n\nAnd now the function itself.\n\ndef f_1(x):\n    return cut(x)\n",
    ),
    Case(
        "indented as in Markdown",
        RETURN,
        "Try this:\n\n    def f_1(x):\n        return x.rsplit('-', 1)[0]\n\nGood luck!",
        F1,
    ),
    Case(
        "brackets over lines",
        DOCSTRING,
        "Here:\n\ndef evens(xs):\n    return [\n        x\n        for x in xs\n        if x % 2 == 0\n    ]\n\nDone!",
    ),
    Case(
        "closing bracket at the margin",
        RETURN,
        "Here:\n\nf_1 = (\n    lambda x: x.rsplit('-', 1)[0]\n)\n\nAs asked.",
    ),
    Case(
        "string with prose at the margin",
        RETURN,
        'So:\n\ndef f_1(x):\n    """Cut.\n\nThis line is prose (in a docstring).\n    """\n    return x.rsplit(\'-\', 1)[0]\n\nBye.',
    ),
    Case(
        "if and else at the margin",
        ANY,
        "I'd do:\n\ntry:\n    from operator import add\nexcept ImportError:\n    add = None\n\ndef plus(a, b):\n    return add(a, b)\n\nOk?",
    ),
    Case("decorator", RETURN, f"Cached:\nfrom functools import cache\n\n@cache\n{F1}\n\nFast."),
    Case("expression alone", RETURN, EXPRESSION, EXPRESSION),
    Case("return alone", RETURN, f"return {EXPRESSION}", EXPRESSION),
    Case("expression under prose", RETURN, f"You can use:\n\n{EXPRESSION}\n\nwhich cuts once.", EXPRESSION),
    Case("expression between backticks", RETURN, f"You can write `{EXPRESSION}` to get it.", EXPRESSION),
    Case(
        "between backticks in Japanese",
        SNIPPET,
        "`xs.sort(reverse=True)` を使います。",
        "xs.sort(reverse=True)",
        works=False,
    ),
    Case(
        "between backticks in Spanish",
        SNIPPET,
        "Puedes usar `xs.sort(reverse=True)`, que ordena al revés.",
        "xs.sort(reverse=True)",
        works=False,
    ),
    Case(
        "session",
        RETURN,
        "In the shell:\n\n>>> def f_1(x):\n...     return x.rsplit('-', 1)[0]\n...\n>>> f_1('a-b-c')\n'a-b'\n",
    ),
    Case(
        "IPython session",
        SNIPPET,
        "In [1]: xs = [1, 2]\n\nIn [2]: xs.sort(reverse=True)\n\nIn [3]: xs\nOut[3]: [2, 1]",
        "xs = [1, 2]\nxs.sort(reverse=True)\nxs",
        works=False,
    ),
    Case(
        "curly quotes without a fence", RETURN, "Here it is:\n\ndef f_1(x):\n    return x.rsplit(“-”, 1)[0]\n"
    ),
    Case("turn mark at the end", RETURN, f"{F1}<|im_end|>", F1),
    Case("turn mark and another turn", RETURN, f"```python\n{F1}\n```<|eot_id|>\nuser: thanks", F1),
    Case(
        "cut off without a fence",
        RETURN,
        f"Here:\n\n{F1}\n\n\ndef test_it():\n    assert f_1('a-b') ==",
        truncated=True,
    ),
    Case("the prompt opened the fence", RETURN, f"{F1}\n```\n\nThis function splits the string.", F1),
    Case("example in a fence", RETURN, f"{F1}\n\nFor instance:\n```\n>>> f_1('a-b')\n'a'\n```", F1),
    Case("usage in a fence", RETURN, f"{F1}\n\nUsage:\n```python\nprint(f_1('a-b'))\n```", F1),
    Case("the language's name first", RETURN, f"python\n{F1}", F1),
    Case("code tag", RETURN, f"Here:\n<code>\n{F1}\n</code>\nBye", F1),
    Case("function between backticks", RETURN, "`def f_1(x): return x.rsplit('-', 1)[0]` will do."),
    Case("doctests in the docstring", DOCSTRING, f"As asked:\n\n{DOCTESTS}\n\nEnjoy (it)."),
    Case(
        "comment at the margin",
        RETURN,
        "So:\n\ndef f_1(x):\n# cut once\n    return x.rsplit('-', 1)[0]\n\nBye.",
    ),
    Case("blank lines stay", RETURN, f"So:\n\n{MATCH}\n\nBye.", MATCH),
    Case("a blank before the bracket", SNIPPET, "Así:\n\nprint (xs[::-1])", "print (xs[::-1])", works=False),
    Case("a loop over a pair", SNIPPET, "So:\n\nfor (a, b) in xs:\n    pass\n\nEnd.", LOOP, works=False),
    Case("only names of the intent", SNIPPET, "xs or None", "xs or None", works=False),
    Case("a mark as data", SNIPPET, 'xs.split("<|endoftext|>")', 'xs.split("<|endoftext|>")', works=False),
    # ── thoughts ──
    Case(
        "thoughts, then a fence",
        RETURN,
        f"<think>\nMaybe:\n```python\ndef f_1(x):\n    return 0\n```\nNo.\n</think>\n\n```python\n{F1}\n```",
        F1,
    ),
    Case("thoughts, then code", RETURN, f"<thinking>Use rsplit.</thinking>\n{F1}", F1),
    Case("reasoning tag", RETURN, f"<reasoning>\nrsplit\n</reasoning>\n\n{F1}", F1),
    Case(
        "only the end of the thoughts", RETURN, f"Okay, def f_1(x): return 1 is wrong.\n</think>\n\n{F1}", F1
    ),
    Case("thoughts twice", RETURN, f"<think>a</think>\n<think>b</think>\n{F1}", F1),
    Case(
        "channels",
        RETURN,
        f"<|channel|>analysis<|message|>def f_1(x): pass<|end|><|start|>assistant<|channel|>final<|message|>{F1}<|return|>",
        F1,
    ),
    Case("square brackets", RETURN, f"[THINK]split?[/THINK]{F1}", F1),
    Case("answer tag", RETURN, f"<think>x</think>\n<answer>\n{F1}\n</answer>", F1),
    Case(
        "the mark in a string",
        SNIPPET,
        'text.split("</think>")[-1]',
        'text.split("</think>")[-1]',
        works=False,
    ),
    Case(
        "thoughts never end, with a fence",
        RETURN,
        f"<think>\nI will write\n```python\n{F1}\n```\nand then",
        F1,
        truncated=True,
    ),
    Case(
        "thoughts never end",
        RETURN,
        "<think>\nHmm, x = 1 may do, def f_1(x) needs",
        fault="the reasoning never ended",
        truncated=True,
    ),
    Case(
        "analysis only",
        RETURN,
        "<|channel|>analysis<|message|>We need to split",
        fault="the reasoning never ended",
        truncated=True,
    ),
    Case(
        "nothing after the thoughts",
        RETURN,
        "<think>rsplit it is</think>\n\n",
        fault="only reasoning, no answer",
    ),
    # ── nothing to run ──
    Case("empty", RETURN, "", fault="the reply is empty"),
    Case("blank", RETURN, " \n\t\n", fault="the reply is empty"),
    Case("only a turn mark", RETURN, "<|im_end|>", fault="only reasoning, no answer"),
    Case("refusal", RETURN, "I'm sorry, but I can't help with that.", fault="only prose, no code"),
    Case(
        "refusal in Japanese",
        SNIPPET,
        "申し訳ありませんが、お手伝いできません。",
        fault="only prose, no code",
    ),
    Case("refusal in Russian", BODY, "Извините, я не могу с этим помочь.", fault="only prose, no code"),
    Case("refusal in Spanish", BODY, "Lo siento, no puedo ayudar con eso.", fault="only prose, no code"),
    Case("one word that parses", RETURN, "Done", fault="only prose, no code"),
    Case("words that parse", RETURN, "this is it", fault="only prose, no code"),
    Case("a note that parses", RETURN, "Note (important)", fault="only prose, no code"),
    Case("an empty fence", RETURN, "```python\n```", fault="only prose, no code"),
]
