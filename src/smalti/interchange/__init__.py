"""Turns in and out of files: importers for the formats people have at hand."""
