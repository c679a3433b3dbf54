"""Trees of the VoicePrivacy toolkits: what is read, what is left out with a word, and what is refused."""

import csv
import io
import random
import tomllib
from collections import Counter

import pytest

from analysis.errors import InputError, UsageError
from analysis.importers.run import import_study
from analysis.importers.tree import Tree, open_tree
from analysis.importers.voiceprivacy.study import read, recognises, resembles
from analysis.importers.wishes import NO_WISHES, Wishes
from analysis.study.benchmark import read_benchmark

from . import trees

F, M = "data/libri_test_trials_f", "data/libri_test_trials_m"
LAZY = "exp/asv_orig/libri_test_enrolls_mcadams-libri_test_trials_f_mcadams"
SEMI = "exp/asv_anon_mcadams/libri_test_enrolls_mcadams-libri_test_trials_f_mcadams"


def tree(files, shown="src"):
    """A source in memory, its names in the order that every source has."""
    return Tree(shown, tuple(sorted(files)), False, lambda name: files[name].encode())


def drafted(files, wishes=NO_WISHES):
    return read([tree(files)], wishes)


def rows(draft, file):
    return list(csv.DictReader(io.StringIO(draft.files[file])))


def found(draft, severity="warning"):
    return [(finding.code, finding.place) for finding in draft.findings.sorted() if finding.severity == severity]


@pytest.fixture(scope="module")
def draft():
    """The draft of a whole, sound tree."""
    return drafted(trees.whole())


def test_a_tree_is_known_by_lists_and_scores_whichever_source_holds_them():
    """One of the two alone is a part of a tree."""
    whole = trees.whole()
    lists = {name: text for name, text in whole.items() if name.startswith("data/")}
    scores = {name: text for name, text in whole.items() if name.endswith("/scores")}
    known = [(recognises(sources), resembles(sources)) for sources in (
        [tree(whole)], [tree(lists), tree(scores)], [tree(lists)], [tree(scores)], [tree({"scores": "", "trials": ""})]
    )]  # fmt: skip
    assert [(True, True), (True, True), (False, True), (False, True), (False, False)] == known


@pytest.mark.parametrize(
    ("gone", "taken", "words"),
    [
        ("nothing", "vpc-trees", ""),
        ("scores", "result-csvs", ""),
        ("scores and tables", "vpc-trees", "no scores of them"),
        ("lists", "result-csvs", ""),
        ("lists and tables", "vpc-trees", "no list of trials"),
    ],
)
def test_a_format_is_taken_by_what_it_needs(tmp_path, gone, taken, words):
    """Lists beside tables without scores leave the turn to the tables; where nothing is whole, what lacks is told."""
    kinds = {"scores": ("/scores", "/EER"), "tables": (".csv",), "lists": ("/trials",)}
    ends = tuple(end for kind, all_ends in kinds.items() if kind in gone for end in all_ends)
    files = {name: text for name, text in trees.whole().items() if not (ends and name.endswith(ends))}
    source = trees.write(files, tmp_path / "src")
    if words:
        with pytest.raises(InputError, match=words):
            import_study([source], tmp_path / "mine")
    else:
        assert taken == import_study([source], tmp_path / "mine").format.name


def test_each_attack_has_its_file(draft):
    """The evaluator and both sides tell the attacker; the unprotected scores are the reference's, as ignorant."""
    files = {file for file in draft.files if file.startswith("scores/")}
    systems = ("b1", "mcadams", "my-sys")
    attackers = ("ignorant", "lazy", "semi_informed")
    assert {f"scores/{a}/{s}.csv" for a in attackers for s in systems} | {"scores/ignorant/original.csv"} == files


def test_scores_stand_beside_their_own_trials(draft):
    """They are joined by both ids, with the digits of the file."""
    lines = trees.scores(trees.trials("libri", "test", "f"), 2) + trees.scores(trees.trials("libri", "test", "m"), 2)
    expected = [dict(zip(("enroll_speaker", "trial_utt", "score"), line.split(), strict=True)) for line in lines]
    assert expected == rows(draft, "scores/lazy/mcadams.csv")


