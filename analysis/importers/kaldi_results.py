"""The results texts of the Kaldi-based VoicePrivacy evaluation, of one or more systems, as a study of attacks.

A system may have up to three texts: the summary, and one for each evaluator, trained on original or on anonymized
speech. Which is which their names say; a text that does not say so is refused, since its numbers would be another
attacker's. Word error rates come from the summary: the tool copies the decodings of the second evaluator into the
texts of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Context
from pathlib import PurePosixPath

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, UNPROTECTED, attacker_of
from analysis.importers.attacks_draft import Average, draft_attacks
from analysis.importers.draft import Draft
from analysis.importers.figures import GENDERS, Figures
from analysis.importers.kaldi_averages import check_averages, weights
from analysis.importers.kaldi_text import ASR_SET, PAIR, TRIAL_SET, KaldiText, Result, is_kaldi_text, read_kaldi_text
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.titles import TITLES
from analysis.importers.tree import NoText, Tree
from analysis.importers.wishes import Wishes
from analysis.ledger import SIGNIFICANT_DIGITS
from analysis.study.findings import Findings, named

TITLE = TITLES["kaldi-results"]
MAX_TEXT = 1 << 22
SUMMARY = "summary"
LONE = "lone"
"""A text of an evaluation that had one evaluator only, trained on original speech."""

NAMES = (
    (re.compile(r"RESULTS_summary_(.+?)(?:\.txt)?"), SUMMARY),
    (re.compile(r"results\.orig_(.+?)(?:\.txt)?"), ORIGINAL),
    (re.compile(r"results\.anon_(.+?)(?:\.txt)?"), ANONYMIZED),
    (re.compile(r"RESULTS_(.+?)(?:\.txt)?"), LONE),
)
SMALL_MODEL = "tgsmall"
"""Part of the path of decodings with the small language model, which the evaluation does not report."""


@dataclass(frozen=True)
class _Source:
    """One text: where it is, the system's name found, and which evaluator it is of; empty where nothing says so."""

    tree: Tree
    name: str
    found: str
    role: str
    text: str = field(repr=False)

    @property
    def place(self) -> str:
        return self.tree.place(self.name)


def recognises_kaldi(tree: Tree) -> str:
    """Return the first results text of a source."""
    return next((source.name for source in _sources([tree])), "")


