"""The page of the test: self-contained, blind, and in a browser also what it promises."""

import base64
import html
import json
import re
import shutil
import subprocess

import pytest

from analysis.listening.design import design, material
from analysis.listening.page import page, script_json
from analysis.listening.tables import LIKE, NATURAL, RATING, ab_sheet, csv_text, mos_sheet
from tests.listening.studies import TEMPLATES, audible
from tests.studies import wav

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    return design(material(audible(tmp_path_factory.mktemp("studies") / "tiny")), "L01", 1)


@pytest.fixture(scope="module")
def text(plan):
    names = [item.name for item in plan.items]
    names += [f"{trial.name}_{side}" for trial in plan.trials for side in "XAB"]
    sheets = {"mos": ("listening_mos_L01.csv", mos_sheet(plan)), "ab": ("listening_ab_L01.csv", ab_sheet(plan))}
    return page(plan, sheets, dict.fromkeys(names, wav(0.05)), TEMPLATES)


def kit_in(text):
    return json.loads(re.search(r'<script id="kit" type="application/json">(.*?)</script>', text, re.S).group(1))


def test_every_clip_is_in_the_page(plan, text):
    """As the bytes that were handed in, under its blind name."""
    sounds = kit_in(text)["sounds"]
    assert len(plan.items) + 3 * len(plan.trials) == len(sounds)
    assert wav(0.05) == base64.b64decode(sounds["T001_A"])


def test_nothing_in_the_page_leads_to_a_network(text):
    """No address, no link, no script of others; and a rule in the page forbids the browser any."""
    without_sounds = re.sub(r'"sounds":\{.*?\}', "", text)
    assert not re.search(r"https?:|//[a-z]|src=\"(?!data:)|@import|url\(|<iframe|<form|fetch|XMLHttp", without_sounds)
    assert ["data:,"] == re.findall(r'href="([^"]*)"', without_sounds)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    assert policy.startswith("default-src 'none'")
    assert "connect-src" not in policy


def test_the_page_knows_the_columns_of_the_sheets(text):
    """The script fills the columns by the names that the sheets have."""
    for name in (RATING, NATURAL, LIKE):
        assert f'"{name}"' in text


def test_text_cannot_end_the_script():
    """Whatever it holds."""
    assert "</script" not in script_json({"a": "</script><b>"})


DRIVER = """
const out = {}, texts = [], make = URL.createObjectURL;
const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
const buttons = () => [...document.querySelectorAll("button")];
const press = (words) => buttons().find((one) => one.textContent.startsWith(words)).click();
URL.createObjectURL = (blob) => { texts.push(blob.text()); return make.call(URL, blob); };
document.addEventListener("click", (event) => {
  if (event.target.download) { out.names = (out.names || []).concat(event.target.download); event.preventDefault(); }
}, true);
key("n");
for (let i = 0; i < ITEMS; i++) { key(String(i % 5 + 1)); key("n"); }
key("n");
for (let i = 0; i < TRIALS; i++) { key(i % 2 ? "1" : "2"); if (i) key("3"); key("n"); }
out.count = document.getElementById("count").textContent;
press("Save the ratings");
press("Save the comparisons");
out.kept = Object.values(localStorage).length;
out.blocked = "no";
document.addEventListener("securitypolicyviolation", () => { out.blocked = "yes"; });
fetch("data:text/plain,x").catch(() => 0);
const sound = new Audio("data:audio/wav;base64," + JSON.parse(document.getElementById("kit").textContent).sounds.M001);
sound.onloadedmetadata = sound.onerror = () => Promise.all(texts).then((all) => {
  out.texts = all;
  out.seconds = sound.duration || 0;
  document.body.innerHTML = "<pre id=out></pre>";
  document.getElementById("out").textContent = JSON.stringify(out);
});
"""


def in_browser(folder, text, driver):
    """Run the page with a script at its end in a browser and return the page as it is then."""
    place = folder / "page.html"
    place.write_text(text.replace("</body>", f"<script>{driver}</script></body>"), encoding="utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
         "--virtual-time-budget=8000", "--dump-dom", place.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


@browser
def test_a_listener_who_uses_the_keyboard_saves_the_sheets_as_they_were_made(tmp_path, plan, text):
    """What is saved differs from the empty sheets by the answers only; answers outlive the browser; no request."""
    driver = DRIVER.replace("ITEMS", str(len(plan.items))).replace("TRIALS", str(len(plan.trials)))
    shown = in_browser(tmp_path, text, driver)
    out = json.loads(html.unescape(re.search(r'<pre id="out">(.*?)</pre>', shown, re.S).group(1)))
    answered = len(plan.items) + len(plan.trials) - 1
    assert f"{answered} of {answered + 1} answered" == out["count"]
    assert ["listening_mos_L01.csv", "listening_ab_L01.csv"] == out["names"]
    mos = csv_text(mos_sheet(plan)).splitlines()
    ratings = [line + str(place % 5 + 1) for place, line in enumerate(mos[1:])]
    assert "\n".join([mos[0], *ratings]) + "\n" == out["texts"][0]
    ab = csv_text(ab_sheet(plan)).splitlines()
    sides = [("B", "") if place == 0 else ("BA"[place % 2], "A") for place in range(len(ab) - 1)]
    expected = [
        f"{line.removesuffix(',,')},{natural},{like}" for line, (natural, like) in zip(ab[1:], sides, strict=True)
    ]
    assert "\n".join([ab[0], *expected]) + "\n" == out["texts"][1]
    assert (1, "yes") == (out["kept"], out["blocked"])
    assert 0.05 == pytest.approx(out["seconds"], abs=0.01)

    again = in_browser(tmp_path, text, "document.title = document.getElementById('count').textContent;")
    assert f"<title>{answered} of {answered + 1} answered</title>" in again
