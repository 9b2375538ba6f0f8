"""`python -m referee.cli` is the console script `referee`."""

from referee.cli import main

if __name__ == "__main__":
    main()
