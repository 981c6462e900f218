"""`python -m asmeant` is `asmeant`."""

from asmeant.cli import main

main()
