import json

import numpy
import pytest

from analysis.errors import InputError
from analysis.measures import fewest_draws, text_forms
from analysis.results import Corpus, Pair
from analysis.study import text_signs
from analysis.study.benchmark import load_benchmark, read_benchmark
from analysis.study.checks import check_study
from analysis.study.findings import Findings
from analysis.study.settings import Settings, few_draws
from tests.studies import REFERENCES, SPEAKERS, replaced, study_files, utterance_ids, vectors, write_study

TRIALS = "meta/trials_test.csv"
UTTERANCES = "meta/test_utts.csv"


def test_the_tiny_study_is_read_whole(study):
    """Speakers, corpora, trials, lists, systems and inputs are what the files say."""
    benchmark = read_benchmark(study)
    assert ("0012", "12", "1e5", "a-b") == benchmark.speakers
    assert (Corpus("phone", "phone (iAny)"), Corpus("studio", "studio")) == benchmark.corpora
    assert {
        "all": 48, "same_gender": 24, "same_gender_same_corpus": 24, "same_gender_phone": 12, "same_gender_studio": 12
    } == {name: len(trials) for name, trials in benchmark.lists.items()}  # fmt: skip
    assert 12 == benchmark.trials.frame["is_target"].sum()
    assert ["original", "mcadams", "knnvc_pool", "openvoice"] == [system.id for system in benchmark.systems]
    assert ["warning", "note"] == list(dict.fromkeys(finding.severity for finding in benchmark.findings))
    assert ["few-speakers"] == [finding.code for finding in benchmark.findings if finding.severity == "warning"]
    assert sorted(path.relative_to(study).as_posix() for path in study.rglob("*") if path.is_file()) == list(
        benchmark.inputs
    )


def test_a_system_knows_which_of_its_files_are_here(study):
    """Embeddings, semi-informed embeddings, transcripts, audio and leaderboard row are told apart."""
    benchmark = read_benchmark(study)
    held = {
        system.id: (system.embeddings, system.semi_informed, system.transcripts, system.audio, system.leaderboard)
        for system in benchmark.systems
    }
    assert {
        "original": (True, False, True, True, True),
        "mcadams": (True, True, True, True, True),
        "knnvc_pool": (True, False, False, False, True),
        "openvoice": (False, False, False, False, True),
    } == held
    assert ("McAdams", "Moves the formants.") == (
        benchmark.system("mcadams").label,
        benchmark.system("mcadams").description,
    )
    assert 'Only published, "as is"' == benchmark.system("openvoice").description


def test_trials_are_indices_that_lead_back_to_the_ids(study):
    """Each trial's integers name the enrolled speaker, the utterance and its speaker."""
    benchmark = read_benchmark(study)
    lines = (study / TRIALS).read_text().splitlines()[1:]
    ids = benchmark.utterances.frame["utt_id"]
    rebuilt = [
        f"{benchmark.speakers[t['enroll']]},{ids[t['utterance']]},{benchmark.speakers[t['speaker']]},"
        f"{'target' if t['is_target'] else 'nontarget'},{t['same_gender']}"
        for t in benchmark.trials.frame.iter_rows(named=True)
    ]
    assert lines == rebuilt


def test_a_speaker_is_never_cut_out_of_an_id(study):
    """Utterance `a-b-t1` belongs to speaker `a-b`, because the list says so."""
    benchmark = read_benchmark(study)
    row = benchmark.utterances.row["a-b-t1"]
    assert "a-b" == benchmark.utterances.frame["speaker"][row]
    assert ("a-b-e1", "a-b-e2") == benchmark.utterances.enrollment[3]


def test_rows_of_embeddings_in_any_order(tmp_path, study):
    """The order of the rows in a file changes no vector; extra utterances are a note."""
    ids, rows = utterance_ids(), vectors("mcadams")
    turned = write_study(
        tmp_path / "turned", {"embeddings/mcadams.npz": ([*ids[::-1], "extra"], numpy.vstack([rows[::-1], rows[:1]]))}
    )
    benchmark = read_benchmark(turned)
    expected = read_benchmark(study).embeddings("mcadams").rows(ids)
    assert (expected == benchmark.embeddings("mcadams").rows(ids)).all()
    assert "extra-embedding" in [finding.code for finding in benchmark.findings]


