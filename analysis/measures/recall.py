"""How well classes, such as emotions, are recognized: the recall of each true class, and their unweighted average."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class ClassRecalls:
    """Recognized and all utterances of each true class.

    classes: the classes that are true somewhere, sorted; a class that is only ever predicted is none of them, and a
    prediction of it is an error like any other.
    hits, totals: (classes,) utterances that were recognized, and all.
    """

    classes: tuple[str, ...]
    hits: NDArray[np.int64]
    totals: NDArray[np.int64]

    @property
    def recalls(self) -> NDArray[np.float64]:
        """Recall of each class in percent: (classes,)."""
        return 100.0 * self.hits / self.totals

    @property
    def average(self) -> float:
        """Unweighted average recall (UAR) in percent: the mean of the recalls; NaN where nothing is true.

        Source: B. Schuller, S. Steidl and A. Batliner, The Interspeech 2009 Emotion Challenge.
        """
        return float(self.recalls.mean()) if self.classes else float("nan")


def class_recalls(truth: Sequence[str], predicted: Sequence[str]) -> ClassRecalls:
    """Return the recalls of the true classes.

    truth, predicted: one class an utterance. Raises ValueError where they are not equally many.

    A mean over every class that is seen anywhere would count a class that is only predicted with a recall of 0: here
    25 percent instead of

    >>> class_recalls(["1", "1"], ["1", "2"]).average
    50.0
    """
    if len(truth) != len(predicted):
        raise ValueError(f"{len(truth)} true classes but {len(predicted)} predictions")
    classes = tuple(sorted(set(truth)))
    hits, totals = recall_counts(truth, predicted, np.zeros(len(truth), dtype=np.int64), 1, classes)
    return ClassRecalls(classes, hits[0], totals[0])


def recall_counts(
    truth: Sequence[str], predicted: Sequence[str], speaker: ArrayLike, speakers: int, classes: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return recognized and all utterances by speaker and true class: (speakers, classes) each.

    speaker: (utterances,) which of `speakers` speakers says each.

    >>> hits, totals = recall_counts(["a", "b", "b"], ["a", "b", "a"], [0, 0, 1], 2, ["a", "b"])
    >>> hits.tolist(), totals.tolist()
    ([[1, 1], [0, 0]], [[1, 1], [0, 1]])
    """
    place = {name: column for column, name in enumerate(classes)}
    columns = np.array([place[name] for name in truth], dtype=np.int64)
    right = np.array([a == b for a, b in zip(truth, predicted, strict=True)], dtype=np.int64)
    hits, totals = np.zeros((2, speakers, len(classes)), dtype=np.int64)
    np.add.at(totals, (np.asarray(speaker), columns), 1)
    np.add.at(hits, (np.asarray(speaker), columns), right)
    return hits, totals


def average_recall_draws(hits: ArrayLike, totals: ArrayLike, counts: ArrayLike) -> NDArray[np.float64]:
    """Return the UAR of every draw in percent: (draws,), NaN where a draw lacks a class that is true somewhere.

    hits, totals: (speakers, classes) as `recall_counts` makes them; counts: (draws, speakers), how often each speaker
    was drawn. Over fewer classes the average would be another measure, so that such a draw has none.

    >>> average_recall_draws([[1, 0], [1, 1]], [[2, 1], [1, 1]], [[1, 1], [2, 0], [0, 2]]).round(1).tolist()
    [58.3, 25.0, 100.0]
    """
    hits, totals, counts = np.asarray(hits), np.asarray(totals), np.asarray(counts)
    true = totals.sum(axis=0) > 0
    above, below = counts @ hits[:, true], counts @ totals[:, true]
    recalls = np.full(above.shape, np.nan)
    np.divide(above, below, out=recalls, where=below > 0)
    # The mean over no class at all is undefined, too, and not worth a warning.
    return 100.0 * recalls.mean(axis=1) if true.any() else np.full(len(counts), np.nan)
