"""The values that were published for the Khmer benchmark, digit for digit, and the targets taken from them.

They stand here as text, because a published value keeps the digits it was printed with. Nothing in this module is
simulated, and nothing is filled in: a value that was not printed is an empty cell. The board that the values come from
lists twenty systems; thirteen of them have printed values, and only those are here.
"""

from __future__ import annotations

import csv
import io
import json

PHONE = "phone (iAny)"
STUDIO = "studio (OpenSLR 42)"

ATTACKERS = ("ignorant", "lazy", "semi_informed")

SYSTEMS = (
    "original",
    "mcadams",
    "knnvc_english_pool",
    "knnvc_khmer_pool",
    "knnvc_khmer_pool_samegender",
    "asr_tts",
    "sslsas",
    "private_knnvc_english_durations",
)
"""The systems that have files, in the order of the published tables."""

TRANSCRIBED = tuple(system for system in SYSTEMS if system != "knnvc_khmer_pool_samegender")
"""The systems with transcripts."""

VOICED = tuple(system for system in TRANSCRIBED if system != "original")
"""The anonymizers with audio."""

SEMI_INFORMED = tuple(system for system in SYSTEMS if system != "asr_tts")
"""The systems with embeddings of a fine-tuned encoder."""

# The board: EER (with interval) under the ignorant and the lazy attacker, EER under the semi-informed one, CER over
# everything and by corpus, pitch correlation over all trial utterances, UTMOS.
_LEADERBOARD = """\
system,eer_ignorant,eer_ignorant_ci_low,eer_ignorant_ci_high,eer_lazy,eer_lazy_ci_low,eer_lazy_ci_high,\
eer_semi_informed,cer,cer_phone,cer_studio,rho_f0,utmos
original,2.40,1.4,3.49,2.40,1.4,3.49,3.02,7.58,6.88,9.09,1.00,2.40
mcadams,29.63,26.51,32.99,25.27,21.63,28.06,14.19,38.35,43.77,26.77,0.732,1.64
knnvc_english_pool,40.62,37.91,44.04,43.65,41.0,46.51,37.96,27.55,32.31,17.36,0.673,2.52
knnvc_khmer_pool,43.98,40.7,47.67,46.74,44.14,49.35,43.49,24.42,27.89,16.99,0.614,2.39
knnvc_khmer_pool_samegender,40.70,37.67,44.88,33.95,31.06,36.74,31.40,24.6,,,0.63,2.34
asr_tts,45.31,41.14,49.72,49.99,47.36,52.35,,31.25,30.02,33.87,0.317,2.49
sslsas,50.70,44.96,55.35,12.82,11.05,14.87,9.77,29.62,35.50,17.05,0.699,2.93
private_knnvc_english_durations,48.13,44.19,51.63,36.82,33.91,39.77,36.51,113.60,121.45,96.80,0.180,1.23
sslsas_khmer_pool,43.5,,,7.4,,,6.3,27.0,,,0.73,2.49
sslsas_english_pool_variant,45.3,,,4.7,,,4.0,,,,,
private_knnvc_khmer_durations,48.1,,,36.7,,,37.4,49.1,,,0.32,1.91
vpc2024_b5,46.5,,,48.8,,,46.8,102.7,,,0.61,1.83
openvoice,29.0,,,30.2,,,20.0,34.4,,,0.75,2.12
"""
BOARD = {row["system"]: row for row in csv.DictReader(io.StringIO(_LEADERBOARD))}
"""The board's cells as text, by system and column."""

LABELS = {
    "original": "Original",
    "mcadams": "McAdams",
    "knnvc_english_pool": "kNN-VC, English pool",
    "knnvc_khmer_pool": "kNN-VC, Khmer pool",
    "knnvc_khmer_pool_samegender": "kNN-VC, Khmer pool, same gender",
    "asr_tts": "ASR→TTS",
    "sslsas": "SSL-SAS",
    "private_knnvc_english_durations": "Private kNN-VC, English durations",
    "sslsas_khmer_pool": "SSL-SAS, Khmer pool",
    "sslsas_english_pool_variant": "SSL-SAS, English pool",
    "private_knnvc_khmer_durations": "Private kNN-VC, Khmer durations",
    "vpc2024_b5": "VoicePrivacy 2024 B5",
    "openvoice": "OpenVoice",
}

