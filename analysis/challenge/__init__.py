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
- `setting/significant_digits`, of every number; `setting/category_10` and so on; `count/systems`, `count/<role>`,
  `count/noncompliant`, `count/without_results`, `count/ranked`; `count/<role>/<category>` and `..._compliant` for
  baselines and submitted systems
- `rank/<wer|uar>/<system>/<category>` and `..._compliant`: only for the systems of that category;
  `count/leads/<wer|uar>/<system>` and `count/leads_compliant/...`: the categories that a system leads
- development against test, of the ranked systems, `<metric>` being eer, uar, wer or mfdr: `tau/<metric>`,
  `rank_split/<metric>/<system>/<dev|test>`, `rank_move/<metric>/<system>` (above zero: better on test),
  `rank_move_mean/<metric>`, `rank_move_max/<metric>`, `split_difference/<metric>` (mean of test minus development),
  `count/pairs/<metric>`, `count/pairs_turned/<metric>`, `count/unmoved/<metric>`,
  `count/split_<better|worse|equal>/<metric>`, `count/category_move/<changed|higher|lower|same>`
- `count/front/<wer|uar>` and `count/front_compliant/...`; `front_step/<wer|uar>/<before>/<after>/<eer|wer|uar>`, what a
  step along the front changes, and `front_compliant_step/...`
- `change_eer/<system>/<split>`, `change_uar/...`, `change_wer/...`, relative changes against the original with their
  sign; `count/<change>/worse`; `count/front_change/<pair>` and `..._compliant`, pairs `eer_uar`, `eer_wer`, `uar_wer`
- `matrix/<system>/<change>` and `matrix/<system>/mean`, scaled from the worst, 0, to the best, 1;
  `matrix_rank/<system>` and `matrix_rank/<system>/<choice>`, choices `mean_of_ranks`, `privacy_half`, `left_out_best`,
  `left_out_worst`; `count/matrix/ranked`, `count/matrix_move/<choice>`, `matrix_move/<choice>`
- `gender_gap/<system>/<split>` (male minus female EER), `mfdr/<system>/<split>`; the same after `rank/`: smallest size
  first; `count/gender_gap/<male_higher|female_higher|equal>/<split>`, `count/gender_gap/other_side`,
  `count/<gender_gap|mfdr>/below_original/<split>`, `count/mfdr/<lower|higher|same>_on_test`; where a band was printed:
  `setting/mfdr_band`, `count/mfdr/inside/<split>` and `.../both`
- `shipped/protocol/...` and `protocol/...`, where totals are added again: `speakers/<split>/<set>/<type>/<part>`
  (`female`, `male`, `total`), `utterances/<split>/<set>/<type>`, `different_only/<split>/<set>`,
  `pairs/<split>/<set>/<same|different>/<part>`, `emotion_utterances/<session>/<gender>`, `hours/<model>/<set>`,
  `training_speakers/<model>/<set>/<part>`, `training_utterances/<model>/<set>`, `parameter/<system>/<name>`;
  recomputed only: `utterances_per_speaker/...`, `pair_ratio/<split>/<set>`, `trial_utterances/<split>/<set>/<part>`,
  `emotion/<speakers|utterances>/<part>`, `emotion/<sessions|folds>`, `fold/<fold>/<train|dev|eval>`, `teams`,
  `countries`, `team_systems/<team>/<described|printed|later|noncompliant>`, `submitted/<described|printed>`,
  `resources`, `count/<compared|agrees|rounding|differs>`; verdicts `agreement/protocol/...` for each added total
- `kinds/<family>/<role>/<eer|uar|wer>/<split>/<low|median|high>`, `kinds/<family>/<role>/count/<members|noncompliant>`
  and `.../count/<category>` for baselines and submitted systems; `count/kinds`
- `lineage/<child>/<parent>/<eer|uar|wer>/<split>`, child minus parent in points (its verdict, `better` | `worse` |
  `equal`, has the same key); `lineage_chain/<child>/<first>/...` the same to the first of a chain;
  `count/lineage/<pairs|children|several_parents>`, `count/lineage/on/<role>/<outcome>` for parents of a role,
  `count/lineage/by/<parent>/<outcome>` for one parent, `count/lineage/turns/<metric>`
