"""What a site carries beside its pages: the ledger as JSON, how to cite it, and its RO-Crate."""

import csv
import hashlib
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

import analysis
from analysis.errors import InputError
from analysis.ledger import COLUMNS, format_number
from analysis.pages.engines.sources import page_sources
from analysis.pages.markup import plain
from analysis.pages.publication import publication, tables
from analysis.pages.publication.about import About, StudyAbout, read_about
from analysis.pages.publication.citation import citation
from analysis.results import Author

from ..results import HOSTILE, ROOT, benchmark, challenge, hostile_benchmark, write_report

AUTHORS = (Author("A. Author", "An Institute"), Author(HOSTILE[0], "An Institute"), Author("B. ខ្មែរ"))
SPECIFICATION = "https://w3id.org/ro/crate/1.2"
TERMS = {
    "@id", "@type", "about", "affiliation", "author", "conformsTo", "contentSize", "datePublished", "description",
    "encodingFormat", "hasPart", "instrument", "isBasedOn", "license", "localPath", "mentions", "name", "object",
    "result", "sha256", "softwareRequirements", "url", "version",
}  # fmt: skip
"""Of the context of RO-Crate 1.2."""
TYPES = {"CreateAction", "CreativeWork", "Dataset", "File", "Organization", "Person", "SoftwareApplication"}
PERSON = {"name"}
CITED = {
    "cff-version", "message", "type", "title", "authors", "date-released", "license", "license-url", "references",
    "version",
}  # fmt: skip
VERSIONS = ("voice-privacy-report 0.1.0", "numpy 2.4.6 or 2.5.5", "scipy 1.0 (not pinned by requirements.lock)")


