"""TranX: an intent -> the actions that build a syntax tree (Yin, Neubig 2018).

grammar      the grammar of the running Python's `ast`, restricted to trees that can be written as source
trees        a syntax tree of Python <-> a tree of that grammar
actions      a tree <-> actions: apply a rule, end a list, write a token
canonical    names and strings of an intent <-> `var_0`, `str_0`
network      the encoder and decoder, with parent feeding and copying
tranx        the system
"""
