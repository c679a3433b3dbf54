"""The listening test: blind kits for listeners, and the scores of the sheets that come back.

`design.py` decides what a listener hears and in which order, `kit.py` writes it, `sheets.py` and `webmushra.py` read
answers, `score.py` turns them into numbers over `measures/opinion.py`.
"""
