"""The chapter about privacy against utility: its sentences turn with the verdicts, and it holds any study."""

import dataclasses
import functools
import json
import re

import numpy
import pytest

from analysis.ledger import Entry, Ledger, key
from analysis.pages.charts import trade
from analysis.pages.markup import data
from analysis.results import Results
from tests.benchmark.conftest import results_of
from tests.studies import npz, study_files, utterance_ids, write_study

from .contests import chapter as page_of
from .contests import words
from .reading import well_drawn
from .results import HOSTILE

BOARD = "meta/leaderboard.csv"


chapter = functools.partial(page_of, short="trade")


def many(folder, count: int, labels=(), changes=None) -> Results:
    """Return a study of `count` systems with embeddings and transcripts, and their published values."""
    chance = numpy.random.default_rng(count)
    names = ["original", *(f"s{place}" for place in range(1, count))]
    files = study_files()
    made = {path: None for path in files if path.startswith(("embeddings/", "audio/", "embeddings_semi"))}
    made["meta/demo_clips.csv"] = made["meta/paired_comparisons.json"] = None
    made["study.toml"] = "draws = 20\n" + "".join(
        f"[[systems]]\nid = {json.dumps(name)}\nlabel = {json.dumps(label)}\ndescription = {json.dumps(label)}\n"
        for name, label in zip(names, labels, strict=False)
    )
    centres = numpy.repeat(numpy.random.default_rng(7).normal(size=(4, 8)), 5, axis=0)
    for place, name in enumerate(names):
        noise = chance.normal(size=centres.shape) * (0.1 if not place else chance.uniform(0.2, 2))
        made[f"embeddings/{name}.npz"] = npz(utterance_ids(), centres + noise)
        if place % 4 == 1:
            made[f"embeddings_semi_informed/{name}.npz"] = npz(utterance_ids(), centres + 0.5 * noise)
    lines = ["utt_id,corpus,reference," + ",".join(f"hyp_{name}" for name in names)]
    for line in files["meta/transcripts.csv"].splitlines()[1:]:
        utterance, corpus, text, *_ = line.split(",")
        heard = [text[: len(text) - int(chance.integers(0, 5))] if name != "original" else text for name in names]
        lines.append(",".join([utterance, corpus, text, *heard]))
    made["meta/transcripts.csv"] = "\n".join(lines) + "\n"
    board = ["system,eer_ignorant,eer_lazy,eer_semi_informed,cer,rho_f0,utmos"]
    board += [f"{name},{place},{place},{place},{place},{0.9 - place / 200:.3f},2.1" for place, name in enumerate(names)]
    made[BOARD] = "\n".join(board) + "\npaper only,3,3,3,9,0.8,2.0\n"
    return results_of(write_study(folder, made | (changes or {})))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A study of six systems; not to be changed."""
    return many(tmp_path_factory.mktemp("small") / "small", 6)


def with_verdicts(results: Results, **changed: str | None) -> Results:
    """Return the results with verdicts changed or, where None, left out; `__` stands for a slash."""
    study = results.study
    new = {f"{study}/{name.replace('__', '/')}": verdict for name, verdict in changed.items()}
    kept = {name: verdict for name, verdict in {**results.verdicts, **new}.items() if verdict is not None}
    return dataclasses.replace(results, verdicts=kept)


def test_every_system_has_a_card(small):
    """There is one card a system, also for one with published values only, which says so."""
    text = chapter(small)
    assert text.count("::: card\n") == len(small.systems)
    assert "**[paper only]{.data}** [published values only]{.quiet}" in text
    published = text[text.index("**[paper only]") :]
    assert "recomputed |" not in published[: published.index(":::")]


def test_a_dominated_system_names_who_dominates_it(small):
    """Each dominated system's card and row name the front's systems above it, as the verdicts do."""
    text = words(chapter(small))
    found = {name: verdict for name, verdict in small.verdicts.items() if "/dominated_by/lazy/" in name}
    assert found
    for name, verdict in found.items():
        front = [o for o in verdict.split("/") if small.verdicts[f"small/front/lazy/{o}"] == "on the front"]
        listed = re.escape(front[0]) + "(, | and |[ ;.(])"
        assert re.search(f"under the lazy-informed attacker by [^;.]*{listed}", text), name


def test_the_front_sentence_follows_the_front(small):
    """With another front the sentence names another; a front of one is told as such."""
    names = [system.id for system in small.systems if f"small/front/ignorant/{system.id}" in small.verdicts]
    alone = with_verdicts(
        small, **{f"front__ignorant__{name}": "on the front" if name == "s2" else "dominated" for name in names}
    )
    assert "s2 alone is on the front." in words(chapter(alone))
    assert "s2 alone is on the front." not in words(chapter(small))


def test_who_leaves_is_told_and_turns(small):
    """Leaving, joining and nobody moving are three sentences; the explanation goes where nobody leaves."""
    base = {name.split("/", 1)[1].replace("/", "__"): None for name in small.verdicts if "/front_move/" in name}
    still = words(chapter(with_verdicts(small, **(base | {"front_move__lazy__s1": "stays"}))))
    assert "becomes lazy-informed, nobody leaves the front and nobody joins it." in still
    assert "An attacker who has the system" not in still
    joined = words(chapter(with_verdicts(small, **(base | {"front_move__lazy__s1": "joins"}))))
    assert "nobody leaves the front and s1 joins it." in joined
    two = base | {"front_move__lazy__s1": "leaves", "front_move__lazy__s3": "leaves", "front_move__lazy__s2": "joins"}
    left = words(chapter(with_verdicts(small, **two)))
    assert "becomes lazy-informed, s1 and s3 leave the front and s2 joins it." in left
    assert "An attacker who has the system" in left
    assert "When the attacker learns" not in words(chapter(with_verdicts(small, **base)))


def test_the_leak_sentence_follows_its_verdict(small):
    """Falling, rising and within chance are three sentences, each alone; without a verdict the part is gone."""
    said = {
        "falls": "tend to have a lower EER.",
        "rises": "tend to have a higher EER.",
        "within chance": "That lies within what chance gives for so few systems.",
    }
    for verdict, sentence in said.items():
        text = words(chapter(with_verdicts(small, leak__semi_informed=verdict)))
        assert [sentence] == [other for other in said.values() if other in text]
        assert "not a cause" in text
        assert ("hands it on" in text) == (verdict == "falls")
    assert "Prosody leak" not in words(chapter(with_verdicts(small, leak_attacker=None)))


@pytest.mark.parametrize(
    ("bare", "sentence"),
    [
        ("falls", ", the same way."),
        ("rises", ", which points another way."),
        ("within chance", "the pattern leans on the unprotected speech."),
        (None, None),
    ],
)
def test_the_leak_without_the_reference_is_weighed(small, bare, sentence):
    """What is left without the unprotected speech decides how much the pattern is worth."""
    text = words(chapter(with_verdicts(small, leak__semi_informed="falls", leak_without_reference__semi_informed=bare)))
    others = (", the same way.", ", which points another way.", "the pattern leans on the unprotected speech.")
    assert [other for other in others if other in text] == ([sentence] if sentence else [])


def test_a_published_correlation_stands_beside_ours(small):
    """The shipped twin is printed with its n, and the base is told where it is another."""
    rows = [
        Entry(f"small/shipped/{name}/semi_informed", value, "correlation", 2, "shipped", "file", "as published", n=n)
        for name, value, n in (("leak", -0.61, 16), ("leak_without_reference", -0.53, 15))
    ]
    changed = dataclasses.replace(small, ledger=Ledger([*small.ledger, *rows]))
    text = chapter(with_verdicts(changed, leak_base__semi_informed="other systems"))
    assert '[−0.61]{.num .shipped key="small/shipped/leak/semi_informed"}' in text
    assert '[16]{.num .shipped key="small/shipped/leak/semi_informed" part="n"}' in text
    assert "It rests on other systems" in text
    assert "The published correlation" not in chapter(small)


def test_a_study_without_transcripts_has_no_front_and_says_so(tmp_path):
    """Without error rates there is no front, no dominance and no empty table; cards and leak stay."""
    results = many(tmp_path / "bare", 4, changes={"meta/transcripts.csv": None})
    text = chapter(results)
    assert "No front can be drawn" in text
    assert "Who dominates whom" not in text and "{.label #tbl-A-dominance}" not in text
    assert text.count("::: card\n") == len(results.systems)
    assert "Prosody leak" in text


def test_systems_without_a_place_are_told_by_reason(small, tmp_path):
    """Whoever lacks a value under one attacker, or everywhere, is named once with the reason."""
    text = words(chapter(small))
    assert "Without a place here: original, s2, s3 and s4 (no semi-informed file)." in text

    def without_s2(text):
        lines = [line.split(",") for line in text.splitlines()]
        place = lines[0].index("hyp_s2")
        return "\n".join(",".join([*line[:place], *line[place + 1 :]]) for line in lines) + "\n"

    folder = tmp_path / "gap"
    many(folder, 4)
    cut = without_s2((folder / "meta" / "transcripts.csv").read_text(encoding="utf-8"))
    results = many(folder, 4, changes={"meta/transcripts.csv": cut})
    assert "Without a place under any attacker: s2 (no transcripts)." in words(chapter(results))


def test_without_genders_published_eers_are_not_mixed_with_others(tmp_path):
    """Where all trials make the headline, the leak is drawn from published EERs alone, and the page says so."""

    def without_gender(text):
        return "\n".join(",".join([*(cells := line.split(","))[:3], cells[4]]) for line in text.splitlines()) + "\n"

    def without_column(text):
        return "\n".join(line.rsplit(",", 1)[0] for line in text.splitlines()) + "\n"

    changes = {"meta/test_utts.csv": without_gender, "meta/trials_test.csv": without_column}
    results = many(tmp_path / "bare", 4, changes=changes)
    assert "all" == results.trial_list
    leak = next(chart for chart in trade.charts(results) if chart.name == "leak")
    assert "Recomputed" not in leak.alt and "As published, from left to right: original" in leak.alt
    text = chapter(results, drawn=True)
    assert "EERs as published, on same-gender trials." in text
    assert "the two are not compared" in text


def test_a_study_without_published_values_has_no_leak(tmp_path):
    """Without a leaderboard the prosody leak and the column of published values are gone."""
    text = chapter(many(tmp_path / "bare", 4, changes={BOARD: None}))
    assert "Prosody leak" not in text
    assert "published |" not in text
    assert "Who dominates whom" in text


def test_a_warning_about_several_systems_names_one_on_each_card(tmp_path):
    """A warning that lists shipped systems stands on the card of each, and names that one alone."""
    board = "system,eer_ignorant,eer_semi_informed\noriginal,2,3\nfake,45,5\nsham,46,6\nsolid,40,39\n"
    results = many(tmp_path / "shams", 2, changes={BOARD: board})
    cards = {
        system.id: card for system, card in zip(results.systems, chapter(results).split("::: card\n")[1:], strict=True)
    }
    warned = {
        name: card[card.index("**Two EERs, as shipped**") :] for name, card in cards.items() if "as shipped" in card
    }
    assert {"fake", "sham"} == set(warned)
    assert "[sham]" not in warned["fake"] and "[fake]" not in warned["sham"]
    assert "; no intervals." in warned["fake"]


def test_fifty_systems_with_hostile_labels(tmp_path):
    """With fifty systems whose labels and descriptions hold anything, nothing of them is run and none is lost."""
    labels = [HOSTILE[place % len(HOSTILE)] + f" {place}" for place in range(50)]
    results = many(tmp_path / "fifty", 50, labels)
    text = chapter(results, drawn=True)
    assert text.count("::: card\n") == 51
    assert text.count("figures/tradeoff_") == 3 and "figures/leak.svg" in text
    assert well_drawn(*trade.charts(results))
    for live in ("{{<", "<script", "```{", "<%", "#import"):
        assert not re.search(r"(?<!\\)" + re.escape(live), text), live
    for label in labels:
        assert f"**{data(label)}**" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows
    # Among so many a cell names one system, however many dominate.
    assert max(line.count("{.data}") for line in rows) <= 1 + 3
    assert "(the most private, where not all are named)" in text


def test_a_published_system_is_placed_by_published_values(small):
    """Its card says that published values alone place it, and by whom it is dominated; the others' cards do not."""
    text = words(chapter(small))
    assert text.count("By the published values alone:") == 1
    assert "s3/s4/s5" == small.verdicts["small/published_dominated_by/ignorant/paper%20only"]
    assert "By the published values alone: dominated under the ignorant attacker by s3, s4 and s5;" in text
    turned = with_verdicts(
        small, **{"published_front__ignorant__paper%20only": "on the front"},
        **{"published_dominated_by__ignorant__paper%20only": None},
    )  # fmt: skip
    assert "By the published values alone: on the front under the ignorant attacker;" in words(chapter(turned))


def test_warnings_stand_on_the_card_they_are_about(small):
    """A warning about one system stands on its card and on no other."""
    warned = with_verdicts(small, beyond_reference__s3="more errors than reference signs")
    cards = chapter(warned).split("::: card\n")[1:]
    assert ["s3"] == [
        system.id for system, card in zip(warned.systems, cards, strict=True) if "**Beyond the reference.**" in card
    ]
    (card,) = [card for card in cards if "**Beyond the reference.**" in card]
    assert card.count(key("small", "cer", "s3", "all")) > 1
