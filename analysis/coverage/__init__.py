"""How often each kind of interval holds the truth: a simulation study in which the truth is known.

`vpreport coverage` runs it and writes `intervals.csv`, `differences.csv`, `foretold.csv` and `foretold_powers.csv`,
which stand beside this file and which the reports of benchmarks quote. `model` draws embeddings, `design` says which
settings and how many data sets, `kinds` makes every interval with the measures that a report uses, `foretold` what a
plan foretells, `study` runs all of it, `compare` holds two runs against each other.
"""
