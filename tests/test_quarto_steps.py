"""The steps around a render: what Quarto adds is taken out, what a person put there stays."""

import pytest

from analysis.quarto_steps.post_render import take_out

ROBOTS = [(False, "Sitemap: https://a.b/c/sitemap.xml\n"), (True, "User-agent: *\n")]


@pytest.mark.parametrize(("stays", "text"), ROBOTS)
def test_what_quarto_adds_is_taken_out(tmp_path, stays, text):
    """Search index and sitemap go, and the note of where the sitemap is; a note of somebody's own stays."""
    for name in ("search.json", "sitemap.xml", "index.html"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "robots.txt").write_text(text, encoding="utf-8")
    take_out(tmp_path)
    assert {"index.html"} | ({"robots.txt"} if stays else set()) == {path.name for path in tmp_path.iterdir()}
    take_out(tmp_path)
