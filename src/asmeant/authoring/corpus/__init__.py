"""Pairs of intents and commands -> a corpus: filter, clean, split and count, as the paper NL2Bash does."""
