"""Conflicts measured: is what cannot be true together caught at save, and nothing else?"""
