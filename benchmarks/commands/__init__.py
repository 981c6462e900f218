"""Ways to run a command, for benchmarks/shell.py: ours, a floor below it, and what one would do without."""
