"""Units of work: what a heavy result is made of, and who computes it: this process, a few of them, or a cluster.

A caller lists its units, `Begun` lets those that the cache lacks be computed, and the caller then fetches each in its
own order. What comes out, in which order it is used and what is said about it never depends on who computed.

Executors (`Workers`): `Here`, `Pool` and, imported only when asked for, `cluster.Cluster`; `workers` chooses.
"""

from analysis.work.begun import Begun
from analysis.work.here import Here
from analysis.work.pool import Pool
from analysis.work.unit import Source, Unit, Workers
from analysis.work.workers import own_cores, workers

__all__ = ["Begun", "Here", "Pool", "Source", "Unit", "Workers", "own_cores", "workers"]