# What was published beside the board: the prosody leak over its systems that have a semi-informed EER, how wide three
# bootstraps came out for one system, the error rate as a mean over utterances, pitch and duration on the 20 demo clips.
_FURTHER = """\
key,value,ci_low,ci_high,n,source
leak/semi_informed,-0.61,,,16,"prosody leak: Pearson correlation over the systems of the board"
leak_without_reference/semi_informed,-0.53,,,15,"prosody leak: the same without the original"
width/speaker/knnvc_khmer_pool/ignorant,5.1,,,,"bootstraps: width of the interval, speakers"
width/two_sided/knnvc_khmer_pool/ignorant,8.1,,,,"bootstraps: width of the interval, speakers on both sides"
width/trials/knnvc_khmer_pool/ignorant,5.5,,,,"bootstraps: width of the interval, trials"
cer_mean/original,7.41,,,430,"content: mean over utterances"
cer_mean/mcadams,39.02,,,430,"content: mean over utterances"
rho_f0_demo/mcadams,0.920,,,20,"prosody: pitch correlation on the demo clips"
rho_f0_demo/knnvc_english_pool,-0.132,,,20,"prosody: pitch correlation on the demo clips"
rho_f0_demo/knnvc_khmer_pool,-0.486,,,20,"prosody: pitch correlation on the demo clips"
rho_f0_demo/asr_tts,0.323,,,20,"prosody: pitch correlation on the demo clips"
rho_f0_demo/sslsas,0.923,,,20,"prosody: pitch correlation on the demo clips"
rho_f0_demo/private_knnvc_english_durations,0.596,,,19,"prosody: pitch correlation on the demo clips"
duration_ratio/mcadams,1.000,,,20,"prosody: duration ratio on the demo clips"
duration_ratio/knnvc_english_pool,0.996,,,20,"prosody: duration ratio on the demo clips"
duration_ratio/knnvc_khmer_pool,0.996,,,20,"prosody: duration ratio on the demo clips"
duration_ratio/asr_tts,1.152,,,20,"prosody: duration ratio on the demo clips"
duration_ratio/sslsas,0.997,,,20,"prosody: duration ratio on the demo clips"
duration_ratio/private_knnvc_english_durations,0.788,,,20,"prosody: duration ratio on the demo clips"
median_f0/mcadams,213.8,,,20,"prosody: median F0 of the demo clips"
median_f0/knnvc_english_pool,158.5,,,20,"prosody: median F0 of the demo clips"
median_f0/knnvc_khmer_pool,156.3,,,20,"prosody: median F0 of the demo clips"
median_f0/asr_tts,136.9,,,20,"prosody: median F0 of the demo clips"
median_f0/sslsas,220.1,,,20,"prosody: median F0 of the demo clips"
median_f0/private_knnvc_english_durations,143.9,,,19,"prosody: median F0 of the demo clips"
median_f0/original,217,,,20,"prosody: median F0 of the demo clips"
listening/half_width/1,0.6,,,20,"listening test: about half the width of an interval, one listener, random ratings"
listening/half_width_least/1,0.50,,,20,"listening test: the same, narrowest of the systems"
listening/half_width_most/1,0.65,,,20,"listening test: the same, widest of the systems"
"""
FURTHER = {row["key"]: row for row in csv.DictReader(io.StringIO(_FURTHER))}
"""The cells of the further published numbers as text, by key."""

