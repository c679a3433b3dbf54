"""A benchmark in the usual layout → ledger, verdicts, remarks and tables.

Keys, after `<study>/` (`shipped/...` are the values as published):

- `eer/<system>/<attacker>/<list>`, `cer/<system>/all|<corpus>`, `median_f0|rho_f0|duration_ratio/<system>/demo`
- `cer_mean|cer_nfc|cer_no_zero_width|cer_nfc_no_zero_width/<system>`, `difference_max/cer_mean|cer_forms`,
  `edits|edits_share/<kind>/<system>`, `cer_ratio/<system>/<corpus>/<corpus>`, `cer_utterance/<system>/<utterance>`
- `rho_f0/<system>/demo_female|demo_male`, `rho_f0_error|rho_f0_chance/<system>/demo`,
  `median_f0|lowest_f0|highest_f0/<reference>/female|male`
- `uar/<system>/pooled|mean_of_folds|fold_<fold>`, `recall/<system>/<emotion>`, `uar_of_a_guess/all`
- `ties/<system>/<attacker>`, `ties_max/all`, `count/distinct_scores/<system>/<attacker>` where most scores tie
- `shipped/eer/...`, `shipped/cer/...`, `shipped/rho_f0/<system>`, `shipped/utmos/<system>`,
  `shipped/uar/<system>`
- `paired/<B>/<A>/eer_ignorant|eer_lazy|eer_semi_informed|cer` and `shipped/paired/...`
- `eer_<kind>/...`, `cer_<kind>/...`, `uar_<kind>/...`, `paired_<kind>/...` as above with an interval of another kind
  than the quoted one, `width|width_ratio/<kind>/<system>/<attacker or cer>`, `count/by_kind/same|split|excludes/...`,
  `count/by_kind/fewest_draws` where there were fewer than a joint BCa interval needs,
  `interval_width|interval_ratio/<kind>/eer|cer/median|lowest|highest`
- `edge_error/<names of a row with an interval>/low|high`, `edge_error/paired/<B>/<A>/<metric>` of the nearer edge
- `p/<B>/<A>/<metric>`, `p_holm/...`, `edge_gap/paired/<B>/<A>/<metric>/low|high`
- `exploratory/<B>/<A>/<metric>`, `count/tests/...`, `expected/tests/...`
- `agreement/<measure>/...` recomputed minus shipped, `agreement_edge/<measure>/.../low|high`,
  `agreement_max/<column>/values|edges`, `count/agreement/<column>/...`
- `eer_line|eer_nearest/<system>/<attacker>/<list>` both rules with the published digits, `eer_rule_gap/largest`,
  `count/eer_rule/nearest|line|apart`, `eer_rule_mean|eer_rule_max/nearest|line`
- `eer_list|eer_list_speechbrain|eer_list_kaldi/<system>/<attacker>/<list>` of the lists that trials name,
  `eer_list_mean|eer_list_mean_shipped/<system>/<attacker>`, `count/list_agreement/nearest|speechbrain|kaldi`
- `step/gender|corpus/<system>/<attacker>`, `step_range/<kind>/<attacker>/smallest|largest`
- `eer_gender/<system>/<attacker>/female|male`, `width_median/<list>`, `corpus_gap/<corpus>/<corpus>`
- `drop/eer/<system>` to the lowest informed EER, `drop_semi/<system>` to the semi-informed one, `drop_semi_shipped/...`
  and `drop_shipped/eer/<system>` computed here from shipped values
- `speaker_eer/<system>/<attacker>/<speaker>` of the most exposed, `speaker_accepted/...` of the first of them,
  `speaker_accepted_all/<system>/<attacker>` of all,
  `speaker_eer_lowest|speaker_spread|speaker_without/<system>/<attacker>`,
  `speaker_lowest_alike|speaker_lowest_chance|speaker_spread_alike/<system>/<attacker>` if all speakers were alike,
  `speaker_share/<system>/<attacker>/largest|several`, `speaker_share_equal|speaker_share_limit/all`,
  `speaker_width/<system>/<attacker>` without one speaker, `speaker_order/<attacker>/mean|lowest|highest`,
  `speaker_order_chance/<attacker>`, `count|expected/lowest_beyond|share_beyond|spread_beyond|spread_wider`,
  `speaker_lowest_holm|speaker_share_holm|speaker_spread_holm/<system>/<attacker>`,
  `speaker_spread_chance/<system>/<attacker>`, `speaker_moved|speaker_narrowed/all`, and
  `count/lowest_holds|share_holds|spread_holds` over all attacks, `count/spread_holds/<attacker>`,
  `count/lowest_shared/<system>/<attacker>`, `count|expected/exposed_most_often|exposed_as_often/<attacker>`
- `listening/half_width|half_width_least|half_width_most|difference|square_root/<listeners>`, `listening/enough`,
  `listening/sign_test/...`, all of ratings drawn at random or of none
- `plan_width|plan_difference/<speakers>/<utterances>`, `plan_speakers/<points>/<utterances>`,
  `plan_times/...`, `plan_trade/...`, `plan_power_own/<points>`, `plan_example/...`, `plan_seen/<B>/<A>/<metric>`
  predicted for studies of other sizes
  (`planning.py`), `plan_tested|plan_power/...` how near that came in simulated ones (`plan_tested.py`)
- `covered|covered_error/<kind>/<n>_speakers/eer_<percent>` of the coverage study, with `covered_below|covered_above|
  covered_none|covered_width|covered_width_error/...` for the number of speakers nearest to the study's;
  `covered_truth|covered_truth_error/eer_<percent>`, `covered_lack|covered_surplus|covered_penalty/<kind>`,
  `covered_design/...`;
  `found|found_error|found_holm|found_holm_error/<test>/<n>_speakers/eer_<percent>/false_positive|false_in_the_family|
  <n>_points`
- `setting/draws|seed|level`, `setting/draws/trials` where single trials are drawn less often, `count/...`

Verdicts: `front/<attacker>/<system>` → `on the front` | `dominated`; `knee/<attacker>`, `best_trade` → a system's id;
`trap/<system>` → the attacker of the lowest EER; `highest_eer|lowest_eer/<system>` → an attacker | `tied`, with
`shipped_` or `shipped_only_` before it by the shipped EERs; `worked_example` → a system's id;
`interval` → the quoted kind of interval, `interval_from` → what chose it, `by_kind/<B>/<A>/<metric>` → `same`,
`excludes` or `words`, `paired_<kind>/...` → a paired verdict;
`file/<kind>/<system>` → `here` | `absent`; `beyond_reference/<system>`; `edits_largest/<system>` → a kind of edit;
`cer_ratio/...` → the paired verdict of the two rates; `quoted/<system>` → why its worst utterances are shown;
`uar_chance/<system>` → `above chance` | `not above chance`;
`rho_f0/<system>/demo...` → `beyond chance` | `within chance`; `genders_apart` → the gender of most clips;
`paired/...` and `agreement/...` → the words of their measures; `shipped/paired/...` → the verdict of the published
interval; `holm/...`, `same_verdict/...`, `standing/...` and `doubt/<B>/<A>/<metric>` → what may be said of a registered
difference and why with caution; `step/...`, `drop_semi/<system>` → a paired verdict; `step_range/...` → a system's id;
`step_example/<kind>`, `corpus_gap/...` → a system and an attacker; `eer_gender/<system>/<attacker>` → how two intervals
lie; `few_speakers/<corpus>`; `line/<system>` → `recomputed` | `shipped`; `trap_shipped/<system>` → an attacker,
`trap_intervals/<system>` → `apart` | `not published`; `flat/<system>`; `least_clear` → a metric;
`eer_rule` → the rule that fits the published digits, `nearest` | `line` | `both` | `neither`;
`list_agreement/<rule>/<system>/<attacker>/<list>` → the words of agreement, `list_rule` → a toolkit;
`plan/attacker` → an attacker, `plan/speakers` → a number as in keys, `plan/seen/...` → `too small` | `large enough`;
`plan/no_difference` → why none is predicted, `plan/asked` → two systems;
`covered/nearest_speakers|nearest_eer` → a setting of the coverage study,
`covered/best|best_quotable` → a kind of interval,
`covered/level/<kind>` → `level` with the best, `covered/weight` → `any` that is heavier leaves it the best,
`covered/<kind>/...` and `found/<test>/...` → `too little` | `near` | `too much`;
`exposed/<system>/<attacker>`, `exposed_most_often/<attacker>`, `influential/<system>/<attacker>` → ids of speakers,
`lowest_speaker|largest_share/<system>/<attacker>`, `speaker_order|most_often/<attacker>` → `beyond chance` |
`within chance`; `share_even/<system>/<attacker>` → `more even than chance`;
`lowest_holds|share_holds|spread_holds/<system>/<attacker>` → of those beyond chance, the words of `holm/...`;
`exploratory_focus` → a system's id, `exploratory_attacker` → an attacker.
"""

from analysis.benchmark.overview import benchmark_results
from analysis.benchmark.stages import begin_all
from analysis.benchmark.workbench import Workbench

__all__ = ["Workbench", "begin_all", "benchmark_results"]