- claims of the publication: `shipped/claim/<id>` as printed and `claim/<id>` as its rule finds it (`.../low` and
  `.../high` of a range, `.../1` and so on of several printed numbers; none for lists of systems);
  `count/claims/<all|reproduced|rounding|not_reproduced|not_checkable>`; beside a claim that is not reproduced
  `claim_other_split/<id>` (the same rule on the other split, where it agrees), `claim_with_unlisted/<id>` (a count
  with the described systems that have no results), `claim_bound/<id>/<metric>` (what the others reach),
  `claim_mean/<id>/<metric>/<named|others>` (means of both sides of a comparison with most)

Verdicts: `front/<wer|uar>/<system>` → `on the front` | `dominated`; `category/<system>` → the highest category that it
reaches, or `none`; `leader/<wer|uar>/<category>` (and `..._compliant`), `leader/eer` and `leader/eer_compliant` → the
id of the best system; where several tie, their ids joined like the parts of a ledger key (`ledger.parts` takes them
apart). A category that nobody reaches has no leader. `tie/<wer|uar>/<category>/<rank>` (and `..._compliant`) → the ids
that share the rank; `lead_moves/<wer|uar>/<category>` → what becomes of the lead when the marked systems leave;
`category_dev/<system>` → as `category/<system>`, on development; `category_move/<system>` → `higher` | `lower` | `same`
on test; `rank_move_max/<metric>` → the ids with the largest move; `split_direction/<metric>` → where most are better.

`front_compliant`, `front_change` and `front_change_compliant` are told like `front`; `front_outside/<wer|uar>/<system>`
and `front_change_outside/<pair>/<system>` → `beyond the front` | `behind the front` for post-evaluation systems;
`change_worse/<change>/<system>` → `worse than the original`; `leader_change/<change>`, `matrix_leader`,
`matrix_leader/<choice>`, `matrix_move/<choice>`, `matrix_end/<change>/<best|worst>` → ids, joined.

The half with the higher EER is better protected. `gender_gap/<system>/<split>` → `male higher` | `female higher` |
`equal`; `<male_higher|female_higher>/gender_gap/<split>` → the ids with the largest gap on this side, and
`<most_even|least_even>/<gender_gap|mfdr>/<split>` on either, joined likewise; `mfdr/<system>/<split>` → `inside the
band` | `outside the band`; `original/<gender_gap|mfdr>/<split>`, set against the ranked systems → `larger than all` |
`as large as the largest` | `not the largest`.

`kinds_best/<family>/<role>/<metric>/<split>` and `kinds_best_compliant/...` → the best members, joined likewise;
`kinds_category/<family>/<role>` → as `category`; `kinds_leader/<role>/<metric>` → the kinds that hold the best value.
`lineage_root/<child>` → the systems without a parent that it goes back to; `lineage_chain/<child>` → it, its parent and
so on, where these are three or more; `lineage_between/<child>/<metric>/<split>` → `between` | `better than all` |
`worse than all` of several parents.

`claim/<id>` → `reproduced` | `reproduced after rounding` | `not reproduced` | `not checkable`; ids, joined likewise:
`claim_absent/<id>` (printed, not found), `claim_extra/<id>` (found, not printed), `claim_below/<id>` (printed, below
the minimum EER), `claim_marks/<id>` (printed, marked otherwise), `claim_without_results/<id>`, `claim_just_short/<id>`,
`claim_short/<id>/<metric>` (do not pass the others), `claim_past/<id>/<metric>` (not printed, pass them),
`claim_elsewhere/<id>` (in another privacy category); `claim_mean/<id>/<metric>` → the quantity;
`claim_bound/<id>/<metric>` → what the bound is;
`claim_other_split/<id>` → the split; `claim_slipped/<id>` where it lies within one unit of the last printed digit.
"""

from analysis.challenge.overview import challenge_results

__all__ = ["challenge_results"]