def read_kaldi(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a study of attacks from the results texts in some sources."""
    draft = Draft()
    figures = Figures(draft.findings)
    sources = list(_sources(trees))
    wishes.check({source.found for source in sources} | {ORIGINAL_ID})
    for tree in trees:
        if not any(source.tree is tree for source in sources):
            draft.findings.error("missing", tree.shown, "no results text stands in it", allowed=TITLE)
    texts = {source: read_kaldi_text(source.text, source.place, draft.findings) for source in sources}
    parted = {match["corpus"] for text in texts.values() for r in text.results
              if (match := PAIR.fullmatch(r.name) or TRIAL_SET.fullmatch(r.name)) and match["common"]}  # fmt: skip
    others: dict[str, None] = {}
    unused: dict[str, list[tuple[str, int]]] = {}
    cut = 0
    for source, text in texts.items():
        run = wishes.system(source.found)
        if _refused(source, text, draft.findings) or not figures.add_run(run, source.found, source.place):
            continue
        reader = _Reader(run, source, figures, parted)
        for result in text.results:
            reader.add(result)
        cut += reader.cut
        for why, count in reader.unused.items():
            unused.setdefault(why, []).append((source.place, count))
        others |= dict.fromkeys(text.others)
        role = {SUMMARY: "summary", ANONYMIZED: "evaluator trained on anonymized speech"}.get(
            source.role, "evaluator trained on original speech"
        )
        draft.said.append(f"{source.place}: {run}, {role}, {len(text.results)} results")
    figures.note_repeats()
    for why, places in unused.items():
        draft.findings.note(
            "unused-rows", places[0][0] if len(places) == 1 else "results.csv",
            f"results left out: {sum(count for _, count in places)} in {named([place for place, _ in places])} ({why})",
        )  # fmt: skip
    averages: list[Average] = []
    for source, text in texts.items():
        repeated = len({(r.name, r.measure) for r in text.results}) < len(text.results) and not text.blocks
        averages += check_averages(wishes.system(source.found), text.averages, figures, source.place, repeated)
    if others:
        draft.findings.note("unused", "results.csv", f"no column holds {named(others, 9)}; they are left out")
    if cut:
        draft.findings.note(
            "digits",
            "results.csv",
            f"numbers cut to {SIGNIFICANT_DIGITS} significant digits, all that a report keeps: {cut}",
        )
    draft.findings.stop_on_errors("import")
    used = {figure.dataset for figure in figures.all()}
    draft_attacks(figures, wishes, draft, {k: v for k, v in weights().items() if k in used}, averages)
    return draft


def _sources(trees: Sequence[Tree]) -> Iterator[_Source]:
    """Give the results texts; of a run's folder, the one beside it that ends in `.orig` tells the evaluators apart."""
    folders = {folder for tree in trees for name in tree.names if (folder := _folder(tree, name))}
    for tree in trees:
        for name in tree.names:
            found, role = _said_by_name(tree, name, folders)
            if found and (text := _text(tree, name)) is not None:
                yield _Source(tree, name, found, role, text)


def _folder(tree: Tree, name: str) -> str:
    """Return the name of the folder that holds a run's own texts; empty for other files."""
    last = PurePosixPath(name).name
    if tree.is_file or last not in ("results.txt", "results_summary.txt"):
        return ""
    return PurePosixPath(tree.shown, name).parent.name


def _said_by_name(tree: Tree, name: str, folders: set[str]) -> tuple[str, str]:
    """Return (system, role) as far as the name of a file says them."""
    last = PurePosixPath(name).name
    if folder := _folder(tree, name):
        run = folder.removesuffix(".orig")
        if last == "results_summary.txt":
            return run, SUMMARY
        if folder != run:
            return run, ORIGINAL
        return run, ANONYMIZED if f"{run}.orig" in folders else ""
    for pattern, role in NAMES:
        if match := pattern.fullmatch(last):
            return match[1], role
    return (PurePosixPath(name).stem, "") if tree.is_file else ("", "")


def _text(tree: Tree, name: str) -> str | None:
    """Return a file's text where it is a results text."""
    try:
        text = tree.read_text(name) if len(tree.read_bytes(name)) <= MAX_TEXT else ""
    except NoText:  # whatever it is, it is no results text
        return None
    return text if is_kaldi_text(text) else None


def _refused(source: _Source, text: KaldiText, findings: Findings) -> bool:
    """Add an error where nothing says which evaluator a text is of, though its numbers depend on it."""
    if source.role or not (text.blocks or any(r.measure == "linkability" for r in text.results)):
        return False
    findings.error(
        "evaluator", source.place, "nothing says what the evaluator behind these numbers was trained on",
        allowed="results.orig_<system> (trained on original speech), results.anon_<system> (on anonymized), "
        "RESULTS_summary_<system>, or the folders results-<time> and results-<time>.orig together",
        advice="give the file the name that says it",
    )  # fmt: skip
    return True


@dataclass
class _Reader:
    """Puts the results of one text among the figures."""

    run: str
    source: _Source
    figures: Figures
    parted: set[str]
    cut: int = 0
    unused: dict[str, int] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Add one result, or count it among those that are left out."""
        if match := PAIR.fullmatch(result.name):
            sides = [ANONYMIZED if match[side] else ORIGINAL for side in ("enrolled", "tried")]
            attacker = attacker_of(self._evaluator(sides), *sides)
            if not attacker:
                self._count("pairs that are no attack of this evaluator")
                return
            self._put(result, attacker == UNPROTECTED, self._dataset(match), GENDERS[match["gender"]], attacker)
        elif match := ASR_SET.fullmatch(result.name):
            anonymized = bool(match["suffix"])
            if why := self._no_word_errors(result, anonymized):
                self._count(why)
                return
            self._check_rate(result)
            dataset = (f"{match['corpus']}_{match['split']}", match["split"])
            self._put(result, not anonymized, dataset, "", "")
        elif match := TRIAL_SET.fullmatch(result.name):
            self._put(result, False, self._dataset(match), GENDERS[match["gender"]], "")

    def _evaluator(self, sides: Sequence[str]) -> str:
        # A summary has original pairs by the one evaluator and anonymized pairs by the other.
        if self.source.role in (SUMMARY, ""):
            return ANONYMIZED if sides == [ANONYMIZED, ANONYMIZED] else ORIGINAL
        return ORIGINAL if self.source.role == LONE else self.source.role

    def _dataset(self, match: re.Match[str]) -> tuple[str, str]:
        part = "common" if match["common"] else "different" if match["corpus"] in self.parted else ""
        return "_".join(word for word in (match["corpus"], match["split"], part) if word), match["split"]

    def _no_word_errors(self, result: Result, anonymized: bool) -> str:
        if SMALL_MODEL in result.path:
            return "decodings with the small language model"
        if self.source.role == ORIGINAL:
            return "word error rates: the tool copies those of the other evaluator here; the summary has the right ones"
        if self.source.role == ANONYMIZED and not anonymized:
            return "word error rates of original speech by a recognizer trained on anonymized speech"
        return ""

    def _check_rate(self, result: Result) -> None:
        if result.errors is None or not result.words:
            return
        try:
            printed = float(result.text)
        except ValueError:
            return  # told when it is added
        rate = 100 * result.errors / result.words
        if abs(printed - rate) > 0.00501:
            self.figures.findings.warning(
                "rate", self.source.place, f"{result.name}: {result.errors} errors in {result.words} words are "
                f"{rate:.2f} %, not {result.text} %", row=result.row,
            )  # fmt: skip

    def _put(self, result: Result, of_original: bool, dataset: tuple[str, str], gender: str, attacker: str) -> None:
        text = _shortened(result.text)
        self.cut += text != result.text
        what = (result.measure, *dataset, gender, attacker)
        self.figures.add(self.run, of_original, what, text, self.source.place, result.row)

    def _count(self, why: str) -> None:
        self.unused[why] = self.unused.get(why, 0) + 1


def _shortened(text: str) -> str:
    """Return a number with no more digits than a report keeps; what is no plain number stays as it is.

    >>> _shortened("-1.939460000444101"), _shortened("41.2")
    ('-1.93946', '41.2')
    """
    if not re.fullmatch(r"-?\d{1,9}\.\d{1,25}", text) or len(text.lstrip("-0.")) <= SIGNIFICANT_DIGITS + 1:
        return text
    kept = Context(prec=SIGNIFICANT_DIGITS, rounding=ROUND_HALF_EVEN).create_decimal(text)
    return f"{kept.normalize():f}"