DESCRIPTIONS = {
    "original": "The recordings as they are, without anonymization: the lower end of privacy.",
    "mcadams": "Signal processing alone: the angles of the LPC poles are bent by a coefficient drawn anew for each "
    "utterance, which moves the formants. Nothing is trained.",
    "knnvc_english_pool": "Each frame is replaced by its nearest neighbours in the speech of one target voice, drawn "
    "at random for the utterance out of 40 English ones.",
    "knnvc_khmer_pool": "Nearest-neighbour conversion towards one of 17 Khmer voices, drawn at random for each "
    "utterance.",
    "knnvc_khmer_pool_samegender": "As with the Khmer pool, but the target is drawn among the voices of the "
    "speaker's gender.",
    "asr_tts": "The speech is recognized as Khmer text, and one synthetic Khmer voice reads the text out.",
    "sslsas": "Self-supervised content features and the pitch curve are kept; each speaker gets one pseudo-voice that "
    "stays the same for all utterances.",
    "private_knnvc_english_durations": "Nearest-neighbour conversion behind an English phone recognizer, with a "
    "duration model that sets the timing anew.",
    "sslsas_khmer_pool": "SSL-SAS with pseudo-voices that are built from Khmer voices.",
    "sslsas_english_pool_variant": "SSL-SAS with pseudo-voices that are built from English voices.",
    "private_knnvc_khmer_durations": "Private kNN-VC with a duration model of Khmer speech.",
    "vpc2024_b5": "Baseline B5 of the VoicePrivacy Challenge 2024: bottleneck features of a speech recognizer, vector "
    "quantized, and a neural vocoder.",
    "openvoice": "Tone colour conversion with OpenVoice.",
}

# Second system, first system, then the printed difference and interval for each measure.
_PAIRED = (
    (
        "knnvc_khmer_pool",
        "knnvc_english_pool",
        "Does a pool of Khmer target voices serve Khmer speech better than an English pool?",
        {
            "delta_eer_ignorant": (3.35, -0.47, 6.96),
            "delta_eer_lazy": (3.09, -0.83, 6.99),
            "delta_eer_semi": (5.53, 1.32, 9.05),
            "delta_cer": (-3.14, -6.25, -0.05),
        },
    ),
    (
        "knnvc_khmer_pool",
        "mcadams",
        "Does a learned conversion do better than the baseline that uses signal processing alone?",
        {
            "delta_eer_ignorant": (14.35, 9.97, 18.77),
            "delta_eer_lazy": (21.48, 17.69, 26.06),
            "delta_eer_semi": (29.3, 25.48, 33.86),
            "delta_cer": (-13.94, -20.69, -7.3),
        },
    ),
    (
        "knnvc_khmer_pool_samegender",
        "knnvc_khmer_pool",
        "What does it cost in privacy when the target voice keeps the speaker's gender?",
        {
            "delta_eer_ignorant": (-3.28, -6.39, 0.86),
            "delta_eer_lazy": (-12.79, -16.04, -9.7),
            "delta_eer_semi": (-12.09, -15.58, -8.35),
            "delta_cer": (0.14, -4.42, 4.92),
        },
    ),
)

REGISTERED_PAIRS = 6
"""How many comparisons the original study registered; the values of three of them are printed."""

# Same-gender EER by the attacker, from the board.
EER = {
    attacker: {system: float(BOARD[system][column]) for system in SYSTEMS if BOARD[system][column]}
    for attacker in ATTACKERS
    for column in [f"eer_{attacker}"]
}

