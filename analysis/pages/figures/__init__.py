"""The pictures of the report: plain values in, deterministic SVG text out.

`tradeoff` sets privacy against utility, `ladder` shows every attacker, `forest` the paired differences. Each has an
`*_alt` beside it that says the same in words. Importing the package loads no plotting library; drawing does.
"""