def test_published_digits_are_kept(study):
    """A leaderboard cell and a published difference keep their digits; a blank cell is missing."""
    benchmark = read_benchmark(study)
    cell = benchmark.leaderboard.cell("original", "eer_ignorant")
    assert ("2.40", 2.4, 2) == (cell.text, cell.value, cell.decimals)
    assert benchmark.leaderboard.cell("original", "eer_semi_informed").value is None
    assert "6.88" == benchmark.leaderboard.cell("original", "cer_phone").text
    shipped = benchmark.comparisons.find("knnvc_pool", "mcadams", "EER semi_informed")
    assert ("29.3 [25.48, 33.86]", 2000) == (shipped.text, shipped.draws)


def test_registered_pairs_come_from_the_published_keys(study):
    """Without pairs in study.toml the keys are registered; a pair without both systems is shipped only."""
    assert (Pair("knnvc_pool", "mcadams"), Pair("openvoice", "mcadams", recomputed=False)) == read_benchmark(
        study
    ).pairs


def test_pairs_of_the_settings_go_first(tmp_path):
    """study.toml decides which pairs are registered; the published values still join by name."""
    folder = write_study(
        tmp_path / "x", {"study.toml": '[[pairs]]\nb = "knnvc_pool"\na = "mcadams"\nquestion = "Better?"\n'}
    )
    assert (Pair("knnvc_pool", "mcadams", "Better?"),) == read_benchmark(folder).pairs


def test_order_without_settings(tmp_path):
    """Without a listing order the reference goes first and the others by name."""
    folder = write_study(tmp_path / "x", {"study.toml": None})
    assert ["original", "knnvc_pool", "mcadams", "openvoice"] == [s.id for s in read_benchmark(folder).systems]


def test_an_empty_hypothesis_leaves_its_neighbours_alone(tmp_path):
    """The hypothesis of the second utterance is empty, the third stays its own."""
    text = "utt_id,reference,hyp_original\n0012-t1,a,a\n0012-t2,b,\n0012-t3,c,NA\n"
    benchmark = read_benchmark(write_study(tmp_path / "x", {"meta/transcripts.csv": text}))
    assert ["a", "", "NA"] == benchmark.transcripts.hypotheses("original")
    assert [0, 0, 0] == benchmark.transcripts.frame["corpus"].to_list()


def test_demo_clips_take_what_they_leave_out_from_the_list(study):
    """Speaker, gender and corpus of a demo clip are looked up."""
    clip = read_benchmark(study).demo_clips[3]
    assert ("a-b-t1", "a-b", "male", "studio") == (clip.utt_id, clip.speaker, clip.gender, clip.corpus)


def test_a_clip_outside_the_list_is_of_nobody(tmp_path):
    """A demo clip on top of the test utterances is unknown unless its own columns say more."""
    text = "utt_id,gender\n0012-t1,\nextra,f\n"
    clips = read_benchmark(write_study(tmp_path / "x", {"meta/demo_clips.csv": text})).demo_clips
    assert ("female", "") == (clips[1].gender, clips[1].speaker)


def test_clips_are_opened_when_asked_for(study):
    """The reference's clip is the original; a system without clips has none."""
    benchmark = read_benchmark(study)
    assert 4800 == len(benchmark.clip("original", "0012-t1").signal)
    assert "audio/anonymized/mcadams/0012-t1.wav" == benchmark.clip_file("mcadams", "0012-t1")
    assert benchmark.clip("knnvc_pool", "0012-t1") is None
    assert benchmark.embeddings("original", semi_informed=True) is None


def test_same_gender_follows_from_genders_where_absent(tmp_path, study):
    """Without the column the list is the one that the genders give."""
    cut = "\n".join(line.rsplit(",", 1)[0] for line in (study / TRIALS).read_text().splitlines()) + "\n"
    benchmark = read_benchmark(write_study(tmp_path / "x", {TRIALS: cut}))
    assert 24 == len(benchmark.lists["same_gender"])
    assert "derived" in [finding.code for finding in benchmark.findings]