def test_lists_become_the_studys_lists(draft):
    """Women and men of the split, each trial with its label and the list that it is of; ids stay texts."""
    lists = [row["list"] for row in rows(draft, "meta/trials_test.csv")]
    assert ["libri_test_trials_f"] * 18 + ["libri_test_trials_m"] * 15 == lists
    trial = {row["trial_utt"]: row for row in rows(draft, "meta/trials_test.csv") if row["enroll_speaker"] == "0012"}
    assert ("target", "0012", "True") == tuple(trial["0012-t1"][c] for c in ("label", "trial_speaker", "same_gender"))
    assert ("nontarget", "12") == (trial["12-t1"]["label"], trial["12-t1"]["trial_speaker"])
    people = {row["utt_id"]: row for row in rows(draft, "meta/test_utts.csv")}
    assert {"0012", "12", "NA", "1e5", "True", "a-b"} == {row["speaker"] for row in people.values()}
    assert ("NA", "trial", "female", "libri") == tuple(people["NA-t1"].values())[1:]
    assert 12 + 11 == len(people)


def test_a_speaker_with_one_utterance_keeps_it(draft):
    """Its id is not spread into letters."""
    assert ["a-b-t1"] == [r["utt_id"] for r in rows(draft, "meta/test_utts.csv") if r["utt_id"].startswith("a-b-t")]
    assert "a-b-t1" in {row["utt_id"] for row in rows(draft, "meta/transcripts.csv")}


def test_words_are_those_of_each_folder(draft):
    """References of the lists, a column for each system, and the rates of the files with the toolkit's digits."""
    first = rows(draft, "meta/transcripts.csv")[0]
    assert {
        "utt_id": "0012-t1",
        "corpus": "libri",
        "reference": "A SHORT SENTENCE",
        "hyp_original": "A SHORT SENTENCE",
        "hyp_b1": "A SHORT SENTINEL",
        "hyp_mcadams": "A SHORT SENTINEL",
        "hyp_my-sys": "A SHORT SENTINEL",
    } == first
    board = {row["system"]: row for row in rows(draft, "meta/leaderboard.csv")}
    assert ("0.000", "65.000") == (board["original"]["wer"], board["original"]["uar"])
    assert ("3.030", "42.500") == (board["my-sys"]["wer"], board["my-sys"]["uar"])


def test_the_files_eers_stand_list_by_list(draft):
    """In percent with the toolkit's three decimals, with the number of trials and where they stand."""
    published = {row["key"]: row for row in rows(draft, "meta/published.csv")}
    assert 2 * (1 + 3 * 3) == len(published)
    semi = published["eer_list/mcadams/semi_informed/libri_test_trials_f"]
    assert ("16.667", "18", "src/exp/asv_anon_mcadams/results_mcadams.csv, row 4") == tuple(semi.values())[1:]
    assert "20.000" == published["eer_list/original/ignorant/libri_test_trials_m"]["value"]


def test_the_console_shows_all_three_values(draft):
    """File, toolkit's rule and ours for each list, worked out by hand: two of six targets, three of five."""
    table = [line.split() for line in draft.said[3:]]
    assert ["mcadams", "lazy", "libri_test_trials_f", "33.333", "33.333", "33.333", "both", "agree"] in table
    assert ["b1", "semi-informed", "libri_test_trials_m", "60.000", "60.000", "60.000", "both", "agree"] in table
    assert [] == found(draft)


def test_what_means_nothing_for_privacy_is_left_out_with_a_word(draft):
    """An evaluator that was trained on anonymized speech scores original enrollment too."""
    (said,) = (finding for finding in draft.findings if finding.code == "no-attack")
    assert "12 folders of scores" in said.found


def test_settings_name_the_systems(draft):
    """The study counts words, and its systems stand with the suffix of their copies."""
    settings = tomllib.loads(draft.files["study.toml"])
    assert ("benchmark", "words") == (settings["kind"], settings["text"])
    assert [{"id": "original", "description": "original speech"}, {"id": "b1", "description": "copies named _b1"}] == (
        settings["systems"][:2]
    )


