"""API of categories and prizes, and of the signatures under the final standings."""

from __future__ import annotations

from arbiter.prizes.awards import (
    CategoriesTold,
    PrizesTold,
    categories_shape,
    prizes_shape,
    signed_by_two,
    to_sign,
)
from arbiter.prizes.money import check_currency
from arbiter.rulings.bounds.rights import LOOK, RULE
from arbiter.rulings.prizes import SetCategories, SetPrizes, SignFinal
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

prizes_api = Api("prizes", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


class CategoriesSetTold(LineTold, CategoriesTold):
    """Response: the categories after a change."""


class PrizesSetTold(LineTold, PrizesTold):
    """Response: the prizes after a change."""


class FinalSignedTold(LineTold):
    """Response: the officials who have signed the same final standings.

    `signed`: whether there are two of them, which is enough.
    """

    signed_by: list[str]
    signed: bool


@prizes_api.ask("GET", "/categories", who=ANYBODY, answers=CategoriesTold)
def list_categories(asked: Asked) -> CategoriesTold:
    """List the categories of players with their limits and members. Birth dates are not shown."""
    return categories_shape(asked.view())


@prizes_api.ask("PUT", "/categories", SetCategories, answers=CategoriesSetTold)
def set_categories(asked: Asked) -> CategoriesSetTold:
    """Set the categories of players, which replace the earlier ones. Members can also be named one by one."""
    return {"seq": asked.submit().seq, **categories_shape(asked.view())}


@prizes_api.ask("GET", "/prizes", who=ANYBODY, answers=PrizesTold)
def list_prizes(asked: Asked) -> PrizesTold:
    """List the prizes, and once all results are final the awards, each with a sentence that explains its amount.

    Officials see the awards from the first round on.
    """
    return prizes_shape(asked.view(), official=asked.reader.may_at(LOOK, asked.t))


@prizes_api.ask("PUT", "/prizes", SetPrizes, answers=PrizesSetTold)
def set_prizes(asked: Asked) -> PrizesSetTold:
    """Set the prizes and how equal players share them. They replace the earlier ones.

    `sharing` is "equal", "hort" (half by place, half shared), or "none". With `one_each` nobody gets two prizes.
    """
    made: SetPrizes = asked.request()
    check_currency(made.currency)
    return {"seq": asked.submit(made).seq, **prizes_shape(asked.view(), official=True)}


@prizes_api.ask("POST", "/final/signature", who=RULE, answers=FinalSignedTold)
def sign_final(asked: Asked) -> FinalSignedTold:
    """Sign the final standings and the prizes as they are now. They count as signed once two officials have done so."""
    seen = asked.view()
    places, awards = to_sign(seen)
    made = SignFinal(by=asked.reader.by, version=seen.state.version, places=places, awards=awards)
    recorded = asked.submit(made)
    own = next(one for one in recorded.state.signatures if one.by == asked.reader.by)
    same = [one for one in recorded.state.signatures if (one.places, one.awards) == (own.places, own.awards)]
    view = asked.view()
    return {
        "seq": recorded.seq,
        "signed_by": [view.who(one.by) for one in same],
        "signed": bool(signed_by_two(same)),
    }
