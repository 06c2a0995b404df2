"""Faces of a memory for others: REST, MCP, and the console."""
