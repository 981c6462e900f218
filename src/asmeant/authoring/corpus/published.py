"""What the paper NL2Bash (arXiv:1802.08979) says about its corpus, for comparison with our counts.

| of | is in the paper's |
|---|---|
| intents, words | Table 3 |
| commands, templates, tokens, utilities, flags | Table 4 |
| commands per intent, intents per command | Table 5 |
| the splits | Table 6; the counts of commands and templates are in the README of the release |
| how often a utility is used | Figure 1, and the text below it |
"""

from __future__ import annotations

CORPUS: dict[str, float] = {
    "pairs": 9305,
    "intents": 8559,
    "words": 7790,
    "words per intent, mean": 11.7,
    "words per intent, median": 11,
    "uses per word, mean": 14.0,
    "uses per word, median": 1,
    "commands": 7587,
    "templates": 4602,
    "tokens": 6234,
    "tokens per command, mean": 7.7,
    "tokens per command, median": 7,
    "uses per token, mean": 11.5,
    "uses per token, median": 1,
    "utilities": 102,
    "uses per utility, mean": 155.0,
    "uses per utility, median": 38,
    "flags": 206,
    "uses per flag, mean": 101.7,
    "uses per flag, median": 7.5,
    "reserved words": 15,
    "commands per intent, mean": 1.09,
    "commands per intent, median": 1,
    "commands per intent, most": 9,
    "intents per command, mean": 1.23,
    "intents per command, median": 1,
    "intents per command, most": 22,
}

SPLITS: dict[str, dict[str, int]] = {
    "train": {"pairs": 8090, "normalised intents": 7340, "commands": 6400, "templates": 4002},
    "dev": {"pairs": 609, "normalised intents": 549, "commands": 599, "templates": 509},
    "test": {"pairs": 606, "normalised intents": 547},
}

UTILITIES = {"find": 6268, "xargs": 1047, "dig": 38}
RAREST = 52
PAIRS_OF_RAREST = 984
WORDS = {"files": 5871, "in": 5430}

# Why some of our counts differ.
WHY = {
    "words": "where words end, which are left out and which are put right is decided by other rules",
    "templates": "the types of arguments come from another grammar",
    "tokens": "here: utilities, flags, arguments and operators",
    "flags": "which words are flags of a utility comes from another grammar",
    "reserved words": "here: all operators of the shell and of find's expressions",
}
