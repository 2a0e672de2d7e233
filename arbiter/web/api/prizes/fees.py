"""API of the entry fees: what is owed, what has been paid and how, and the totals of clubs."""

from __future__ import annotations

from arbiter.prizes.fees import FeesTold, fees_shape
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.prizes import AgreeFee, SetFees, TakeFee
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold

fees_api = Api("fees", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


class FeesSetTold(LineTold, FeesTold):
    """Response: the entry fees after a change."""


@fees_api.ask("GET", "/fees", answers=FeesTold)
def list_fees(asked: Asked) -> FeesTold:
    """List what every entry owes and has paid, with the totals of each club and of each way of paying."""
    return fees_shape(asked.view())


def changed(asked: Asked) -> FeesSetTold:
    """Record a change of the entry fees, and return the fees."""
    return {"seq": asked.submit().seq, **fees_shape(asked.view())}


fees_api.plain(changed, "/fees", SetFees, method="PUT", answers=FeesSetTold)
fees_api.plain(changed, "/entries/<int:entry>/fee", AgreeFee, method="PUT", answers=FeesSetTold)
fees_api.plain(changed, "/entries/<int:entry>/payments", TakeFee, who=RULE, answers=FeesSetTold)
