"""Whether an anonymization system protects female and male speakers alike, at the operating point of the EER."""

import math
from decimal import Decimal


def mfdr(eer_female: float, eer_male: float) -> float:
    """Return the modified fairness discrepancy rate in percent: 200 · |f − m| / (f + m); NaN where it is undefined.

    eer_female, eer_male: EERs of the two subsets of trials, in one unit. 0 where both are equal, 200 where one of them
    is 0; undefined where both are 0, or one is missing. The larger, the less even is the protection.
    Source: the report of the third VoicePrivacy Challenge (2024), section 6.5, after the fairness discrepancy rate of
    T. de Freitas Pereira and S. Marcel, Fairness in biometrics, IEEE TBIOM 4(1), 2022.

    >>> round(mfdr(8.76, 0.42), 1), mfdr(21.0, 0.0), mfdr(0.0, 0.0)
    (181.7, 200.0, nan)
    """
    if not (eer_female >= 0 and eer_male >= 0):
        if math.isnan(eer_female) or math.isnan(eer_male):
            return math.nan
        raise ValueError(f"an EER is not negative, as in {eer_female} and {eer_male}")
    female, male = Decimal(repr(float(eer_female))), Decimal(repr(float(eer_male)))
    return float(200 * abs(female - male) / (female + male)) if female + male else math.nan
