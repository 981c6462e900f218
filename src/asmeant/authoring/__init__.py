"""Create a benchmark, and check whether it is sound."""