def test_wishes_rename_choose_and_title():
    """A system gets another id everywhere, the other split is read, the title stands."""
    files = trees.whole() | trees.attacks(split="dev") | trees.words(split="dev")
    draft = drafted(files, Wishes({"my-sys": "mine"}, "dev", 'A "title"'))
    assert "scores/semi_informed/mine.csv" in draft.files
    assert {"libri_dev_trials_f", "libri_dev_trials_m"} == {r["list"] for r in rows(draft, "meta/trials_test.csv")}
    assert 'A "title"' == tomllib.loads(draft.files["study.toml"])["title"]
    with pytest.raises(UsageError, match="'b1', 'mcadams', 'my-sys'"):
        drafted(files, Wishes({"x": "y"}))


def test_original_speech_gets_another_name_like_any_system():
    """Its scores and its words carry it, and the settings name it as the reference."""
    draft = drafted(trees.whole(), Wishes({"original": "orig"}))
    assert "scores/ignorant/orig.csv" in draft.files
    assert "hyp_orig" in rows(draft, "meta/transcripts.csv")[0]
    assert "orig" == tomllib.loads(draft.files["study.toml"])["reference"]


def test_two_data_sets_are_two_corpora():
    """Their rates stand in columns of their own, since no file gives a rate over both."""
    files = trees.whole() | trees.data("vctk") | trees.attacks("vctk") | trees.words("vctk")
    draft = drafted(files)
    assert {"libri", "vctk"} == {row["corpus"] for row in rows(draft, "meta/test_utts.csv")}
    assert ["system", "wer_libri", "wer_vctk", "uar"] == list(rows(draft, "meta/leaderboard.csv")[0])
    assert 66 == len(rows(draft, "scores/lazy/b1.csv"))


def test_sources_may_come_apart():
    """`exp` and `data` as two sources give what their common folder gives."""
    whole = trees.whole()
    parts = [
        tree({name.removeprefix(f"{top}/"): text for name, text in whole.items() if name.startswith(top)}, top)
        for top in ("exp", "data")
    ]
    apart, together = read(parts, NO_WISHES), drafted(whole)
    tables = [file for file in together.files if file not in ("meta/published.csv", "study.toml")]
    assert [together.files[file] for file in tables] == [apart.files[file] for file in tables]


def test_odd_paths_of_an_archive_are_read():
    """Doubled slashes and points in names, as some archivers write them."""
    whole = trees.whole()
    odd = {name.replace("exp/", "./exp//", 1): text for name, text in whole.items()}
    one, other = drafted(whole), drafted(odd)
    assert one.files["scores/lazy/b1.csv"] == other.files["scores/lazy/b1.csv"]
    assert one.files["meta/transcripts.csv"] == other.files["meta/transcripts.csv"]


def test_the_same_tree_gives_the_same_bytes(tmp_path):
    """Whatever the order in which its files were made, and however often it is read."""
    names = list(trees.whole().items())
    made = []
    for seed in (1, 2):
        random.Random(seed).shuffle(names)
        made.append(read([open_tree(trees.write(dict(names), tmp_path / str(seed) / "src"))], NO_WISHES))
    assert made[0].files == made[1].files
    assert made[0].said == made[1].said


def test_the_study_that_is_written_is_sound(tmp_path):
    """Import, check and reading: nothing is an error, and what is doubtful is the small number of speakers."""
    source = trees.write(trees.whole(), tmp_path / "exp+data")
    done = import_study([source], tmp_path / "data" / "mine")
    assert "vpc-trees" == done.format.name
    assert ["few-speakers"] == [finding.code for finding in done.checked if finding.severity == "warning"]
    benchmark = read_benchmark(tmp_path / "data" / "mine")
    assert ("original", "b1", "mcadams", "my-sys") == tuple(system.id for system in benchmark.systems)
    assert {"libri_test_trials_f", "libri_test_trials_m"} == set(benchmark.trials.frame["list"])


