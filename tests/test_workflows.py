"""The workflows: each step is a make target that exists, nothing may more than it needs, nothing of a fork is run."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
EACH = pytest.mark.parametrize("name", WORKFLOWS)
SAFE = (
    "github.event.number", "github.event.pull_request.number", "github.event.pull_request.base.sha",
    "github.event.repository.default_branch", "github.event.workflow_run.id", "github.event.workflow_run.head_sha",
)  # fmt: skip
"""Numbers, digests and what the repository's owners wrote."""


def triggers(name: str) -> dict:
    """YAML reads the word `on` as a truth value."""
    return WORKFLOWS[name][True]


def jobs(name: str) -> dict[str, dict]:
    return WORKFLOWS[name]["jobs"]


def steps(name: str) -> list[dict]:
    return [step for job in jobs(name).values() for step in job["steps"]]


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, flags=re.MULTILINE))


def test_both_workflows_are_here():
    """One builds, the other comments."""
    assert ["comment.yml", "report.yml"] == [path.name for path in FILES]


@EACH
def test_every_run_is_one_make_target(name):
    """What CI does can be done by hand: one `make` with one target, which the Makefile has."""
    runs = [step["run"] for step in steps(name) if "run" in step]
    assert runs
    assert [] == [run for run in runs if not re.fullmatch(r"make [a-z-]+", run)]
    assert set() == {run.removeprefix("make ") for run in runs} - targets()


def test_what_was_asked_for_is_made():
    """Both engines, the tests, the comparison; its comment by the other workflow."""
    made = {
        job: [step["run"] for step in content["steps"] if "run" in step] for job, content in jobs("report.yml").items()
    }
    assert ["make report", "make build", "make comparison", "make audit"] == made["quarto"]
    assert ["make report", "make audit"] == made["pandoc"]
    assert ["make test", "make guard", "make cluster", "make browser", "make check"] == made["test"]
    assert ["make comment"] == [step["run"] for step in steps("comment.yml") if "run" in step]


@pytest.mark.parametrize("job", ["quarto", "pandoc"])
def test_a_finding_of_the_audit_takes_nothing_away(job):
    """It is the last step of its job, under no condition, so that site and comparison are uploaded before it fails.

    It still keeps a site from being published: that job needs this one.
    """
    assert {"run": "make audit"} == jobs("report.yml")[job]["steps"][-1]
    assert job in jobs("report.yml")["pages"]["needs"]


@EACH
def test_permissions_are_declared_and_few(name):
    """Nothing by default, and each job says what it needs; only the two jobs that publish may write."""
    assert {} == WORKFLOWS[name]["permissions"]
    allowed = {job: content["permissions"] for job, content in jobs(name).items()}
    writing = {job: {what for what, how in given.items() if how != "read"} for job, given in allowed.items()}
    expected = {"comment": {"pull-requests"}, "pages": {"pages", "id-token"}}
    assert {job: expected.get(job, set()) for job in allowed} == writing


@EACH
def test_every_action_is_pinned_to_a_commit(name):
    """A tag can be moved, a commit cannot; its version stands beside it."""
    lines = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8").splitlines()
    used = [line.strip() for line in lines if "uses:" in line]
    assert len([step for step in steps(name) if "uses" in step]) == len(used)
    assert [] == [line for line in used if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)]


def test_an_action_has_one_version():
    """The same action is pinned to the same commit everywhere."""
    pins: dict[str, set[str]] = {}
    for name in WORKFLOWS:
        for step in steps(name):
            if "uses" in step:
                action, _, commit = step["uses"].partition("@")
                pins.setdefault(action, set()).add(commit)
    assert [] == [action for action, commits in pins.items() if len(commits) > 1]


def expressions(content: object) -> list[str]:
    return re.findall(r"\$\{\{(.*?)\}\}", yaml.safe_dump(content, width=10_000), flags=re.DOTALL)


@EACH
def test_no_secret_but_the_runs_own_token(name):
    """No secret is read, and no checkout leaves the token in the clone."""
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    assert "secrets" not in text
    for step in steps(name):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert False is step["with"]["persist-credentials"]


@EACH
def test_nothing_that_others_write_is_run(name):
    """No expression in a `run`; of an event only numbers and digests, other names in the environment only."""
    for step in steps(name):
        assert [] == expressions(step.get("run", ""))
        free = {key: value for key, value in step.items() if key != "env"}
        events = [found.strip() for found in expressions(free) if "github.event." in found]
        assert [] == [found for found in events if found not in SAFE]
        assert [] == [found for found in expressions(step) if "head_ref" in found or ".title" in found]


def test_the_posting_run_never_checks_out_the_pull_request():
    """It takes the default branch; what the other run left behind lies outside the clone."""
    assert ["workflow_run"] == list(triggers("comment.yml"))
    checkouts = [step for step in steps("comment.yml") if step.get("uses", "").startswith("actions/checkout@")]
    assert ["${{ github.event.repository.default_branch }}"] == [step["with"]["ref"] for step in checkouts]
    download = next(step for step in steps("comment.yml") if "download-artifact@" in step.get("uses", ""))
    assert download["with"]["path"].startswith("${{ runner.temp }}/")
    assert WORKFLOWS["report.yml"]["name"] in triggers("comment.yml")["workflow_run"]["workflows"]


def test_pull_requests_run_without_rights_of_the_repository():
    """`pull_request`, never `pull_request_target`; and a pull request publishes nothing."""
    assert {"pull_request", "push"} == set(triggers("report.yml"))
    assert ["main"] == triggers("report.yml")["push"]["branches"]
    assert "github.event_name == 'push'" == jobs("report.yml")["pages"]["if"]
    upload = next(step for step in steps("report.yml") if "upload-pages-artifact@" in step.get("uses", ""))
    assert "github.event_name == 'push'" == upload["if"]


def test_quarto_is_pinned_and_left_out_once():
    """One version of Quarto everywhere that it is set up, and a job that renders without it."""
    setups = [step for step in steps("report.yml") if "quarto-actions/setup@" in step.get("uses", "")]
    assert 1 == len({step["with"]["version"] for step in setups})
    assert re.fullmatch(r"\d+\.\d+\.\d+", setups[0]["with"]["version"])
    assert not any("quarto" in step.get("uses", "") for step in jobs("report.yml")["pandoc"]["steps"])


def test_every_job_ends_sometime():
    """A hanging job costs minutes, not hours."""
    assert all(job["timeout-minutes"] <= 45 for name in WORKFLOWS for job in jobs(name).values())
