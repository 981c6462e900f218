"""Pair -> a task that can be decided: a starting tree made from what its command's own arguments ask for.

patterns    a glob or a regular expression -> texts that it matches
needs       command -> what it wants to find: paths, names, ages, sizes, permissions, lines
planting    needs -> the entries of a tree, with what matches and what narrowly does not
trial       pair, entries -> a task, or why its command decides nothing
"""
