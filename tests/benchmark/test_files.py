"""Which systems have which files."""

from analysis.ledger import key


def test_each_kind_of_file_is_told_and_counted(tiny):
    """The tiny study: three systems with embeddings, one with everything, one on the leaderboard alone."""
    told = {
        kind: [s.id for s in tiny.systems if tiny.verdicts[key("tiny", "file", kind, s.id)] == "here"]
        for kind in ("embeddings", "semi_informed", "transcripts", "audio", "leaderboard")
    }
    assert ["original", "mcadams", "knnvc_pool"] == told["embeddings"]
    assert ["mcadams"] == told["semi_informed"]
    assert ["original", "mcadams"] == told["transcripts"]
    assert ["original", "mcadams"] == told["audio"]
    assert ["original", "mcadams", "knnvc_pool", "openvoice"] == told["leaderboard"]
    for kind, systems in told.items():
        count = tiny.ledger[key("tiny", "count", "files", kind)]
        assert (len(systems), 4) == (count.value, count.n)


def test_a_file_that_goes_is_told_as_absent(results):
    """Without the semi-informed file no system has one."""
    found = results({"embeddings_semi_informed/mcadams.npz": None})
    assert "absent" == found.verdicts["tiny/file/semi_informed/mcadams"]
    assert 0 == found.ledger.value("tiny/count/files/semi_informed")


def test_utterances_are_counted_by_role_and_corpus(tiny):
    """Enrollment and trial utterances of the corpora add up to those of all."""
    for role in ("enroll", "trial"):
        parts = [tiny.ledger.value(key("tiny", "count", "utterances", role, corpus.slug)) for corpus in tiny.corpora]
        assert 2 == len(parts) and sum(parts) == tiny.ledger.value(key("tiny", "count", "utterances", role))