def put_inputs(report: Path, *studies: str) -> None:
    """Write `inputs.csv` for two files of each study."""
    with (report / "inputs.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("path", "sha256", "bytes"))
        for study in studies:
            for name in ("meta/a b.csv", "embeddings/x#1.npz"):
                path = f"data/{study}/{name}"
                writer.writerow((path, hashlib.sha256(path.encode()).hexdigest(), len(path)))


@pytest.fixture(scope="module", params=["calm", "hostile"])
def made(request, tmp_path_factory):
    """Two studies with authors, date and licence, one of them with every hostile text; and what their site carries."""
    report = tmp_path_factory.mktemp("re port") / "report"
    lead = benchmark(3) if request.param == "calm" else hostile_benchmark()
    lead = replace(lead, authors=AUTHORS, date="2026-03-01", license="CC-BY-4.0")
    other = replace(challenge(3), authors=AUTHORS[:1], date="March 2024")
    write_report(report, lead, other, versions=VERSIONS)
    put_inputs(report, lead.study, other.study)
    return report, publication(ROOT, report), (lead, other)


def graph(files: dict[str, bytes]) -> dict[str, dict]:
    content = json.loads(files["ro-crate-metadata.json"])
    found = {entity["@id"]: entity for entity in content["@graph"]}
    assert f"{SPECIFICATION}/context" == content["@context"]
    assert len(content["@graph"]) == len(found)
    return found


def links(value: object) -> list[str]:
    if isinstance(value, dict):
        return [value["@id"]]
    return [link for item in value for link in links(item)] if isinstance(value, list) else []


def test_the_ledger_in_json_says_what_the_table_says(made):
    """Every row with every column, in the same order, with the same digits; what is empty there is null here."""
    report, files, _ = made
    with (report / "ledger.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    found = json.loads(files["report/ledger.json"])
    assert [list(COLUMNS)] * len(rows) == [list(row) for row in found]
    numbers = {"value", "ci_low", "ci_high"}
    assert rows == [
        {
            name: "" if row[name] is None else format_number(row[name]) if name in numbers else str(row[name])
            for name in COLUMNS
        }
        for row in found
    ]
    assert len(found) + 2 == files["report/ledger.json"].count(b"\n")


def test_the_crate_describes_itself_and_its_folder(made):
    """The descriptor leads to the folder, which has name, description, date, licence and parts, as the rules ask."""
    _, files, (lead, other) = made
    found = graph(files)
    descriptor, root = found["ro-crate-metadata.json"], found["./"]
    assert ("CreativeWork", {"@id": "./"}) == (descriptor["@type"], descriptor["about"])
    assert {"@id": SPECIFICATION} == descriptor["conformsTo"]
    assert ("Dataset", f"{plain(lead.title)}: full appendix") == (root["@type"], root["name"])
    assert "2026-03-01" == root["datePublished"]
    assert "CC-BY-4.0" == found[root["license"]["@id"]]["name"]
    assert all(plain(study.title) in root["description"] for study in (lead, other))
    assert [plain(author.name) for author in AUTHORS] == [found[link]["name"] for link in links(root["author"])]


def test_every_link_of_the_crate_leads_somewhere(made):
    """A link names an entity of the crate, or the specification; identifiers are valid addresses."""
    found = graph(made[1])
    for entity in found.values():
        assert set(entity) <= TERMS and entity["@type"] in TYPES
        led = [link for value in entity.values() for link in links(value)]
        assert [] == [link for link in led if link not in found and link != SPECIFICATION]
        assert re.fullmatch(r"[A-Za-z0-9#./%_~:-]+", entity["@id"])


def test_the_files_of_the_crate_are_those_of_the_site(made):
    """Pages, PDFs, tables, figures and assets, each once, with media type; digest and size where bytes are the same."""
    report, files, _ = made
    found = graph(files)
    parts = {unquote(link): found[link] for link in links(found["./"]["hasPart"])}
    sources = page_sources(ROOT, report)
    pages = {f"report/{source.name[:-4]}.html" for source in sources if "html" in source.formats}
    content = {f"report/{path.relative_to(report).as_posix()}": path.read_bytes() for path in tables(report)}
    content |= {name: data for name, data in files.items() if name not in (".nojekyll", "ro-crate-metadata.json")}
    assert pages | {"report/summary.pdf", "report/appendix.pdf"} | set(content) == set(parts)
    for path, data in content.items():
        assert (str(len(data)), hashlib.sha256(data).hexdigest()) == (parts[path]["contentSize"], parts[path]["sha256"])
    assert [] == [path for path in pages if "sha256" in parts[path]]
    assert [] == [path for path, part in parts.items() if not part.get("encodingFormat") or not part.get("description")]
    assert {path for path, entity in found.items() if entity["@type"] == "File" and path[0] != "#"} == set(
        links(found["./"]["hasPart"])
    )


def test_the_inputs_have_digest_and_size(made):
    """Every input stands with its study, under a local name; the ledger is made of them."""
    report, files, (lead, other) = made
    found = graph(files)
    with (report / "inputs.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    inputs = {entity["localPath"]: entity for entity in found.values() if "localPath" in entity}
    assert {row["path"]: (row["sha256"], row["bytes"]) for row in rows} == {
        path: (entity["sha256"], entity["contentSize"]) for path, entity in inputs.items()
    }
    assert all(entity["@id"].startswith("#data/") for entity in inputs.values())
    studies = [found[link] for link in links(found["./"]["isBasedOn"])]
    assert [plain(lead.title), plain(other.title)] == [study["name"] for study in studies]
    for study, results in zip(studies, (lead, other), strict=True):
        paths = [found[link]["localPath"] for link in links(study["hasPart"])]
        assert [row["path"] for row in rows if f"data/{results.study}/" in row["path"]] == paths
    action = found["#build"]
    assert {entity["@id"] for entity in inputs.values()} == set(links(action["object"]))
    assert "report/ledger.csv" == action["result"]["@id"]


def test_the_software_has_its_versions(made):
    """The program with its libraries, each in the words of the lock file."""
    found = graph(made[1])
    program = found[found["#build"]["instrument"]["@id"]]
    assert ("voice-privacy-report", "0.1.0") == (program["name"], program["version"])
    libraries = [(found[link]["name"], found[link]["version"]) for link in links(program["softwareRequirements"])]
    assert [("numpy", "2.4.6 or 2.5.5"), ("scipy", "1.0 (not pinned by requirements.lock)")] == libraries


def test_a_report_can_be_cited(made):
    """The file has what the format asks for: a title, authors as written, a day, terms, what it rests on."""
    _, files, (lead, other) = made
    found = yaml.safe_load(files["CITATION.cff"])
    assert set(found) <= CITED and "1.2.0" == found["cff-version"] and found["message"]
    assert f"{plain(lead.title)}: full appendix" == found["title"]
    assert [{"name": plain(author.name)} for author in AUTHORS] == found["authors"]
    assert ("2026-03-01", "CC-BY-4.0") == (str(found["date-released"]), found["license"])
    assert [("software", "voice-privacy-report"), ("data", plain(other.title))] == [
        (item["type"], item["title"]) for item in found["references"]
    ]
    assert all(item["authors"] and set(author) == PERSON for item in found["references"] for author in item["authors"])


def test_the_same_report_gives_the_same_bytes(made):
    """Made twice, nothing differs; no clock and no path of the machine is in it."""
    report, files, _ = made
    assert files == publication(ROOT, report)
    for name, content in files.items():
        if not name.startswith("assets/"):
            assert str(ROOT).encode() not in content and str(report).encode() not in content, name
    assert b"" == files[".nojekyll"]


def test_a_study_that_says_little_is_cited_all_the_same():
    """No author, date or licence is made up; the study's authors are cited as such."""
    found = yaml.safe_load(citation(About((StudyAbout("s", "A study", "benchmark"),), ())))
    assert [{"name": "The authors of A study"}] == found["authors"]
    assert set() == {"date-released", "license", "license-url"} & set(found)


@pytest.mark.parametrize(("expected", "date"), [("2024", "2024"), ("2024-05", "2024-05"), ("", "2024-13"), ("", "May")])
def test_a_date_is_one_that_can_be_read(expected, date):
    """Year, month or day in figures; other words are no date for a program."""
    assert expected == StudyAbout("s", "S", "benchmark", date=date).iso_date


def test_the_date_is_a_studys(tmp_path):
    """Where the lead study has no date, the latest of the others stands; where none has one, none is made up."""
    for dates, expected in ((("", "2024"), "2024"), (("2026-01", "2030"), "2026-01"), (("", "May 2024"), None)):
        lead, other = (replace(made, date=date) for made, date in zip((benchmark(2), challenge(2)), dates, strict=True))
        report = write_report(tmp_path / f"of {expected}", lead, other)
        assert expected == graph(publication(ROOT, report))["./"].get("datePublished")


def test_terms_may_be_an_address():
    """Terms that no list knows are an address."""
    study = StudyAbout("s", "S", "benchmark", license="https://example.org/terms")
    found = yaml.safe_load(citation(About((study,), ())))
    assert ("https://example.org/terms", False) == (found["license-url"], "license" in found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("about.json", "{"), ("about.json", '{"studies": [], "software": []}'), ("about.json", '{"studies": [{}]}'),
        ("inputs.csv", "a,b\n1,2\n"), ("inputs.csv", "path,sha256,bytes\na,b,many\n"), ("ledger.csv", "a\n"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_told(made, tmp_path, name, text):
    """A file that no build wrote ends with its name and what to run."""
    report = shutil.copytree(made[0], tmp_path / "report")
    (report / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        publication(ROOT, report)
    assert name in str(caught.value) and "vpreport build" in str(caught.value)


def test_what_is_said_of_a_study_comes_back(made):
    """`about.json` holds the lead study first, with everything that is said of it."""
    report, _, (lead, other) = made
    about = read_about(report / "about.json")
    assert [lead.study, other.study] == [study.study for study in about.studies]
    assert ("2026-03-01", "CC-BY-4.0", True) == (about.lead.date, about.lead.license, about.lead.simulated)
    assert tuple(line.partition(" ")[::2] for line in VERSIONS) == about.software
    assert (report / "about.json").read_text(encoding="utf-8").endswith("}\n")


def test_the_programs_own_citation_is_current():
    """The repository's citation file names the version that the package has, and its licence."""
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert ("software", analysis.__version__, "MIT") == (found["type"], found["version"], found["license"])
    assert set(found) <= CITED | {"abstract"} and found["authors"]


def test_a_report_without_its_description_has_tables_only(made, tmp_path):
    """An older report still renders: it has the ledger in JSON, and no citation."""
    report = shutil.copytree(made[0], tmp_path / "report")
    (report / "about.json").unlink()
    names = {name for name in publication(ROOT, report) if not name.startswith("assets/")}
    assert {".nojekyll", "report/ledger.json"} == names
