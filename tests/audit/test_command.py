"""The verb `audit`: its exit codes and its three forms."""

import json
import shutil

import pytest

from analysis import cli


@pytest.fixture
def vpreport(clean, monkeypatch, capfd):
    """Run the command in the clean clone; returns (exit code, output, errors)."""
    monkeypatch.chdir(clean.root)

    def call(*arguments):
        code = cli.run([str(argument) for argument in arguments])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        return code, told.out, told.err

    return call


def test_a_clean_site_exits_with_zero(vpreport):
    """The site of the clone is the default; the output says how many numbers are tagged."""
    code, out, _ = vpreport("audit")
    assert (0, True, True) == (code, "numbers tagged (100.0 %)" in out, out.endswith("\n0 findings\n"))


def test_findings_exit_with_one_in_each_form(vpreport, clean, tmp_path):
    """A table, Markdown and JSON say the same finding; a site can be named."""
    site = tmp_path / "my site"
    shutil.copytree(clean.site, site)
    page = site / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("</p>", " 47.1</p>"), encoding="utf-8")
    told = {form: vpreport("audit", site, *form) for form in ((), ("--md",), ("--json",))}
    assert {1} == {code for code, _, _ in told.values()}
    assert told[()][1].endswith("\n1 finding\n") and told[("--md",)][1].startswith("**1 finding**")
    assert ["47.1"] == [one["found"] for one in json.loads(told[("--json",)][1])["findings"]]


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        (2, ("audit", "--nonsense")), (2, ("audit", "a", "b")), (2, ("audit", "--report", "nowhere")),
        (3, ("audit", "nowhere")),
    ],
)  # fmt: skip
def test_calls_that_cannot_work(vpreport, expected, arguments):
    """Usage is 2, a folder without a site is 3."""
    code, out, err = vpreport(*arguments)
    assert (expected, "") == (code, out) and err
