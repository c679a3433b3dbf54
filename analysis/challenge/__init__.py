"""A challenge's published tables → ledger, verdicts, remarks and tables.

A challenge ships one table of results: for each system and split the EER of female and of male speakers with their
printed average, the UAR and the WER. Every cell goes into the ledger as shipped. What follows from the cells is
recomputed: the average EER, its agreement with the printed one, counts, privacy categories, ranks and Pareto fronts.
Nothing here opens a file; everything is taken from the challenge that `read_challenge` returns.

Who takes part: baselines and submitted systems stand in counts by category, ranks and fronts; the original and
post-evaluation systems stand outside. A category is reached by the recomputed average EER of the test split. Lists
whose name ends in `_compliant` leave out the systems that the challenge marks as not following its rules.

Keys, after `<study>/` (`shipped/...` are the cells as printed):

- `shipped/eer/<system>/semi_informed/<split>_female`, `..._male`, `..._average`; `shipped/uar/<system>/<split>`;
  `shipped/wer/<system>/<split>`
- `eer/<system>/semi_informed/<split>_average`; `agreement/eer/<system>/semi_informed/<split>_average` (its verdict has
  the same key); `agreement_max/eer`; `count/agreement/compared`, `.../agrees`, `.../rounding`, `.../differs`
- `setting/category_10` and so on; `count/systems`, `count/<role>`, `count/noncompliant`, `count/without_results`,
  `count/ranked`; `count/<role>/<category>` and `..._compliant` for baselines and submitted systems
- `rank/<wer|uar>/<system>/<category>` and `..._compliant`: only for the systems of that category
- `count/front/<wer|uar>`

Verdicts: `front/<wer|uar>/<system>` → `on the front` | `dominated`; `category/<system>` → the highest category that it
reaches, or `none`; `leader/<wer|uar>/<category>` (and `..._compliant`), `leader/eer` and `leader/eer_compliant` → the
id of the best system; where several tie, their ids joined like the parts of a ledger key (`ledger.parts` takes them
apart). A category that nobody reaches has no leader.
"""

from analysis.challenge.overview import challenge_results

__all__ = ["challenge_results"]