@pytest.mark.parametrize("spelling", ["yes/no", "TRUE/FALSE", "1/0", "T/F"])
def test_truth_values_in_any_spelling(tmp_path, spelling):
    """Any common spelling of the column gives the same list."""
    true, false = spelling.split("/")

    def change(text):
        return text.replace(",True\n", f",{true}\n").replace(",False\n", f",{false}\n")

    assert 24 == len(read_benchmark(write_study(tmp_path / "x", {TRIALS: change})).lists["same_gender"])


def test_without_gender_or_corpus_the_lists_are_missing_with_a_reason(tmp_path):
    """A list that cannot be made says why."""

    def no_gender(text):
        return "\n".join(",".join(line.split(",")[:3]) for line in text.splitlines()) + "\n"

    def no_column(text):
        return "\n".join(line.rsplit(",", 1)[0] for line in text.splitlines()) + "\n"

    folder = write_study(tmp_path / "x", {UTTERANCES: no_gender, TRIALS: no_column, "meta/transcripts.csv": None})
    benchmark = read_benchmark(folder)
    assert ["all"] == list(benchmark.lists)
    assert {"same_gender": "no gender is given", "same_gender_same_corpus": "no gender is given"} == dict(
        benchmark.trials.missing_lists
    )


def test_one_corpus_has_no_corpus_lists(tmp_path):
    """With a single corpus the lists by corpus are missing."""
    folder = write_study(tmp_path / "x", {UTTERANCES: replaced("studio", "phone (iAny)"), "meta/transcripts.csv": None})
    benchmark = read_benchmark(folder)
    assert ["all", "same_gender"] == list(benchmark.lists)
    assert "there is only one corpus" == benchmark.trials.missing_lists["same_gender_phone"]


ABSENT = {
    "no-semi-informed": {"embeddings_semi_informed/mcadams.npz": None},
    "no-transcripts": {"meta/transcripts.csv": None},
    "no-demo-clips": {"meta/demo_clips.csv": None},
    "no-leaderboard": {"meta/leaderboard.csv": None},
    "no-pairs": {"meta/paired_comparisons.json": None},
}


@pytest.mark.parametrize("code", ABSENT)
def test_what_is_absent_is_a_note_and_a_sentence_without_numerals(tmp_path, code):
    """The study is read all the same, and a reader of the report is told."""
    benchmark = read_benchmark(write_study(tmp_path / "x", ABSENT[code]))
    finding = next(finding for finding in benchmark.findings if finding.code == code)
    assert "note" == finding.severity
    assert finding.remark
    assert not any(sign.isdigit() for sign in finding.remark)


def test_nothing_is_written_into_the_study(study):
    """Reading leaves every file and folder as it was."""
    before = {path: path.stat().st_mtime_ns for path in study.rglob("*")}
    read_benchmark(study)
    assert before == {path: path.stat().st_mtime_ns for path in study.rglob("*")}


def test_a_folder_name_with_blanks(tmp_path):
    """A study in a folder named `my results` is read."""
    assert "my results" == read_benchmark(write_study(tmp_path / "my results")).study


def test_an_id_made_of_path_parts_reaches_nothing(tmp_path):
    """A system id such as `../../x` is a text like any other and opens no file."""
    folder = write_study(
        tmp_path / "x", {"meta/leaderboard.csv": lambda text: text + "../../embeddings/mcadams,1,,,,,,,,,,\n"}
    )
    benchmark = read_benchmark(folder)
    assert not benchmark.system("../../embeddings/mcadams").has_files
    assert benchmark.embeddings("../../embeddings/mcadams") is None


def test_files_saved_by_a_spreadsheet(tmp_path, study):
    """With BOM, CRLF and semicolons in every list the study is the same."""

    def change(text):
        return "\ufeff" + text.replace(",", ";").replace("\n", "\r\n")

    changed = read_benchmark(write_study(tmp_path / "x", {TRIALS: change, UTTERANCES: change}))
    assert read_benchmark(study).trials.frame.equals(changed.trials.frame)


def test_json_numbers_keep_their_digits_and_nan_is_missing(tmp_path):
    """`3.350` stays `3.350`, and an interval that is NaN is no interval."""
    text = '{"knnvc_pool minus mcadams": {"delta_cer": {"observed": 3.350, "ci95": [NaN, NaN], "n_boot": 500}}}'
    shipped = read_benchmark(write_study(tmp_path / "x", {"meta/paired_comparisons.json": text})).comparisons
    assert ("3.350", 500) == (shipped.differences[0].text, shipped.differences[0].draws)


