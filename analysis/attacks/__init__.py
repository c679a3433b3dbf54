"""Published results by attacker, dataset and gender → ledger, verdicts, remarks and a table.

Every cell goes into the ledger as shipped. What follows from the cells is recomputed: means over genders, averages over
datasets, ranks under each attacker and how they turn, drops, counts, categories and fronts. Nothing here opens a file;
everything is taken from the study that `read_attacks` returns.

The splits are `test`, `dev`, or `all` where datasets name none; the headline one is `test` where it has EERs. The
unprotected speech stands outside ranks, counts and fronts.

Keys, after `<study>/` (`shipped/...` are the cells as printed; `<gender>` is `female`, `male`, `mixed` or `all`):

- `shipped/<eer|linkability>/<system>/<attacker>/<dataset>/<gender>`,
  `shipped/<pitch_correlation|gain_of_voice_distinctiveness>/<system>/<dataset>/<gender>`,
  `shipped/<wer|uar>/<system>/<dataset>`; the same without `shipped` and `<gender>` are means over genders
- `average/<measure>/<system>/<attacker>/<split>` (without the attacker where the measure has none), the printed
  ones after `shipped/`; `agreement/average/...` (verdicts) how the two agree; `count/agreement/compared`, `.../agrees`,
  `.../rounding`, `.../differs`; `agreement_max/average`; `weight/<dataset>`
- `rank/eer/<system>/<attacker>/<split>`, `rank_span/<system>/<split>`; for two attackers `tau/<a>/<b>/<split>`,
  `count/pairs_turned/<a>/<b>/<split>`; `count/lead_changes/<split>`
- `drop/eer/<system>/<split>`, `setting/trap_points`, `count/trap`, `count/<highest_eer|lowest_eer>/<attacker|tied>`
- `setting/chance`, `count/above_chance/<attacker>`, `count/above_chance/<attacker>/<system>`,
  `count/above_chance_average/<attacker>`
- `setting/category_10` and so on, `count/eer_10/<split>` and so on
- `tau_linkability/<attacker>/<split>`, `count/linkability_turned/<attacker>/<split>`
- `count/front/<attacker>/<wer|uar>`, `change/<wer|uar>/<system>/<split>`,
  `count/better_than_original/<wer|uar>/<split>`
- `count/systems`, `count/attackers`, `count/datasets`, `count/cells/<measure>`, `setting/significant_digits`

Verdicts; ids of several systems are joined like the parts of a ledger key: `leader/<attacker>/<split>`,
`last/<attacker>/<split>`, `leader_dataset/<attacker>/<dataset>` → ids; `order/<a>/<b>/<split>` → `the same order` |
`some pairs turn` | `every pair turns`; `lead/<a>/<b>/<split>` → `the lead stays` | `the lead changes`;
`first_to_last/<a>/<b>/<split>` → ids that lead under a and are last under b; `rank_span_max/<split>` → ids;
`lead_splits/<attacker>` → `the same systems lead` | `other systems lead`; `trap/<system>` → the informed attacker with
the lowest EER, `trap_intervals/<system>` → `not published`, `lowest_informed/<system>`, `highest_eer/<system>`,
`lowest_eer/<system>` → an attacker, or `tied`; `above_chance/<attacker>/<system>` → `above one half`;
`category/<system>/<split>` → the highest category that it reaches, or `none`; `linkability_leader/<attacker>/<split>` →
ids, `linkability_lead/<attacker>/<split>` → whether the EER puts the same ones first;
`front/<attacker>/<wer|uar>/<system>` → `on the front` | `dominated`, `dominated_by/...` → ids, `best_trade/<wer|uar>`,
`highest/<measure>/<split>`, `lowest/<measure>/<split>` → ids.
"""

from analysis.attacks.overview import attacks_results

__all__ = ["attacks_results"]
