"""Published values as ledger rows."""

FILE = "meta/published.csv"


def test_a_further_published_number_is_a_shipped_row(results):
    """Tag, source, digits, interval and n are those of the file; the unit follows from the measure."""
    text = (
        "key,value,ci_low,ci_high,n,source\nleak/semi_informed,-0.610,-0.9,0.1,16,prosody leak\n"
        "width/trials/a%2Fb/lazy,5.1,,,,\nodd/thing,3,,,,x\n"
    )
    ledger = results({FILE: text}).ledger
    leak, width = ledger["tiny/shipped/leak/semi_informed"], ledger["tiny/shipped/width/trials/a%2Fb/lazy"]
    assert (-0.61, 3, "correlation", -0.9, 0.1, 16) == (
        leak.value, leak.decimals, leak.unit, leak.ci_low, leak.ci_high, leak.n
    )  # fmt: skip
    assert ("shipped", "real", f"{FILE}, prosody leak") == (leak.tag, leak.inputs, leak.source)
    assert (5.1, "percentage points", FILE, None) == (width.value, width.unit, width.source, width.n)
    assert "" == ledger["tiny/shipped/odd/thing"].unit


def test_without_the_file_no_row_is_made(tiny):
    """A study without the file has no row from it."""
    assert not [entry.key for entry in tiny.ledger if FILE in entry.source]