def test_no_error_means_every_error_is_told_at_once(tmp_path):
    """Faults in four files make one message."""
    folder = write_study(
        tmp_path / "x",
        {
            TRIALS: replaced("12,0012-t1,0012,nontarget", "12,0012-t1,0012,maybe"),
            "meta/leaderboard.csv": replaced("29.63", '"29,63"'),
            "meta/paired_comparisons.json": json.dumps({"a minus b": 3}),
            "embeddings/knnvc_pool.npz": b"PK",
        },
    )
    with pytest.raises(InputError, match="4 errors") as caught:
        read_benchmark(folder)
    for word in ("'maybe'", "29,63", "a minus b", "embeddings/knnvc_pool.npz"):
        assert word in str(caught.value)


def test_references_of_the_factory_are_khmer_and_stay_so(study):
    """Khmer text comes back sign by sign."""
    assert list(REFERENCES) * len(SPEAKERS) == read_benchmark(study).transcripts.frame["reference"].to_list()


BOARD = "meta/leaderboard.csv"
TEXTS = "meta/transcripts.csv"


def findings_of(folder, file, changes):
    return [finding for finding in check_study(write_study(folder / "x", changes)) if finding.file == file]


def test_more_digits_than_are_kept_are_noted_in_every_file(tmp_path):
    """A leaderboard and the paired comparisons are read, and a note names the number, its place and what is shown."""
    changes = {
        BOARD: replaced("29.63", "29.63123456789"),
        "meta/paired_comparisons.json": replaced("14.35", "14.350000000001"),
    }
    (noted,) = [one for one in findings_of(tmp_path, BOARD, changes) if one.code == "digits"]
    assert ("note", "digits", 3, "eer_ignorant") == (noted.severity, noted.code, noted.row, noted.column)
    assert "'29.63123456789' has more digits than are kept; 7 decimals" in noted.text()
    noted = [one for one in findings_of(tmp_path, "meta/paired_comparisons.json", changes) if one.code == "digits"]
    assert ["'knnvc_pool minus mcadams / delta_eer_ignorant': '14.350000000001'"] == [
        one.found.split(" has more")[0] for one in noted
    ]


def test_a_number_of_absurd_length_names_its_cell(tmp_path):
    """The error says file, row, column and value."""
    changes = {BOARD: replaced("29.63", "29." + "0" * 30 + "1")}
    (found,) = [one for one in findings_of(tmp_path, BOARD, changes) if one.code == "value"]
    assert ("error", 3, "eer_ignorant") == (found.severity, found.row, found.column)
    assert "'29.0000" in found.found and "more than 30 signs" in found.found


def test_a_leaderboard_cer_in_a_study_of_words_is_told(tmp_path):
    """A column named after characters is taken as the rate over words, and a note and a remark say so."""
    words = {"study.toml": replaced("draws = 50", 'draws = 50\ntext = "words"')}
    (found,) = [one for one in findings_of(tmp_path, BOARD, words) if one.code == "unit-of-text"]
    assert ("note", True) == (found.severity, found.found.startswith("'cer', 'cer_phone', 'cer_studio' are taken as"))
    assert found.remark and not any(sign.isdigit() for sign in found.remark)
    without = {**words, BOARD: "system,eer_ignorant\nmcadams,29.63\n"}
    for changes in ({}, without):
        assert "unit-of-text" not in {one.code for one in findings_of(tmp_path, BOARD, changes)}


@pytest.mark.parametrize(
    ("draws", "level", "fewest"),
    [(1, 0.95, 40), (39, 0.95, 40), (40, 0.95, None), (19, 0.9, 20), (20, 0.9, None), (1000, 0.999, 2000)],
)
def test_too_few_draws_for_the_level_are_told(tmp_path, draws, level, fewest):
    """A warning says what was asked for and what the level needs."""
    text = replaced("draws = 50", f"draws = {draws}\nlevel = {level}")
    found = [one for one in findings_of(tmp_path, "study.toml", {"study.toml": text}) if one.code == "few-draws"]
    assert ([] if fewest is None else [("warning", f"{fewest} draws or more")]) == [
        (one.severity, one.allowed) for one in found
    ]