def test_order_is_never_used():
    """Scores, lists and words with their lines turned round give the same values for the same ids."""
    whole = trees.whole()
    turned = {
        name: "\n".join(reversed(text.splitlines())) + "\n"
        if name.endswith(("/scores", "/trials", "/text", "/utt2spk", "/enrolls"))
        else text
        for name, text in whole.items()
    }
    one, other = drafted(whole), drafted(turned)
    assert sorted(one.files["scores/lazy/b1.csv"].splitlines()) == sorted(
        other.files["scores/lazy/b1.csv"].splitlines()
    )
    for file in ("meta/test_utts.csv", "meta/transcripts.csv", "meta/published.csv", "meta/leaderboard.csv"):
        assert one.files[file] == other.files[file]


def line(text, number, new):
    """Return a text with one of its lines, counted from 1, replaced."""
    lines = text.splitlines()
    lines[number - 1 : number] = [new] if new is not None else []
    return "\n".join(lines) + "\n"


ERRORS = {
    "an unknown label": (f"{F}/trials", 1, "0012 0012-t1 Target", "'Target' as label", "target, nontarget"),
    "another unknown label": (f"{F}/trials", 2, "0012 0012-t2 tgt", "'tgt' as label", "takes every other word"),
    "two labels": (f"{F}/trials", 18, "0012 0012-t1 nontarget", "with the other label", "one label a trial"),
    "a label against the speakers": (f"{F}/trials", 1, "0012 0012-t1 nontarget", "does not fit", "of the enrolled"),
    "a trial of nobody": (f"{F}/trials", 1, "0013 0012-t1 target", "'0013'", "exactly as written"),
    "a trial of no utterance": (f"{F}/trials", 1, "0012 12 target", "'12'", "exactly as written"),
    "two fields": (f"{F}/trials", 3, "0012 target", "2 fields", "3 fields"),
    "a missing score": (f"{LAZY}/scores", 5, None, "17 of 18 trials", "one score for each trial"),
    "a score that is none": (f"{LAZY}/scores", 5, "0012 NA-t1 nan", "'nan' as score", "a finite number"),
    "a score of words": (f"{LAZY}/scores", 5, "0012 NA-t1 1_0", "'1_0' as score", "a finite number"),
    "two scores": (f"{LAZY}/scores", 5, "0012 0012-t1 .5", "another score earlier", "one score a trial"),
    "a speaker twice": (f"{F}/utt2spk", 2, "0012-t1 12", "'12' here and '0012' in line 1", "each key once"),
    "a gender of neither": (f"{F}/spk2gender", 1, "0012 x", "'x' as gender", "f or m"),
    "two genders": (f"{F}/spk2gender", 1, "0012 m", "is male here and female", "one gender a speaker"),
    "no rate": ("exp/asr/libri_test_asr/wer", 1, "%WER ?", "names no rate", "%WER and a number"),
    "a rate of two points": ("exp/asr/libri_test_asr/wer", 1, "%WER 1.2.3 [ 1 / 3 ]", "names no rate", "%WER and"),
    "a rate of forty digits": ("exp/asr/libri_test_asr/wer", 1, f"%WER {'1' * 40}", "names no rate", "%WER and"),
    "an EER of forty digits": (f"{LAZY}/EER", 1, f"EER: {'1' * 40}%", "more than 30 signs", "and a percentage"),
    "a number of words": ("exp/asv_orig/results_b1.csv", 2, "0,libri,test,f,original,original,x", "'x'", "a number"),
    "another condition": ("exp/asv_orig/results_b1.csv", 2, "0,libri,test,f,x,original,1", "'x'", "original, anon"),
}


@pytest.mark.parametrize("fault", ERRORS)
def test_what_is_wrong_is_refused_with_its_place(fault):
    """File, line, what was found and what would be right; no study is drafted."""
    file, number, new, words, allowed = ERRORS[fault]
    whole = trees.whole()
    with pytest.raises(InputError) as caught:
        drafted(whole | {file: line(whole[file], number, new)})
    said = str(caught.value)
    assert file in said
    assert words in said
    assert allowed in said


