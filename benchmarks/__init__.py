"""How fast this is, measured beside what others would write: `python -m benchmarks`, or `make bench`."""
