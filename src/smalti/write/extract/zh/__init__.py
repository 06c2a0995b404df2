"""Chinese: tagged words in frames, and patterns where no tagger is installed."""
