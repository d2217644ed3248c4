"""`python -m cruachan`."""

from cruachan.cli import main

main()
