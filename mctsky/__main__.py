"""`python -m mctsky` is the same as the console script `mctsky`."""

from mctsky.cli.main import main

main()
