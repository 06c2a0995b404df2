"""English: a dependency parse, read clause by clause."""
