"""A tree of a VoicePrivacy toolkit → a benchmark study that holds scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from analysis.errors import InputError
from analysis.importers.attackers import ATTACKERS, UNPROTECTED
from analysis.importers.draft import Draft, file_part
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.tree import Tree
from analysis.importers.voiceprivacy import emotions, notice, rates, scores, words
from analysis.importers.voiceprivacy.attacks import Attack, Attacks, find_attacks, is_scored
from analysis.importers.voiceprivacy.folders import Folder, folders
from analysis.importers.voiceprivacy.lists import Lists, is_list, read_lists
from analysis.importers.voiceprivacy.names import bare
from analysis.importers.wishes import Wishes
from analysis.study.corpora import corpora_of
from analysis.study.documents import toml_text
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import id_fault


def recognises(trees: Sequence[Tree]) -> bool:
    """Say whether the sources hold lists of trials and scores."""
    here = folders(trees)
    return any(map(is_list, here)) and any(map(_has_scores, here))


def resembles(trees: Sequence[Tree]) -> bool:
    """Say whether the sources hold one of the two."""
    return any(is_list(folder) or _has_scores(folder) for folder in folders(trees))


def _has_scores(folder: Folder) -> bool:
    return is_scored(folder) and scores.SCORES in folder.files


def read(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a study from all sources together.

    Raises:
        InputError: there are no lists or no scores of the split.
        UsageError: a name is given to a system that is not here.
    """
    draft = Draft()
    findings = draft.findings
    found = folders(trees)
    attacks = find_attacks(found, findings)
    _need(found, attacks)
    lists = read_lists(found, wishes.split, {of for by_list in attacks.values() for of in by_list}, findings)
    if not lists.sets:
        findings.stop_on_errors("import")
        splits = "dev" if wishes.split == "test" else "test"
        raise InputError(
            f"no list of the split {wishes.split} has scores",
            allowed=named(sorted({of.name for by_list in attacks.values() for of in by_list}), 20),
            advice=f"choose the other one with --split {splits}, or name the folders that hold its lists and scores",
        )
    scored = scores.read_attacks(attacks, lists, findings)
    printed = rates.file_rates(found, attacks, lists, findings)
    compared = rates.compare(printed, scored)
    said = words.read_words(found, lists, findings)
    felt = emotions.read_emotions(found, wishes.split, findings)
    suffixes = {attack.suffix for attack in (*attacks, *(attack for attack, _ in printed))}
    suffixes |= {*said.hypotheses, *(suffix for suffix, _ in said.rates), *felt.predicted, *felt.recalls}
    ids = _ids(sorted(suffixes - {""}), wishes, findings)
    whole, gone = scores.whole_attacks(scored, lists, wishes.partial, findings)
    _note_absent(sorted(ids), scored, lists, findings)
    if Attack("", UNPROTECTED) not in whole:
        findings.error(
            "no-original", "sources", "no scores of original enrollment against original trials for every list",
            allowed="exp/<evaluator>/<set>_enrolls-<set>_trials_<gender>/scores",
            advice="name the folder exp/ itself: the archive for a submission leaves these scores out; --format "
            "result-csvs reads its tables alone",
        )  # fmt: skip
    notice.warn_of_notice(trees, attacks, findings)
    findings.stop_on_errors("import")

    every, lists = lists, lists.without(gone)
    _write_lists(draft, lists)
    for attack, by_pair in whole.items():
        folder = "ignorant" if attack.attacker == UNPROTECTED else attack.attacker
        file = f"scores/{folder}/{file_part(ids[attack.suffix])}.csv"
        rows = [(enroll, utterance, by_pair[enroll, utterance]) for enroll, utterance in lists.own]
        draft.table(file, ("enroll_speaker", "trial_utt", "score"), rows)
    _write_words(draft, lists, said, ids)
    _write_emotions(draft, felt, ids)
    _write_board(draft, lists, said, felt, ids)
    _write_published(draft, lists, every, compared, ids)
    _write_settings(draft, wishes, ids, said)
    # After the settings, whose notes the report shows: it finds these differences itself.
    rates.warn_of_differences(compared, findings)
    draft.said += [
        f"split {wishes.split}: {len(lists.own):,} trials of {named([trials.name for trials in lists.sets], 20)}",
        f"systems: {named([ids[suffix] for suffix in sorted(ids) if suffix], 20) if len(ids) > 1 else 'none'}",
        *rates.table_of(compared, ids),
    ]
    return draft


def _need(found: Sequence[Folder], attacks: Attacks) -> None:
    if not any(is_list(folder) for folder in found):
        raise InputError(
            "there are scores, and no list of trials that says which of them are of targets",
            allowed="data/<set>_trials_<gender>/trials", advice="name the folder data/ too",
        )  # fmt: skip
    if not attacks:
        raise InputError(
            "there are lists of trials, and no scores of them",
            allowed="exp/<evaluator>/<set>_enrolls<suffix>-<set>_trials_<gender><suffix>/scores",
            advice="name the folder exp/ too",
        )


def _ids(suffixes: Sequence[str], wishes: Wishes, findings: Findings) -> dict[str, str]:
    """Return suffix → id; that of original speech is the reference."""
    wishes.check({ORIGINAL_ID, *(bare(suffix) for suffix in suffixes), *suffixes})
    ids: dict[str, str] = {}
    for suffix in ("", *suffixes):
        name = wishes.names.get(suffix) or wishes.system(bare(suffix) if suffix else ORIGINAL_ID)
        if fault := id_fault(name):
            findings.error(
                "id", "sources", f"the system {quoted(name)} {fault}",
                advice=f"give it another name with --name {bare(suffix) or ORIGINAL_ID}=…",
            )  # fmt: skip
        if name in ids.values():
            findings.error(
                "conflict", "sources",
                f"two systems would be called {quoted(name)}, one of the suffix {quoted(suffix)}",
                allowed="an id for each", advice=f"give one another name with --name {suffix}=…",
            )  # fmt: skip
        ids[suffix] = name
    return ids


