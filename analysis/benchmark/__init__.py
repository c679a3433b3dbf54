"""A benchmark in the usual layout → ledger, verdicts, remarks and tables.

Keys, after `<study>/` (`shipped/...` are the values as published):

- `eer/<system>/<attacker>/<list>`, `cer/<system>/all|<corpus>`, `median_f0|rho_f0|duration_ratio/<system>/demo`
- `shipped/eer/...`, `shipped/cer/...`, `shipped/rho_f0/<system>`, `shipped/utmos/<system>`
- `paired/<B>/<A>/eer_ignorant|eer_lazy|eer_semi_informed|cer` and `shipped/paired/...`
- `p/<B>/<A>/<metric>`, `p_holm/...`, `edge_error/paired/...`, `edge_gap/paired/<B>/<A>/<metric>/low|high`
- `exploratory/<B>/<A>/<metric>`, `count/tests/...`, `expected/tests/...`
- `agreement/<measure>/...` recomputed minus shipped, `agreement_max/<column>/values|edges`, `drop/eer/<system>`
- `setting/draws|seed|level`, `count/...`

Verdicts: `front/<attacker>/<system>` → `on the front` | `dominated`; `knee/<attacker>`, `best_trade` → a system's id;
`trap/<system>` → the attacker of the lowest EER; `highest_eer|lowest_eer/<system>` → an attacker | `tied`, with
`shipped_` or `shipped_only_` before it by the shipped EERs; `worked_example` → a system's id;
`file/<kind>/<system>` → `here` | `absent`; `beyond_reference/<system>`;
`paired/...` and `agreement/...` → the words of their measures; `shipped/paired/...` → the verdict of the published
interval; `holm/...`, `same_verdict/...`, `standing/...` and `doubt/<B>/<A>/<metric>` → what may be said of a registered
difference and why with caution; `exploratory_focus` → a system's id, `exploratory_attacker` → an attacker.
"""

from analysis.benchmark.overview import benchmark_results
from analysis.benchmark.workbench import Workbench

__all__ = ["Workbench", "benchmark_results"]
