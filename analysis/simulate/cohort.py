"""Who speaks in the simulated study: speakers, utterances, trials and demo clips, in the counts that were published."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.simulate.published import PHONE, STUDIO

ENROLL_UTTERANCES = 3
TRIAL_UTTERANCES = 10

# Which speakers lend a demo clip: 16 women (10 of the phone corpus, 6 of the studio) and 4 men.
DEMO_SPEAKERS = (
    *(f"phone_f{number:02d}" for number in (1, 2, 4, 5, 7, 9, 11, 13, 14, 16)),
    *(f"studio_f{number:02d}" for number in (1, 3, 5, 6, 8, 10)),
    *(f"phone_m{number:02d}" for number in (2, 6, 9, 13)),
)


@dataclass(frozen=True)
class Speaker:
    """One speaker; `gender` is "f" or "m"."""

    name: str
    gender: str
    corpus: str


@dataclass(frozen=True)
class Utterance:
    """One utterance; `role` is "enroll", "trial" or "demo" (demo clips stand in no trial list)."""

    name: str
    speaker: Speaker
    role: str


@dataclass(frozen=True)
class Cohort:
    """All speakers and utterances of a study, each in the order of its files."""

    speakers: tuple[Speaker, ...]
    enroll: tuple[Utterance, ...]
    trials: tuple[Utterance, ...]
    demo: tuple[Utterance, ...]

    @property
    def tested(self) -> tuple[Utterance, ...]:
        """The 559 utterances of the test list, speaker by speaker, enrollment before trial."""
        rank = {speaker.name: place for place, speaker in enumerate(self.speakers)}
        return tuple(sorted(self.enroll + self.trials, key=lambda utterance: rank[utterance.speaker.name]))

    @property
    def embedded(self) -> tuple[Utterance, ...]:
        """The 579 utterances of an embedding file: the test list, then the demo clips."""
        return self.tested + self.demo


def published_cohort() -> Cohort:
    """Return the cohort in the published counts: 43 speakers, 129 enrollment and 430 trial utterances, 20 demo clips.

    17 women and 15 men speak in the phone corpus, 11 women in the studio corpus.

    Example:
        >>> len(published_cohort().trials)
        430
    """
    groups = (("phone", "f", 17, PHONE), ("phone", "m", 15, PHONE), ("studio", "f", 11, STUDIO))
    speakers = tuple(
        Speaker(f"{prefix}_{gender}{number:02d}", gender, corpus)
        for prefix, gender, size, corpus in groups
        for number in range(1, size + 1)
    )
    by_name = {speaker.name: speaker for speaker in speakers}

    def utterances(letter: str, role: str, size: int) -> tuple[Utterance, ...]:
        return tuple(
            Utterance(f"{speaker.name}_{letter}{number:02d}", speaker, role)
            for speaker in speakers
            for number in range(1, size + 1)
        )

    return Cohort(
        speakers=speakers,
        enroll=utterances("e", "enroll", ENROLL_UTTERANCES),
        trials=utterances("t", "trial", TRIAL_UTTERANCES),
        demo=tuple(Utterance(f"{name}_d01", by_name[name], "demo") for name in DEMO_SPEAKERS),
    )


def utterance_rows(cohort: Cohort) -> list[dict[str, str]]:
    """Return the rows of `test_utts.csv`."""
    return [
        {
            "utt_id": utterance.name,
            "speaker": utterance.speaker.name,
            "role": utterance.role,
            "gender": utterance.speaker.gender,
            "corpus": utterance.speaker.corpus,
        }
        for utterance in cohort.tested
    ]


def trial_rows(cohort: Cohort) -> list[dict[str, str]]:
    """Return the rows of `trials_test.csv`: every enrolled speaker against every trial utterance."""
    return [
        {
            "enroll_speaker": enrolled.name,
            "trial_utt": utterance.name,
            "trial_speaker": utterance.speaker.name,
            "label": "target" if enrolled == utterance.speaker else "nontarget",
            "same_gender": str(enrolled.gender == utterance.speaker.gender),
        }
        for enrolled in cohort.speakers
        for utterance in cohort.trials
    ]


def demo_rows(cohort: Cohort) -> list[dict[str, str]]:
    """Return the rows of `demo_clips.csv`."""
    return [
        {
            "utt_id": utterance.name,
            "speaker": utterance.speaker.name,
            "gender": utterance.speaker.gender,
            "corpus": utterance.speaker.corpus,
        }
        for utterance in cohort.demo
    ]
