"""What each page shows and does: from the verbs of a memory to values for a template."""
