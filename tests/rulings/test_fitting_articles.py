"""The articles that are offered for a ruling made by hand."""

from __future__ import annotations

import pytest

from arbiter.rulings.kinds import RULINGS
from arbiter.rulings.referee.grounds import FITTING, fitting_articles
from arbiter.tournament.regulations import HOUSE_RULE
from tests.hall import Hall

TAKING_ARTICLES = {
    name for name, made in RULINGS.items() if "article" in getattr(made, "func", made).__dataclass_fields__
}


def test_every_ruling_that_takes_an_article_offers_some() -> None:
    assert set(FITTING) >= TAKING_ARTICLES - {"control"}
    hall = Hall()
    assert all(fitting_articles(hall.state, kind)[-1] == HOUSE_RULE for kind in RULINGS)


@pytest.mark.parametrize(
    ("variant", "regulations", "kind", "first", "among"),
    [
        ("international", "international_book", "position", "000 VII", "000 V"),
        ("international", "fmjd_classic", "position", "FMJD Annex 1, 5.7", "FMJD Annex 1, 4.13, 5.4.8"),
        ("international", "fmjd_classic", "result", "FMJD Annex 3, 6.1", "FMJD 6.1"),
        ("american", "american_book1", "conduct", "001 Distractions", "001 Distractions"),
        ("turkish", "turkish_club", "forfeit", "Turkey 2021, 1e", "TURFED 17"),
        ("good-for-nothings", "house", "overrule", "house rule, after 000 VII", "house rule"),
    ],
)
def test_the_articles_that_are_offered_are_of_the_book_that_is_played_by(
    variant: str, regulations: str, kind: str, first: str, among: str
) -> None:
    offered = fitting_articles(Hall(variant=variant, regulations=regulations).state, kind)

    assert offered[0] == first
    assert among in offered
    assert len(set(offered)) == len(offered)


def test_where_the_tournament_departs_from_its_book_the_departure_is_offered() -> None:
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "block"),))

    assert fitting_articles(hall.state, "position")[0] == "house rule, instead of FMJD Annex 1, 5.7"
    assert "FMJD Annex 1, 5.4" not in fitting_articles(hall.state, "overrule")