def test_all_errors_are_told_at_once():
    """Two faults in two files are two errors of one message."""
    whole = trees.whole()
    wrong = {f"{F}/trials": line(whole[f"{F}/trials"], 1, "0012 0012-t1 yes"), f"{LAZY}/EER": "much"}
    with pytest.raises(InputError) as caught:
        drafted(whole | wrong)
    assert "'yes'" in str(caught.value)
    assert "'much'" in str(caught.value)


DOUBTS = {
    "a trial twice": ({f"{F}/trials": lambda t: t + "0012 0012-t1 target\n"}, "duplicate", f"src/{F}/trials, row 19"),
    "a score twice": (
        {f"{LAZY}/scores": lambda t: t + t.splitlines()[0] + "\n"},
        "duplicate",
        f"src/{LAZY}/scores, row 19",
    ),
    "no such EER": (
        {"exp/asv_orig/results_mcadams.csv": lambda t: t.replace("33.333", "31.0"), f"{LAZY}/EER": None},
        "eer",
        "src/exp/asv_orig/results_mcadams.csv, row 4",
    ),
    "an EER of an older run": ({f"{LAZY}/EER": lambda _: "0.31"}, "two-values", f"src/{LAZY}/EER"),
    "another unprotected EER": (
        {"exp/asv_orig/results_mcadams.csv": lambda t: t.replace("l,original,0.0", "l,original,0.1")},
        "two-values",
        "src/exp/asv_orig/results_mcadams.csv, row 2",
    ),
    "a list not scored": ({f"{SEMI}/scores": None}, "no-scores", "asv_anon_mcadams"),
    "an unknown evaluator": (
        {"exp/mine/libri_test_enrolls-libri_test_trials_f/scores": lambda _: ""},
        "evaluator",
        "sources",
    ),
    "a hypothesis missing": ({"exp/asr/libri_test_asr_b1/text": lambda t: line(t, 4, None)}, "coverage", "sources"),
    "a WER of an older run": (
        {"exp/asr/results_b1.csv": lambda t: t.replace("3.03", "3.2")},
        "two-values",
        "src/exp/asr/results_b1.csv",
    ),
    "no reference": ({f"{M}/text": None}, "no-text", "sources"),
    "folds under one flag": (
        {"exp/ser/results_folds_b1.csv": lambda t: t.replace("original", "anon")},
        "flag",
        "src/exp/ser/results_folds_b1.csv",
    ),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_is_doubtful_is_told_and_kept_in_the_study(doubt):
    """A warning names its place, and stands among the study's notes, where the report finds it."""
    changes, code, place = DOUBTS[doubt]
    files = trees.whole()
    for name, change in changes.items():
        if change is None:
            del files[name]
        else:
            files[name] = change(files.get(name, ""))
    draft = drafted(files)
    assert (code, place) in found(draft)
    notes = tomllib.loads(draft.files["study.toml"]).get("notes", [])
    assert any(note.startswith(place) for note in notes) == (code != "eer"), (
        "an EER that differs the report tells itself"
    )


def test_a_doubled_trial_counts_once():
    """As the toolkit scores it once; the count is told."""
    whole = trees.whole()
    draft = drafted(whole | {f"{F}/trials": whole[f"{F}/trials"] + "0012 0012-t1 target\n" * 2})
    assert 33 == len(rows(draft, "meta/trials_test.csv"))
    assert "(2 in all)" in next(finding.found for finding in draft.findings if finding.code == "duplicate")


def test_any_blank_divides_with_a_word():
    """Tabs and double blanks are read, and noted, since the toolkit itself would not."""
    whole = trees.whole()
    spread = whole[f"{F}/trials"].replace("0012 0012-t1 ", "0012\t0012-t1  ", 1).replace("\n", "\r\n")
    draft = drafted(whole | {f"{F}/trials": spread})
    assert ("blanks", f"src/{F}/trials, row 1") in found(draft, "note")
    assert drafted(whole).files == draft.files


def test_without_any_reference_there_are_no_transcripts():
    """A table of no utterance would stand for words that nobody said; the rates of the files stay."""
    draft = drafted(
        {name: text for name, text in trees.whole().items() if not name.startswith((f"{F}/text", f"{M}/text"))}
    )
    assert "meta/transcripts.csv" not in draft.files
    assert {"0.000", "3.030"} == {row["wer"] for row in rows(draft, "meta/leaderboard.csv")}


def test_an_attack_without_a_whole_list_is_left_out():
    """What is left of it would be measured on other trials; the values of its files stay."""
    whole = trees.whole()
    del whole[f"{SEMI}/scores"]
    draft = drafted(whole)
    assert "scores/semi_informed/mcadams.csv" not in draft.files
    assert "eer_list/mcadams/semi_informed/libri_test_trials_f" in draft.files["meta/published.csv"]
    assert "no scores" in next(
        said for said in draft.said if said.startswith("mcadams") and "semi" in said and "trials_f" in said
    )


def test_trials_without_a_score_can_be_left_out_for_every_system():
    """On wish: all systems then stand on the same trials, the counts are told, and the list's own EERs are not ours."""
    whole = trees.whole()
    lacking = whole | {f"{LAZY}/scores": line(whole[f"{LAZY}/scores"], 5, None)}
    draft = drafted(lacking, Wishes(partial=True))
    gone = ("0012", "NA-t1")
    for file in ("meta/trials_test.csv", "scores/lazy/mcadams.csv", "scores/ignorant/original.csv"):
        listed = [(row["enroll_speaker"], row["trial_utt"]) for row in rows(draft, file)]
        assert (32, False) == (len(listed), gone in listed)
    assert {"libri_test_trials_m"} == {row["key"].split("/")[-1] for row in rows(draft, "meta/published.csv")}
    notes = " ".join(tomllib.loads(draft.files["study.toml"])["notes"])
    assert "17 of 18 trials of libri_test_trials_f have one" in notes
    assert "1 of 33 trials are left out for every system" in notes
    assert drafted(whole).files == drafted(whole, Wishes(partial=True)).files


def test_what_no_attacker_scored_is_noted():
    """A system without any folder of one evaluator is named with the attackers that it lacks."""
    whole = {name: text for name, text in trees.whole().items() if "asv_anon_b1" not in name}
    draft = drafted(whole)
    assert "'b1': no scores of semi-informed attackers" in {finding.found for finding in draft.findings}


def test_an_evaluator_of_another_system_is_not_its_attacker():
    """One trained on speech of `_mcadams` says nothing of the semi-informed attacker against `_b1`."""
    whole = trees.whole()
    moved = {
        name.replace("asv_anon_b1/", "asv_anon_mcadams/"): text
        for name, text in whole.items()
        if "asv_anon_b1/" in name and "_b1-" in name
    }
    draft = drafted({n: t for n, t in whole.items() if "asv_anon_b1" not in n} | moved)
    assert "scores/semi_informed/b1.csv" not in draft.files
    assert "evaluator" in {code for code, _ in found(draft)}


def test_the_suffix_of_one_system_may_end_anothers():
    """`_x_mcadams` has an evaluator of its own, although its name ends in that of `_mcadams`."""
    system = {"_x_mcadams": trees.SYSTEMS["_b1"], "_mcadams": trees.SYSTEMS["_mcadams"]}
    draft = drafted(trees.data(suffixes=("",)) | trees.attacks(systems=system))
    assert {"scores/semi_informed/mcadams.csv", "scores/semi_informed/x_mcadams.csv"} <= set(draft.files)
    assert [] == found(draft)


def test_a_suffix_inside_a_sets_name_flags_nothing():
    """Which words are of anonymized speech is told by their folder, though every row of the table says `anon`."""
    suffix = "_test"
    files = trees.data(suffixes=("",)) | trees.attacks(systems={suffix: trees.SYSTEMS["_b1"]})
    files |= trees.words(suffixes=("", suffix))
    files[f"exp/asr/results{suffix}.csv"] = files[f"exp/asr/results{suffix}.csv"].replace("original", "anon")
    board = {row["system"]: row["wer"] for row in rows(drafted(files), "meta/leaderboard.csv")}
    assert {"original": "0.00", "test": "3.03"} == board


def test_recalls_come_from_the_folds_where_no_mean_is_given():
    """The mean of the folds, 40 and 45 %."""
    whole = trees.whole()
    del whole["exp/ser/results_b1.csv"]
    board = {row["system"]: row["uar"] for row in rows(drafted(whole), "meta/leaderboard.csv")}
    assert "42.500" == board["b1"]


def test_predicted_emotions_are_kept_by_utterance():
    """Beside the truth and the fold of the speaker; a system that lacks some is left out with a word."""
    names = [f"e{number}" for number in range(1, 5)]
    said = dict(zip(names, trees.EMOTIONS, strict=True))
    as_lines = "".join(f"{name} {emotion}\n" for name, emotion in said.items())
    files = trees.whole() | {
        "data/IEMOCAP_test/utt2spk": "".join(f"{name} s{number % 2}\n" for number, name in enumerate(names)),
        "data/IEMOCAP_test/spk2fold": "s0 7\ns1 9\n",
        "data/IEMOCAP_test/utt2emo": as_lines,
        "exp/ser/IEMOCAP_test/utt2emo": as_lines,
        "exp/ser/IEMOCAP_test_b1/utt2emo": as_lines.replace("ang", "hap"),
        "exp/ser/IEMOCAP_test_mcadams/utt2emo": "e1 sad\n",
    }
    draft = drafted(files)
    expected = {"utt_id": "e3", "fold": "7", "emotion": "ang", "predicted_original": "ang", "predicted_b1": "hap"}
    assert expected == rows(draft, "meta/emotions.csv")[2]
    assert ("coverage", "sources") in found(draft)


@pytest.mark.parametrize(
    ("kept", "words"),
    [("data/", "no scores of them"), ("exp/", "no list of trials")],
)
def test_half_a_tree_says_what_it_lacks(kept, words):
    """Lists alone, or scores alone, are no study; the remedy names the other folder."""
    files = {name: text for name, text in trees.whole().items() if name.startswith(kept)}
    with pytest.raises(InputError, match=words):
        drafted(files)


def test_a_split_without_scores_is_told():
    """With the one that has some."""
    with pytest.raises(InputError, match="--split test"):
        drafted(trees.whole(), Wishes(split="dev"))


def test_the_unprotected_scores_are_needed():
    """The archive for a submission leaves them out."""
    files = {name: text for name, text in trees.whole().items() if "test_enrolls-libri_test_trials_f/" not in name}
    with pytest.raises(InputError, match="archive for a submission"):
        drafted(files)


def test_scores_of_two_encoders_are_not_mixed():
    """Both folders of one attack are named."""
    whole = trees.whole()
    other = {name.replace("asv_orig", "asv_ssl"): "" for name in whole if name == f"{LAZY}/scores"}
    with pytest.raises(InputError, match="another evaluation of the same attack"):
        drafted(whole | other)


def test_ids_that_clash_are_refused():
    """A system called as the reference, and two called alike."""
    for suffix in ("_original", "-b1"):
        files = trees.data(suffixes=("",)) | trees.attacks(
            systems={suffix: trees.SYSTEMS["_b1"], "_b1": trees.SYSTEMS["_b1"]}
        )
        with pytest.raises(InputError, match="two systems would be called"):
            drafted(files)


def test_languages_are_data_sets_and_lists_are_mixed():
    """Trials across genders too, an encoder of its own for each language, and scores of the encoder for all."""
    draft = drafted(trees.languages())
    assert [] == found(draft)
    listed = rows(draft, "meta/trials_test.csv")
    assert {"de_test_trials_mixed": 66, "en_test_trials_mixed": 66} == Counter(row["list"] for row in listed)
    assert {"True": 2 * (3 * 6 + 3 * 5), "False": 2 * (3 * 5 + 3 * 6)} == Counter(row["same_gender"] for row in listed)
    assert {"ignorant", "lazy", "semi_informed"} == {f.split("/")[1] for f in draft.files if f.startswith("scores/")}
    published = {row["key"]: row["value"] for row in rows(draft, "meta/published.csv")}
    assert "9.091" == published["eer_list/mcadams/semi_informed/de_test_trials_mixed"]
    assert "18.182" == published["eer_list/mcadams/lazy/en_test_trials_mixed"]


def test_words_of_a_recogniser_with_punctuation_are_made_plain():
    """Case and punctuation leave both sides, as where the rates of the files were made."""
    files = trees.languages()
    folder = "exp/openai/whisper-large-v3/de_test_asr"
    said = files[f"{folder}/text"].replace("A SHORT SENTENCE", "A short, sentence.")
    draft = drafted(files | {f"{folder}/text": said})
    first = rows(draft, "meta/transcripts.csv")[0]
    assert ("a short sentence", "a short sentence") == (first["reference"], first["hyp_original"])
    assert "plain-text" in {code for code, _ in found(draft, "note")}


@pytest.mark.parametrize(
    ("time", "words"),
    [("13-06-26_05:45", "run on 2026-06-13"), (None, "is not told"), ("01-09-26_00:00", "")],
)
def test_mixed_lists_from_before_the_notice_carry_it(time, words):
    """By the day that a summary tells; where none does, the reader has to know. The report says the same."""
    files = trees.languages(time or "")
    if time is None:
        del files["exp/results_summary/track2/eval_anon_10_de_mcadams/results_anon.txt"]
    draft = drafted(files)
    said = [finding.found for finding in draft.findings if finding.code == "notice"]
    assert bool(words) == bool(said)
    notes = " ".join(tomllib.loads(draft.files["study.toml"]).get("notes", []))
    assert words in notes
    assert ("wrong axis" in notes) == bool(words)


def test_a_later_summary_of_one_system_says_nothing_of_another():
    """Only the system whose own summary tells a day after the notice has none."""
    both = {suffix: trees.SYSTEMS[suffix] for suffix in ("_mcadams", "_b1")}
    files = trees.data(genders=("mixed",)) | trees.attacks(systems=both, genders=("mixed",))
    summary = (
        "---- Time: 13-09-26_05:45 ----\n---- ASV_eval results ----\n{}\nlibri test mixed anon anon 18.182\n".format(
            "dataset split gender enrollment trial EER"
        )
    )
    draft = drafted(files | {"exp/results_summary/result_for_rank_mcadams": summary})
    (said,) = [finding.found for finding in draft.findings if finding.code == "notice"]
    assert said.startswith("'b1': the day of the run is not told; the organisers' notice")


def test_the_first_mixed_lists_are_refused_with_their_remedy():
    """They label the swapped side: a pair of one speaker as nontarget."""
    files = trees.languages()
    trials = files["data/de_test_trials_mixed/trials"].replace(" target", " nontarget", 1)
    with pytest.raises(InputError, match="make the list again"):
        drafted(files | {"data/de_test_trials_mixed/trials": trials})


def test_lists_by_gender_are_left_out_where_mixed_ones_are_scored():
    """The mixed list holds their trials again."""
    draft = drafted(trees.whole() | trees.data(genders=("mixed",)) | trees.attacks(genders=("mixed",)))
    assert {"libri_test_trials_mixed"} == {row["list"] for row in rows(draft, "meta/trials_test.csv")}
    assert "two-lists" in {code for code, _ in found(draft)}


def test_a_tree_of_the_kaldi_toolkit_is_read_by_its_own_rule():
    """Its evaluators are known by the ends of their names, its rates have four significant digits."""
    draft = drafted(trees.of_kaldi(), Wishes({"anon": "baseline"}))
    assert {f"scores/{attacker}/baseline.csv" for attacker in ("ignorant", "lazy", "semi_informed")} <= set(draft.files)
    published = {row["key"]: row["value"] for row in rows(draft, "meta/published.csv")}
    assert "16.67" == published["eer_list/baseline/semi_informed/libri_test_trials_f"]
    assert ["baseline", "lazy", "libri_test_trials_m", "40.00", "40.000", "40.000", "both", "agree"] in [
        said.split() for said in draft.said
    ]
    assert [] == found(draft)
