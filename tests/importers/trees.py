"""Made-up trees of a VoicePrivacy toolkit, small enough to work their rates out by hand.

The women are `0012`, `12` and `NA`, each with two trial utterances: 18 trials of which 6 are targets. The men are
`1e5`, `True` and `a-b`; the last has one trial utterance: 15 trials of which 5 are targets. With `wrong` targets below
all impostors, and the same share of impostors above these, the EER of a list is wrong / targets by any rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

SPEAKERS = {"f": {"0012": 2, "12": 2, "NA": 2}, "m": {"1e5": 2, "True": 2, "a-b": 1}}
"""Gender → speaker → number of trial utterances."""

ORIGINAL = {"f": 0, "m": 1}
SYSTEMS = {
    "_mcadams": {"ignorant": 3, "lazy": 2, "semi_informed": 1},
    "_my-sys": {"ignorant": 4, "lazy": 2, "semi_informed": 2},
    "_b1": {"ignorant": 3, "lazy": 3, "semi_informed": 3},
}
"""Suffix → attacker → wrong targets of either list."""

SENTENCE = "A SHORT SENTENCE"
EMOTIONS = ("sad", "neu", "ang", "hap")

Files = dict[str, str]


def group(gender: str) -> dict[str, int]:
    """Return speaker → number of trial utterances of a gender, or of both: `mixed`."""
    return SPEAKERS["f"] | SPEAKERS["m"] if gender == "mixed" else SPEAKERS[gender]


def utterances(dataset: str, split: str, gender: str, role: str) -> dict[str, str]:
    """Return utterance → speaker of a set; ids of a second data set and split differ."""
    mark = "" if (dataset, split) == ("libri", "test") else f"{dataset}{split}-"
    return {
        f"{mark}{speaker}-{role}{number}": f"{mark}{speaker}"
        for speaker, count in group(gender).items()
        for number in range(1, (2 if role == "e" else count) + 1)
    }


def trials(dataset: str, split: str, gender: str) -> list[tuple[str, str, bool]]:
    """Return every enrolled speaker of a gender against every trial utterance of it."""
    tried = utterances(dataset, split, gender, "t")
    speakers = dict.fromkeys(tried.values())
    return [(speaker, name, speaker == of) for speaker in speakers for name, of in tried.items()]


def scores(listed: list[tuple[str, str, bool]], wrong: int) -> list[str]:
    """Return a line of scores for each trial, with so many targets wrong and the same share of the others."""
    targets = sum(is_target for *_, is_target in listed)
    others = len(listed) - targets
    misses, alarms = wrong, wrong * others // targets
    lines = []
    place = {True: 0, False: 0}
    for enroll, name, is_target in listed:
        place[is_target] += 1
        number = place[is_target]
        if is_target:
            score = 0.1 - number / 1000 if number <= misses else 0.9 - number / 1000
        else:
            score = 0.6 - number / 1000 if number <= alarms else 0.4 - number / 1000
        lines.append(f"{enroll} {name} {score!r}")
    return lines


def rate(gender: str, wrong: int) -> float:
    """Return the EER of a list as a share of one."""
    return wrong / sum(group(gender).values())


def wrong_of(system: Mapping[str, int], gender: str, attacker: str) -> int:
    return ORIGINAL.get(gender, 1) if attacker == "unprotected" else system[attacker]


def data(
    dataset: str = "libri",
    split: str = "test",
    suffixes: tuple[str, ...] = ("", *SYSTEMS),
    genders: tuple[str, ...] = ("f", "m"),
) -> Files:
    """Return the folder `data/` of one set, with its anonymized copies."""
    files: Files = {}
    for suffix in suffixes:
        base = f"data/{dataset}_{split}"
        enrolled = utterances(dataset, split, "f", "e") | utterances(dataset, split, "m", "e")
        folder = f"{base}_enrolls{suffix}"
        files |= _folder(folder, enrolled, dataset, split) | {f"{folder}/enrolls": "".join(f"{u}\n" for u in enrolled)}
        for gender in genders:
            folder = f"{base}_trials_{gender}{suffix}"
            files |= _folder(folder, utterances(dataset, split, gender, "t"), dataset, split)
            listed = trials(dataset, split, gender)
            files[f"{folder}/trials"] = "".join(f"{e} {u} {'target' if t else 'nontarget'}\n" for e, u, t in listed)
    return files


def _folder(folder: str, of: Mapping[str, str], dataset: str, split: str) -> Files:
    mark = "" if (dataset, split) == ("libri", "test") else f"{dataset}{split}-"
    genders = {f"{mark}{speaker}": gender for gender, group in SPEAKERS.items() for speaker in group}
    return {
        f"{folder}/utt2spk": "".join(f"{name} {speaker}\n" for name, speaker in of.items()),
        f"{folder}/spk2gender": "".join(f"{speaker} {genders[speaker]}\n" for speaker in dict.fromkeys(of.values())),
        f"{folder}/text": "".join(f"{name} {SENTENCE}\n" for name in of),
        f"{folder}/wav.scp": "".join(f"{name} {folder}/wav/{name}.wav\n" for name in of),
    }


def attacks(
    dataset: str = "libri",
    split: str = "test",
    systems: Mapping[str, Mapping[str, int]] = SYSTEMS,
    genders: tuple[str, ...] = ("f", "m"),
    evaluators: tuple[str, str] = ("asv_orig", "asv_anon{suffix}"),
) -> Files:
    """Return the folders of scores of one set, with those that mean nothing for privacy."""
    files: Files = {}
    for suffix, system in systems.items():
        for evaluator, original in zip((name.format(suffix=suffix) for name in evaluators), (True, False), strict=True):
            rows = [",dataset,split,gender,enrollment,trial,EER"]
            for gender in genders:
                for enroll, trial in ((False, False), (False, True), (True, True)):
                    attacker = "semi_informed" if not original else ("unprotected", "ignorant", "lazy")[enroll + trial]
                    wrong = wrong_of(system, gender, attacker)
                    base = f"{dataset}_{split}"
                    pair = f"{base}_enrolls{suffix * enroll}-{base}_trials_{gender}{suffix * trial}"
                    lines = scores(trials(dataset, split, gender), wrong)
                    files[f"exp/{evaluator}/{pair}/scores"] = "\n".join(lines) + "\n"
                    files[f"exp/{evaluator}/{pair}/EER"] = str(rate(gender, wrong))
                    sides = ",".join(("original", "anon")[side] for side in (enroll, trial))
                    rows.append(
                        f"{len(rows) - 1},{dataset},{split},{gender},{sides},{round(100 * rate(gender, wrong), 3)}"
                    )
            files[f"exp/{evaluator}/results{suffix}.csv"] = "\n".join(rows) + "\n"
    return files


def words(
    dataset: str = "libri",
    split: str = "test",
    suffixes: tuple[str, ...] = ("", *SYSTEMS),
    recogniser: str = "asr",
) -> Files:
    """Return what a recogniser wrote: of anonymized speech one word in 33 is wrong."""
    files: Files = {}
    names = [*utterances(dataset, split, "f", "t"), *utterances(dataset, split, "m", "t")]
    for suffix in suffixes:
        texts = [SENTENCE for _ in names]
        texts[0] = "A SHORT SENTINEL" if suffix else SENTENCE
        said = "".join(f"{name} {text}\n" for name, text in zip(names, texts, strict=True))
        wrong = int(bool(suffix))
        files[f"exp/{recogniser}/{dataset}_{split}_asr{suffix}/text"] = said
        files[f"exp/{recogniser}/{dataset}_{split}_asr{suffix}/wer"] = (
            f"%WER {100 * wrong / 33:.2f} [ {wrong} / 33, 0 ins, 0 del, {wrong} sub ] [PARTIAL]\n%SER 0.00 [ 0 / 11 ]\n"
        )
        if suffix:
            files[f"exp/{recogniser}/results{suffix}.csv"] = (
                ",dataset,split,asr,WER\n"
                f"0,{dataset},{split},original,0.0\n1,{dataset},{split},anon,{round(100 / 33, 3)}\n"
                f"2,IEMOCAP,{split},anon,30.5\n"
            )
    return files


def emotions(suffixes: tuple[str, ...] = tuple(SYSTEMS), split: str = "test") -> Files:
    """Return the tables of recalls: folds of 60 and 70 % for original, of 40 and 45 % for anonymized speech."""
    files: Files = {}
    for suffix in suffixes:
        files[f"exp/ser/results_folds{suffix}.csv"] = (
            ",dataset,split,fold,ser,UAR,ACC_sad,ACC_neu\n"
            f"0,IEMOCAP,{split},1,original,60.0,50.0,70.0\n1,IEMOCAP,{split},2,original,70.0,60.0,80.0\n"
            f"2,IEMOCAP,{split},1,anon,40.0,30.0,50.0\n3,IEMOCAP,{split},2,anon,45.0,40.0,50.0\n"
        )
        files[f"exp/ser/results{suffix}.csv"] = (
            ",dataset,split,ser,UAR,ACC_sad,ACC_neu\n,,,,mean,mean,mean\n"
            f"0,IEMOCAP,{split},anon,42.5,35.0,50.0\n1,IEMOCAP,{split},original,65.0,55.0,75.0\n"
        )
    return files


def whole(dataset: str = "libri") -> Files:
    """Return a whole tree: lists, scores, words and emotions of one data set, and lists of another split."""
    return data(dataset) | data(dataset, "dev", ("",)) | attacks(dataset) | words(dataset) | emotions()


def languages(time: str = "13-09-26_05:45") -> Files:
    """Return a tree of the later toolkit: two languages, mixed lists, its encoders and recogniser, and a summary.

    Of 66 trials 11 are targets.
    """
    files: Files = {}
    systems = {"_mcadams": SYSTEMS["_mcadams"]}
    for language in ("de", "en"):
        evaluators = ("asv_ssl", f"asv_anon_track2_10_{language}{{suffix}}")
        files |= data(language, suffixes=("", "_mcadams"), genders=("mixed",))
        made = attacks(language, systems=systems, genders=("mixed",), evaluators=evaluators)
        for name, text in made.items():
            # One table holds the rows of both languages.
            files[name] = files[name] + text.split("\n", 1)[1] if name in files else text
        files |= words(language, suffixes=("", "_mcadams"), recogniser="openai/whisper-large-v3")
    files["exp/results_summary/track2/eval_anon_10_de_mcadams/results_anon.txt"] = (
        f"---- Time: {time} ----\n\n---- ASV_eval^anon results ----\n"
        "dataset split gender enrollment trial   EER\n     de  test  mixed       anon  anon 9.091\n"
    )
    return files


def of_kaldi() -> Files:
    """Return a tree of the Kaldi toolkit: the same lists and scores in its folders, with rates as it prints them."""
    files: Files = {}
    evaluators = ("results-2022-01-01-00-00-00.orig", "results-2022-01-01-00-00-00")
    for name, text in attacks(systems={"_anon": SYSTEMS["_mcadams"]}, evaluators=evaluators).items():
        top, evaluator, *rest = name.split("/")
        if rest[-1].endswith(".csv"):
            continue
        if rest[-1] == "EER":
            text = f"EER: {100 * float(text):.4g}%\nminDCF(p-target=0.01): 0.9\nminDCF(p-target=0.001): 1.0\n"
        files[f"{top}/{evaluator}/ASV-{rest[0]}/{rest[1]}"] = text
    return files | data(suffixes=("", "_anon"))


def write(files: Mapping[str, str | bytes], place: Path) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return place