def _note_absent(suffixes: Iterable[str], scored: Mapping, lists: Lists, findings: Findings) -> None:
    """Note the attacks that nothing was scored for; one that lacks only some lists is told of elsewhere."""
    here = {attack for attack, _ in scored}
    for suffix in suffixes:
        absent = [attacker.replace("_", "-") for attacker in ATTACKERS if Attack(suffix, attacker) not in here]
        if suffix and absent:
            findings.note("no-scores", "sources", f"{quoted(bare(suffix))}: no scores of {', '.join(absent)} attackers")


def _write_lists(draft: Draft, lists: Lists) -> None:
    draft.table(
        "meta/test_utts.csv",
        ("utt_id", "speaker", "role", "gender", "corpus"),
        [(name, u.speaker, u.role, u.gender, u.corpus) for name, u in sorted(lists.utterances.items())],
    )
    genders = {u.speaker: u.gender for u in lists.utterances.values()}
    rows = []
    for (enroll, utterance), (of, is_target) in lists.own.items():
        speaker = lists.utterances[utterance].speaker
        left, right = genders[enroll], genders[speaker]
        same = (left == right) if left and right else None
        rows.append((enroll, utterance, speaker, "target" if is_target else "nontarget", same, of))
    draft.table(
        "meta/trials_test.csv",
        ("enroll_speaker", "trial_utt", "trial_speaker", "label", "same_gender", "list"),
        rows,
    )


def _write_words(draft: Draft, lists: Lists, said: words.Words, ids: Mapping[str, str]) -> None:
    if not said.hypotheses:
        return
    suffixes = sorted(said.hypotheses)
    draft.table(
        "meta/transcripts.csv",
        ("utt_id", "corpus", "reference", *(f"hyp_{ids[suffix]}" for suffix in suffixes)),
        [
            (name, lists.utterances[name].corpus, text, *(said.hypotheses[suffix][name] for suffix in suffixes))
            for name, text in sorted(said.references.items())
        ],
    )


def _write_emotions(draft: Draft, felt: emotions.Emotions, ids: Mapping[str, str]) -> None:
    if not felt.predicted:
        return
    suffixes = sorted(felt.predicted)
    draft.table(
        "meta/emotions.csv",
        ("utt_id", "fold", "emotion", *(f"predicted_{ids[suffix]}" for suffix in suffixes)),
        [
            (name, felt.folds.get(name), emotion, *(felt.predicted[suffix][name] for suffix in suffixes))
            for name, emotion in sorted(felt.truth.items())
        ],
    )


def _write_board(
    draft: Draft, lists: Lists, said: words.Words, felt: emotions.Emotions, ids: Mapping[str, str]
) -> None:
    """Write the rates of the files that are of whole data sets.

    Their EERs stand list by list in `meta/published.csv`: a mean over lists is no EER of all trials together.
    """
    corpora = corpora_of(utterance.corpus for utterance in lists.utterances.values())
    slugs = {corpus.name: corpus.slug for corpus in corpora}
    columns: dict[str, dict[str, str]] = {}
    for (suffix, base), cell in sorted(said.rates.items()):
        corpus = lists.corpus(base)
        for column in ("wer",) if len(corpora) == 1 else (f"wer_{slugs[corpus]}",):
            columns.setdefault(column, {})[suffix] = cell.text
    for suffix, cell in sorted(felt.recalls.items()):
        columns.setdefault("uar", {})[suffix] = cell.text
    rows = [
        (ids[suffix], *(cells.get(suffix) for cells in columns.values()))
        for suffix in sorted(ids)
        if any(suffix in cells for cells in columns.values())
    ]
    if rows:
        draft.table("meta/leaderboard.csv", ("system", *columns), rows)


def _write_published(
    draft: Draft, lists: Lists, every: Lists, compared: Sequence[rates.Compared], ids: Mapping[str, str]
) -> None:
    own = lists.own
    # A list that shares trials with another one, or lacks some, has no EER here that its own could be set against.
    whole = {t.of: len(t.trials) for t in every.sets if all(own.get(pair, ("",))[0] == t.name for pair in t.trials)}
    rows = []
    for row in compared:
        if row.theirs is None or row.of not in whole:
            continue
        attacker = "ignorant" if row.attack.attacker == UNPROTECTED else row.attack.attacker
        names = ("eer_list", ids[row.attack.suffix], attacker, row.of.name)
        key = "/".join(quote(name, safe="") for name in names)
        rows.append((key, row.theirs.cell.text, whole[row.of], row.theirs.source))
    if rows:
        draft.table("meta/published.csv", ("key", "value", "n", "source"), rows)


def _write_settings(draft: Draft, wishes: Wishes, ids: Mapping[str, str], said: words.Words) -> None:
    draft.settings(
        kind="benchmark", title=wishes.title, reference=ids[""] if ids[""] != ORIGINAL_ID else "",
        text="words" if said.hypotheses or said.rates else "",
    )  # fmt: skip
    lines = []
    for suffix in sorted(ids):
        what = f"copies named {suffix}" if suffix else "original speech"
        lines += ["", "[[systems]]", f"id = {toml_text(ids[suffix])}", f"description = {toml_text(what)}"]
    draft.files["study.toml"] = draft.files["study.toml"] + "\n".join(lines) + "\n"
