"""Choices that templates share (`view`), and those of one chapter each, under the chapter's name."""

from __future__ import annotations

from analysis.pages.views.agreement import AgreementView
from analysis.pages.views.attacked import AttackedView
from analysis.pages.views.attackers import AttackersView
from analysis.pages.views.bridge import BridgeView
from analysis.pages.views.certainty import CertaintyView
from analysis.pages.views.change import ChangeView
from analysis.pages.views.claims import ClaimsView
from analysis.pages.views.coverage import CoverageView
from analysis.pages.views.data import DataView
from analysis.pages.views.fronts import FrontsView
from analysis.pages.views.gender import GenderView
from analysis.pages.views.intervals import IntervalsView
from analysis.pages.views.kinds import KindsView
from analysis.pages.views.lineage import LineageView
from analysis.pages.views.listening import ListeningView
from analysis.pages.views.matrix import MatrixView
from analysis.pages.views.methods import MethodsView
from analysis.pages.views.pairs import PairsView
from analysis.pages.views.planning import PlanningView
from analysis.pages.views.protocol import ProtocolView
from analysis.pages.views.questions import OpenView, QuestionsView
from analysis.pages.views.ranks import RanksView
from analysis.pages.views.shortcuts import ShortcutsView
from analysis.pages.views.simulated_coverage import SimulatedCoverageView
from analysis.pages.views.speakers import SpeakersView
from analysis.pages.views.splits import SplitsView
from analysis.pages.views.trade import TradeView
from analysis.pages.views.trap import TrapView
from analysis.pages.views.utility import UtilityView
from analysis.pages.views.view import View
from analysis.results import Results

__all__ = ["View", "chapter_views"]


def chapter_views(results: Results) -> dict[str, object]:
    """Return the chapters' own choices by the names under which templates reach them."""
    return {
        "coverage": CoverageView(results),
        "data": DataView(results),
        "attackers": AttackersView(results),
        "certainty": CertaintyView(results),
        "shortcuts": ShortcutsView(results),
        "simulated": SimulatedCoverageView(results),
        "utility": UtilityView(results),
        "trade": TradeView(results),
        "pairs": PairsView(results),
        "trap": TrapView(results),
        "agreement": AgreementView(results),
        "listening": ListeningView(results),
        "intervals": IntervalsView(results),
        "planning": PlanningView(results),
        "speakers": SpeakersView(results),
        "methods": MethodsView(results),
        "questions": QuestionsView(results),
        "open": OpenView(results),
        "protocol": ProtocolView(results),
        "ranks": RanksView(results),
        "fronts": FrontsView(results),
        "change": ChangeView(results),
        "matrix": MatrixView(results),
        "gender": GenderView(results),
        "splits": SplitsView(results),
        "kinds": KindsView(results),
        "lineage": LineageView(results),
        "claims": ClaimsView(results),
        "bridge": BridgeView(results),
        "attacked": AttackedView(results),
    }
