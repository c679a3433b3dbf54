"""Search the calibration anew and write the committed table: `python -m analysis.simulate` (a few minutes)."""

from analysis.simulate.cohort import published_cohort
from analysis.simulate.table import DEFAULT_SEED, TABLE, searched_calibration, write_calibration

if __name__ == "__main__":
    changed = write_calibration(searched_calibration(published_cohort(), DEFAULT_SEED, print))
    print(f"{TABLE.name} {'has changed' if changed else 'is as it was'}")
