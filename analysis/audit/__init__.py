"""The audit: reads what was rendered and says which number does not come from the ledger.

It checks the pages' work, so it shares no code with them: it has its own reader of HTML (`page`), of page sources
(`source`) and of PDFs (`pdf`), its own finder of numerals (`numerals`) and its own way to write a ledger value
(`tags`). What may hold digits and is no number stands in one list (`names`), or is marked as data and then stands in
the data (`known`). Beside numbers it follows every link (`links`), reads every input again (`inputs`) and holds what
the site carries for programs against the report (`carried`).

What a figure draws is not read: its lettering is drawn from the ledger as outlines, and holds the ticks of a scale.
Its words are: alternative text, and `<title>` and `<desc>` inside an SVG.
"""

from analysis.audit.run import Audit, audit

__all__ = ["Audit", "audit"]
