"""Trains the neural systems of the papers side by side on one machine, and scores them on dev and test.

    PYTHONPATH=benchmarks python -m baselines --data DATA --out trained --minutes 7

Each system is a process of its own. On one modern GPU all of them take about ten minutes together. What is
finished is not done again, so the same command goes on after an interruption. The table comes last;
`results.json` and the answers of every system (`answers.tar.gz`) are written beside the trained directories.
"""