@pytest.mark.parametrize("level", [0.01, 0.5, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9999])
def test_the_warning_and_the_verdicts_hold_one_rule(level):
    """The settings know no measure; both ask for the same number of draws."""
    fewest = fewest_draws(level)
    assert few_draws(Settings("s", draws=fewest, level=level)) is None
    assert few_draws(Settings("s", draws=fewest - 1, level=level)) is not None


def test_signs_without_width_are_those_of_the_text_policies(tmp_path):
    """The transcripts' notes and the measures' policies mean the same signs; joiners, which stay, are told apart."""
    assert (text_forms.ZERO_WIDTH_SIGNS, text_forms.JOINERS) == (text_signs.ZERO_WIDTH, text_signs.JOINERS)
    hidden = {"\u00ad": ["zero-width"], "\u200b": ["zero-width"], "\u200c": ["joiner"], "\u200d": ["joiner"]}
    for sign, codes in hidden.items():
        header, first, *rest = study_files()[TEXTS].splitlines()
        text = "\n".join([header, first + sign, *rest]) + "\n"
        assert codes == [
            one.code for one in findings_of(tmp_path, TEXTS, {TEXTS: text}) if one.code in ("zero-width", "joiner")
        ]


WORDS = ("wer", "wer_phone", "wer_studio")


def by_words(text):
    return text.replace(",cer,cer_phone,cer_studio,", ",wer,wer_phone,wer_studio,")


def test_a_leaderboard_of_words_may_spell_wer(tmp_path):
    """Where the study counts words, the columns are the same values under their own name."""
    changes = {"meta/leaderboard.csv": by_words, "study.toml": lambda text: 'text = "words"\n' + text}
    board = read_benchmark(write_study(tmp_path / "x", changes)).leaderboard
    assert ("38.35", "43.77") == (board.cell("mcadams", "cer").text, board.cell("mcadams", "cer_phone").text)
    assert WORDS == tuple(board.in_file(column) for column in ("cer", "cer_phone", "cer_studio"))
    notes = [finding.code for finding in read_benchmark(tmp_path / "x").findings]
    assert "unit-of-text" not in notes


def test_both_spellings_of_a_rate_are_an_error(tmp_path):
    """`cer` and `wer` for one value name each other, over all texts and for a corpus."""
    folder = write_study(
        tmp_path / "x",
        {
            "study.toml": 'text = "words"\n',
            "meta/leaderboard.csv": "system,cer,wer,wer_phone,cer_phone\nmcadams,1,2,3,4\n",
        },
    )
    found = [(f.row, f.column, f.found) for f in check_study(folder) if f.severity == "error"]
    assert [
        (1, "cer_phone", "'wer_phone' and 'cer_phone' are two columns for one value"),
        (1, "wer", "'cer' and 'wer' are two columns for one value"),
    ] == found


def test_a_rate_of_words_in_a_study_of_characters_is_not_used(tmp_path):
    """It counts another unit; the note says how to make the study one of words."""
    folder = write_study(tmp_path / "x", {"meta/leaderboard.csv": by_words})
    assert read_benchmark(folder).leaderboard.cell("mcadams", "cer").value is None
    (note,) = [finding for finding in check_study(folder) if finding.code == "unit-of-text"]
    assert "'wer', 'wer_phone', 'wer_studio' count words" in note.found
    assert 'text = "words"' in note.advice


def test_trials_may_name_the_list_that_they_were_published_with(tmp_path):
    """Blank where they name none; a name that a spreadsheet would run is refused and left out."""
    lists = iter(["list", "women", "=1"])
    named = write_study(tmp_path / "tiny", {"meta/trials_test.csv": lambda text: "\n".join(
        f"{line},{next(lists, '')}" for line in text.splitlines()
    )})  # fmt: skip
    findings = Findings()
    benchmark = load_benchmark(named, findings)
    assert ["women", "", ""] == benchmark.trials.frame["list"].to_list()[:3]
    assert [("id", "meta/trials_test.csv", 3, "list")] == [
        (f.code, f.file, f.row, f.column) for f in findings if f.severity == "error"
    ]
