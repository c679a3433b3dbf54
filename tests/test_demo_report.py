"""The committed report of the demo study: near what was published, in the promised columns, and true to its inputs."""

from pathlib import Path

import pandas
import pytest

from analysis.files import digest
from analysis.ledger import Ledger, shipped_key
from analysis.simulate import published

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "report"
DEMO = REPORT / "khmer_demo"
LISTS = {
    "all": 18_490,
    "same_gender": 10_090,
    "same_gender_same_corpus": 6_350,
    "same_gender_phone": 5_140,
    "same_gender_studio": 1_210,
}
ATTACKERS = ("ignorant", "lazy", "semi_informed")


@pytest.fixture(scope="module")
def ledger():
    return Ledger.from_csv(REPORT / "ledger.csv")


@pytest.fixture(scope="module")
def board():
    return pandas.read_csv(DEMO / "leaderboard_recomputed.csv", dtype={"system": str})


def twins(ledger, measure):
    """Return (recomputed, shipped) for every number of a measure that is both."""
    found = []
    for entry in ledger:
        if entry.key.startswith(f"khmer_demo/{measure}/") and entry.value is not None:
            theirs = ledger.get(shipped_key(entry.key))
            if theirs is not None and theirs.value is not None:
                found.append((entry, theirs))
    return found


CALIBRATION = {
    "eer": (lambda key: key.endswith("/same_gender"), 0.5, 23),
    "cer": (lambda key: key.endswith("/all"), 0.3, 7),
    "cer by corpus": (lambda key: not key.endswith("/all"), 1.0, 14),
}


@pytest.mark.parametrize("name", CALIBRATION)
def test_recomputed_values_come_near_the_published_ones(ledger, name):
    """Same-gender EERs within half a point, CER within 0.3, by corpus within one; none of the twins is missing."""
    chosen, bound, count = CALIBRATION[name]
    both = [(ours, theirs) for ours, theirs in twins(ledger, name.split()[0]) if chosen(ours.key)]
    assert count == len(both)
    assert {("recomputed", "shipped")} == {(ours.tag, theirs.tag) for ours, theirs in both}
    far = [(ours.key, ours.value, theirs.value) for ours, theirs in both if abs(ours.value - theirs.value) > bound]
    assert [] == far


@pytest.mark.parametrize("system", published.SYSTEMS)
def test_eers_over_all_trials_come_near_the_published_ones(ledger, system):
    """Published for the ignorant attacker only; within two points."""
    value = ledger.value(f"khmer_demo/eer/{system}/ignorant/all")
    assert published.EER_BY_LIST[system][0] == pytest.approx(value, abs=2.0)


@pytest.mark.parametrize("system", published.VOICED)
def test_prosody_comes_near_the_published_one(ledger, system):
    """Pitch correlation within 0.1 over the clips with a pitch on both sides, duration ratio within 0.01."""
    rho, ratio, _ = published.PROSODY[system]
    found = {name: ledger[f"khmer_demo/{name}/{system}/demo"] for name in ("rho_f0", "duration_ratio")}
    assert rho == pytest.approx(found["rho_f0"].value, abs=0.1)
    assert ratio == pytest.approx(found["duration_ratio"].value, abs=0.01)
    unvoiced = 1 if system == "private_knnvc_english_durations" else 0
    assert [20 - unvoiced, 20] == [found["rho_f0"].n, found["duration_ratio"].n]
    assert unvoiced == ledger.value(f"khmer_demo/count/clips_unvoiced/{system}")


KEYS = {
    **{f"eer_{attacker}": f"eer/{{}}/{attacker}/same_gender" for attacker in ATTACKERS},
    "cer": "cer/{}/all", "cer_phone": "cer/{}/phone", "cer_studio": "cer/{}/studio",
    "rho_f0": "rho_f0/{}", "utmos": "utmos/{}",
}  # fmt: skip


def test_every_published_value_keeps_its_printed_digits(ledger):
    """What the ledger ships is the cell of the leaderboard, sign for sign; blank cells are missing with a reason."""
    printed = pandas.read_csv(ROOT / "data/khmer_demo/meta/leaderboard.csv", dtype=str, keep_default_na=False)
    assert 13 == len(printed)
    for row in printed.to_dict("records"):
        for column, name in KEYS.items():
            entry = ledger[f"khmer_demo/shipped/{name.format(row['system'])}"]
            shown = "" if entry.value is None else f"{entry.value:.{entry.decimals}f}"
            assert row[column] == shown, entry.key
            assert bool(entry.missing) == (row[column] == "")
            edges = [row.get(f"{column}_ci_{edge}", "") for edge in ("low", "high")]
            assert [float(edge) if edge else None for edge in edges] == [entry.ci_low, entry.ci_high]


def test_every_list_has_the_published_number_of_trials(ledger):
    """`n` of an EER is the number of trials of its list, under every attacker and for every system."""
    found = {}
    for entry in ledger:
        names = entry.key.split("/")
        if names[:2] == ["khmer_demo", "eer"] and entry.value is not None:
            found.setdefault(names[4], set()).add(entry.n)
    assert {name: {n} for name, n in LISTS.items()} == found
    assert LISTS == {name: ledger.value(f"khmer_demo/count/trials/{name}") for name in LISTS}


