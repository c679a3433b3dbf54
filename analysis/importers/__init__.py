"""Importers: what other tools wrote, turned into a study's folder.

`run.import_study` takes sources (folders, files, zip archives), asks each format whether it knows them, and writes the
study that the format drafts: all of it, once it is sound, or nothing. A format reads a `Tree` and knows no path of the
machine; a `Draft` holds the study's files and everything that was missing or disagreed on the way. A new format is one
module with `recognises` and `read`, a line in `titles.TITLES` and one in `formats.FORMATS`.
"""
