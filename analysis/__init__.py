"""Turn the files of a voice-privacy benchmark into a report in which every number says where it comes from."""

__version__ = "0.1.0"
