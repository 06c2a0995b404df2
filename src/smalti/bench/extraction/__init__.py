"""Extraction measured: is what people say in a record, and does every record say what was said?"""