def test_every_recomputed_row_of_the_demo_says_simulated(ledger):
    """Except one that is computed from published values alone, which are real; shipped values are real, too."""
    rows = [entry for entry in ledger if entry.key.startswith("khmer_demo/")]
    from_published = [entry for entry in rows if entry.tag == "recomputed" and entry.inputs == "real"]
    assert [] == [entry.key for entry in from_published if not entry.source.startswith("meta/leaderboard.csv")]
    assert not any(word in entry.source for entry in from_published for word in ("embeddings", "transcripts", "audio"))
    tags = {(entry.tag, entry.inputs) for entry in rows if entry not in from_published}
    assert {("recomputed", "simulated"), ("shipped", "real")} == tags


def test_the_leaderboard_has_exactly_the_promised_columns(board):
    """Scripts read them by name."""
    edges = ("", "_ci_low", "_ci_high")
    expected = [
        "system",
        *(f"eer_{attacker}{edge}" for attacker in ATTACKERS for edge in edges),
        *(f"cer{edge}" for edge in edges),
        "cer_phone", "cer_studio", "rho_f0_demo", "duration_ratio", "utmos_board", "rho_f0_board", "n_speakers",
        "n_same_gender_trials", "n_boot",
    ]  # fmt: skip
    assert expected == list(board.columns)


def test_the_leaderboard_holds_the_values_of_the_ledger(board, ledger):
    """One row a system with files here, three decimals, empty where the ledger says missing."""
    text = pandas.read_csv(DEMO / "leaderboard_recomputed.csv", dtype=str, keep_default_na=False)
    sources = {f"eer_{attacker}": f"eer/{{}}/{attacker}/same_gender" for attacker in ATTACKERS}
    sources |= {"cer": "cer/{}/all", "cer_phone": "cer/{}/phone", "cer_studio": "cer/{}/studio"}
    sources |= {"rho_f0_demo": "rho_f0/{}/demo", "duration_ratio": "duration_ratio/{}/demo"}
    sources |= {"utmos_board": "shipped/utmos/{}", "rho_f0_board": "shipped/rho_f0/{}"}
    for _, row in text.iterrows():
        for column, name in sources.items():
            value = ledger.value(f"khmer_demo/{name.format(row['system'])}")
            assert ("" if value is None else f"{value:.3f}") == row[column], (row["system"], column)
    assert {43} == set(board["n_speakers"])
    assert {LISTS["same_gender"]} == set(board["n_same_gender_trials"])
    assert {1000} == set(board["n_boot"])
    assert len(board) == len(set(board["system"])) >= 4


def test_the_leaderboard_as_a_text_table_has_the_same_cells():
    """The `.md` beside it is the same table."""
    lines = (DEMO / "leaderboard_recomputed.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("|:")]
    table = pandas.read_csv(DEMO / "leaderboard_recomputed.csv", dtype=str, keep_default_na=False)
    assert [list(table.columns), *table.values.tolist()] == cells


def test_the_paired_table_has_exactly_the_promised_columns(ledger):
    """One row a registered pair and metric; the words of the evidence are the four allowed ones."""
    table = pandas.read_csv(DEMO / "paired.csv")
    assert ["comparison", "metric", "delta", "ci_low", "ci_high", "shipped", "evidence"] == list(table.columns)
    assert {"EER ignorant", "EER lazy", "EER semi_informed", "CER"} == set(table["metric"])
    words = {"CI excludes 0", "no evidence", "not established", "no difference"}
    assert words >= set(table["evidence"].dropna())
    assert table["comparison"].str.contains(" minus ").all()
    for row in table.dropna(subset=["delta"]).itertuples():
        b, a = row.comparison.split(" minus ")
        metric = row.metric.lower().replace(" ", "_")
        entry = ledger[f"khmer_demo/paired/{b}/{a}/{metric}"]
        assert [row.delta, row.ci_low, row.ci_high] == pytest.approx(
            [entry.value, entry.ci_low, entry.ci_high], abs=6e-4
        )
        assert 43 == entry.n
        if row.evidence == "CI excludes 0":
            assert row.ci_low > 0 or row.ci_high < 0
        if row.evidence == "no evidence":
            assert row.ci_low <= 0 <= row.ci_high


def test_the_digests_fit_the_files():
    """`inputs.csv` names the very bytes that lie in `data/`."""
    listed = pandas.read_csv(REPORT / "inputs.csv")
    assert ["path", "sha256", "bytes"] == list(listed.columns)
    assert sorted(listed["path"]) == list(listed["path"])
    wrong = [
        row.path
        for row in listed.itertuples()
        if not (ROOT / row.path).is_file()
        or (row.sha256, row.bytes) != (digest(ROOT / row.path), (ROOT / row.path).stat().st_size)
    ]
    assert [] == wrong


def test_the_ledger_is_written_as_the_code_writes_it(ledger):
    """Reading it and writing it gives the same bytes: sorted, nine digits, one line a row."""
    assert (REPORT / "ledger.csv").read_bytes() == ledger.to_csv().encode()
    assert {"khmer_demo", "vpc2022", "vpc2024"} == {entry.key.split("/")[0] for entry in ledger}
