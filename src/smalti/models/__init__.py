"""Embedders and, later, language models: protocols and adapters."""
