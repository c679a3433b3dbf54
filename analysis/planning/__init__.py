"""The command `vpreport plan`: how many speakers, and trial utterances of each, a wanted width or difference takes."""
