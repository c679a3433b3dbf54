"""Levels of an EER that the field agreed on; no measure of ours, but the same wherever an EER is judged."""

from decimal import Decimal

CATEGORIES = (10, 20, 30, 40)
"""Minimum average EERs, in percent, of the privacy categories; a system belongs to every one whose minimum it reaches.

Source: the ranking of the VoicePrivacy Challenges of 2022 and 2024.
"""

TRAP_POINTS = Decimal(20)
"""So many points between the ignorant and the lowest informed EER make a trap."""

CHANCE = 50.0
"""The EER, in percent, of an attacker who guesses."""
