"""The way of a read: filter, find by words and by meaning, rank, pack into a budget."""
