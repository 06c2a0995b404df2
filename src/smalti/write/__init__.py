"""The way of a write: turns are journalled first; whatever is derived from them comes after."""
