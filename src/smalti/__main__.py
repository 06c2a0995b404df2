"""Lets ``python -m smalti`` do what the console script ``smalti`` does."""

from smalti.cli import main

if __name__ == "__main__":
    main()