# The intervals that the original study recomputed by the one-sided speaker bootstrap, 1,000 draws.
EER_INTERVALS = {
    "ignorant": {
        "original": (1.4, 3.5),
        "mcadams": (26.3, 33.0),
        "knnvc_english_pool": (38.4, 43.5),
        "knnvc_khmer_pool": (41.4, 46.5),
        "knnvc_khmer_pool_samegender": (36.0, 46.8),
        "asr_tts": (42.4, 47.7),
        "sslsas": (46.1, 55.5),
        "private_knnvc_english_durations": (44.2, 51.8),
    },
    "lazy": {
        "original": (1.4, 3.5),
        "mcadams": (21.6, 28.3),
        "knnvc_english_pool": (41.4, 46.0),
        "knnvc_khmer_pool": (44.3, 49.1),
        "knnvc_khmer_pool_samegender": (31.2, 36.3),
        "asr_tts": (47.5, 52.5),
        "sslsas": (11.1, 14.7),
        "private_knnvc_english_durations": (34.1, 39.5),
    },
    "semi_informed": {
        "original": (1.7, 3.9),
        "mcadams": (10.2, 16.6),
        "knnvc_english_pool": (35.4, 40.9),
        "knnvc_khmer_pool": (40.3, 46.0),
        "knnvc_khmer_pool_samegender": (28.7, 33.7),
        "sslsas": (7.7, 12.0),
        "private_knnvc_english_durations": (33.5, 39.5),
    },
}

# Ignorant attacker, one row a system: all trials, same-gender and same-corpus, same-gender phone, same-gender studio.
EER_BY_LIST = {
    "original": (1.84, 3.02, 3.1, 1.6),
    "mcadams": (23.95, 31.16, 30.0, 31.8),
    "knnvc_english_pool": (40.2, 42.1, 41.2, 45.5),
    "knnvc_khmer_pool": (44.2, 45.1, 45.9, 46.2),
    "knnvc_khmer_pool_samegender": (34.6, 42.6, 39.3, 39.2),
    "asr_tts": (48.6, 48.4, 47.8, 48.9),
    "sslsas": (41.9, 52.8, 52.2, 48.2),
    "private_knnvc_english_durations": (44.2, 50.9, 47.9, 47.4),
}

# CER over everything, the phone corpus and the studio corpus.
CER = {
    system: tuple(float(BOARD[system][column]) for column in ("cer", "cer_phone", "cer_studio"))
    for system in TRANSCRIBED
}

CER_INTERVALS = {
    "original": (5.94, 9.44),
    "mcadams": (33.13, 44.74),
    "knnvc_english_pool": (22.53, 33.90),
    "knnvc_khmer_pool": (18.94, 31.35),
    "asr_tts": (29.44, 33.17),
    "sslsas": (22.84, 38.06),
    "private_knnvc_english_durations": (105.32, 123.56),
}

# On the 20 demo clips: pitch correlation with the originals, mean duration ratio, median F0 in Hz.
PROSODY = {
    system: tuple(
        float(FURTHER[f"{name}/{system}"]["value"]) for name in ("rho_f0_demo", "duration_ratio", "median_f0")
    )
    for system in VOICED
}

ORIGINAL_MEDIAN_F0 = float(FURTHER["median_f0/original"]["value"])

TRIALS = {
    "all": 18490,
    "same_gender": 10090,
    "same_gender_same_corpus": 6350,
    "same_gender_phone": 5140,
    "same_gender_studio": 1210,
}


def registered_questions() -> list[tuple[str, str, str]]:
    """Return (first system, second system, question) of the registered pairs whose values are printed."""
    return [(first, second, question) for second, first, question, _ in _PAIRED]


def leaderboard_csv() -> str:
    """Return `leaderboard.csv` with the published values, a row a system, and empty cells where none was printed."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow((*BOARD["original"], "description"))
    for system, cells in BOARD.items():
        writer.writerow((*cells.values(), DESCRIPTIONS[system]))
    return buffer.getvalue()


def published_csv() -> str:
    """Return `published.csv` with the numbers that were published beside the board."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(FURTHER["leak/semi_informed"])
    writer.writerows(row.values() for row in FURTHER.values())
    return buffer.getvalue()


def paired_comparisons_json() -> str:
    """Return `paired_comparisons.json` with the published differences, their intervals and the number of draws."""
    content: dict[str, object] = {"n_boot": 2000, "registered": REGISTERED_PAIRS}
    for second, first, _, measures in _PAIRED:
        content[f"{second} minus {first}"] = {
            name: {"observed": observed, "ci95": [low, high]} for name, (observed, low, high) in measures.items()
        }
    return json.dumps(content, indent=2) + "\n"
