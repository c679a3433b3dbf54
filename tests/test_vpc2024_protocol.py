"""The protocol files of `data/vpc2024/` as the paper prints them, read here without the package's own reader."""

from pathlib import Path

import pandas

FOLDER = Path(__file__).parents[1] / "data" / "vpc2024"
DEV, TEST = "LibriSpeech dev-clean", "LibriSpeech test-clean"


def read(name, *index):
    """Return a file with some columns as its index, every cell a text."""
    return pandas.read_csv(FOLDER / name, dtype=str, keep_default_na=False).set_index(list(index))


def test_cells_of_five_tables_are_those_of_the_paper():
    """Spot check, by a library that reads the files in its own way."""
    speakers = read("speakers.csv", "subset", "type")
    assert ["15", "14", "29", "343", ""] == speakers.loc[(DEV, "enrollment")].to_list()[1:]
    assert ["20", "20", "40", "1496", "11"] == speakers.loc[(TEST, "trial")].to_list()[1:]
    folds = read("emotion_folds.csv", "session", "gender")
    assert ["542", "629", "503"] == [folds.loc[(f"Session {n}", "male"), "utterances"] for n in (2, 3, 4)]
    training = read("training.csv", "model")
    assert ["363.6", "439", "482", "921", "104014"] == training.loc["ASV"].to_list()[1:]
    assert ["960.9", "1128", "1210", "2338", "281241"] == training.loc["ASR"].to_list()[1:]
    trials = read("trials.csv", "subset", "pairs")
    assert ["14566", "12796", "27362"] == trials.loc[(DEV, "different")].to_list()[1:]
    assert ["548", "449", "997"] == trials.loc[(TEST, "same")].to_list()[1:]
    teams = read("teams.csv", "team")
    assert ("NPU-NTU", "Orange_Shiva") == (teams.loc["T10", "name"], teams.loc["T38", "name"])
    systems = read("systems.csv", "system")
    assert ["p=0.2", "p=0.325", "p=0.4"] == [systems.loc[f"T8-{n}", "parameters"] for n in (3, 4, 5)]


def test_female_and_male_make_every_printed_total():
    """Tables of speakers, of training sets and of pairs."""
    for name in ("speakers.csv", "training.csv", "trials.csv"):
        table = read(name, "subset")
        assert (table["female"].astype(int) + table["male"].astype(int)).to_list() == table["total"].astype(
            int
        ).to_list()


def test_the_emotion_data_have_as_many_utterances_as_the_corpus_with_four_emotions():
    """The sums by gender, and five thousand five hundred and thirty-one in all."""
    table = read("emotion_folds.csv", "session")
    numbers = table["utterances"].astype(int)
    assert {"female": 2649, "male": 2882} == numbers.groupby(table["gender"].to_numpy()).sum().to_dict()
    assert 5531 == numbers.sum()


def test_every_fold_has_one_speaker_of_one_conversation_on_each_side_and_trains_on_the_other_four():
    """The printed table has merged cells; its layout must come out as leave-one-conversation-out."""
    table = read("emotion_folds.csv", "session", "gender")
    folds = [name for name in table.columns if name.startswith("fold_")]
    assert 5 == len(folds)
    for number, fold in enumerate(folds, 1):
        held = table.index[table[fold] != "train"]
        assert {f"Session {number}"} == {session for session, _ in held}
        assert ["dev", "eval"] == sorted(table.loc[held, fold])
        assert 8 == (table[fold] == "train").sum()
    evaluated = [next(place[1] for place in table.index if table.loc[place, fold] == "eval") for fold in folds]
    assert ["male", "female", "male", "female", "female"] == evaluated


def test_pairs_of_a_gender_are_its_enrolled_speakers_times_its_trial_utterances():
    """What the chapter concludes, by plain integers: both quotients are whole and make the printed utterances."""
    found = {}
    for subset in (DEV, TEST):
        pairs = read("trials.csv", "subset").loc[subset]
        enrolled = read("speakers.csv", "subset", "type").loc[(subset, "enrollment")]
        found[subset] = [divmod(pairs[g].astype(int).sum(), int(enrolled[g])) for g in ("female", "male")]
    assert {DEV: [(1018, 0), (960, 0)], TEST: [(734, 0), (762, 0)]} == found
    assert (1978, 1496) == (1018 + 960, 734 + 762)


def test_thirteen_teams_made_the_thirty_six_submitted_systems():
    """Every team of a system is listed, and every listed team has a system."""
    teams, systems = read("teams.csv", "team"), read("systems.csv", "system")
    submitted = systems[systems["role"] == "submitted"]
    assert 13 == len(teams)
    assert set(teams.index) == set(submitted["team"])
    counts = submitted["team"].value_counts()
    assert (36, 1, 6) == (counts.sum(), counts.min(), counts.max())


def test_three_editions_are_compared_in_the_same_aspects():
    """No cell of the comparison is empty, and the attackers became fewer."""
    table = read("editions.csv", "edition")
    assert ["2020", "2022", "2024"] == list(dict.fromkeys(table.index))
    aspects = [table.loc[edition, "aspect"].to_list() for edition in ("2020", "2022", "2024")]
    assert aspects[0] == aspects[1] == aspects[2]
    assert all(table["said"])
    attackers = table[table["aspect"] == "attackers"]["said"]
    assert [3, 1, 1] == [len(said.split("; ")) for said in attackers]
