"""Does the code do as meant? Intents in four languages, code in Python or Bash, verdicts by running it."""

__version__ = "0.1.0"
