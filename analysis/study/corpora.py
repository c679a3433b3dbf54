"""Recording corpora: their names in the data and their slugs in keys and columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from analysis.results import Corpus

# Trial lists are called same_gender_<slug>, columns cer_<slug>, counts speakers/<slug>; these names are taken.
RESERVED_SLUGS = frozenset({"same_corpus", "all", "female", "male", "ci_low", "ci_high"})


def corpus_slug(name: str) -> str:
    """Return a corpus's slug: the text before " (", lower case, runs of other signs as `_`.

    Letters, digits and combining marks of any script stay, so that a name outside Latin script keeps its letters.

    >>> corpus_slug("phone (iAny)"), corpus_slug("librispeech_test-other")
    ('phone', 'librispeech_test_other')
    """
    before = name.split(" (", 1)[0]
    return _slug(before) or _slug(name) or "corpus"


def _slug(text: str) -> str:
    kept = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in text.lower())
    return "_".join(kept.split())


def corpora_of(names: Iterable[str]) -> tuple[Corpus, ...]:
    """Return the corpora with these names, sorted by name, each with a slug of its own.

    Where two names share a slug (`phone (A)`, `phone (B)`), both take the slug of their whole name (`phone_a`,
    `phone_b`); what then still collides is numbered in the order of the names.

    >>> [corpus.slug for corpus in corpora_of(["phone (B)", "phone (A)", "studio"])]
    ['phone_a', 'phone_b', 'studio']
    """
    ordered = sorted({name for name in names if name.strip()})
    short = [corpus_slug(name) for name in ordered]
    slugs = [
        _slug(name) or slug if short.count(slug) > 1 or slug in RESERVED_SLUGS else slug
        for name, slug in zip(ordered, short, strict=True)
    ]
    taken: set[str] = set(RESERVED_SLUGS)
    corpora = []
    for name, slug in zip(ordered, slugs, strict=True):
        unique, number = slug, 1
        while unique in taken:
            number += 1
            unique = f"{slug}_{number}"
        taken.add(unique)
        corpora.append(Corpus(unique, name))
    return tuple(corpora)


def share_a_slug(names: Iterable[str]) -> list[str]:
    """Return those of the names whose short slug another one has too."""
    ordered = sorted({name for name in names if name.strip()})
    short = [corpus_slug(name) for name in ordered]
    return [name for name, slug in zip(ordered, short, strict=True) if short.count(slug) > 1]
