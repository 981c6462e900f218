"""Make a benchmark, and find out whether it can be trusted."""
