"""Benchmarks that run the product as users run it. See docs/guide/benchmarks.md."""
