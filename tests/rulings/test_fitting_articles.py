"""The articles that are offered for a ruling made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.pairing.table.points import Outcome
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.cited_articles import FITTING, fitting_articles
from arbiter.rulings.official_rulings import RULINGS
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.request import article
from arbiter.sides import Both
from arbiter.tournament.regulations import HOUSE_RULE
from tests.hall import BY, Hall
from tests.sheets.printed import printed

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
        ("international", "fmjd_classic", "position", "FMJD Annex 1, 5.4", "FMJD Annex 1, 4.13, 5.4.8"),
        ("international", "fmjd_classic", "result", "FMJD Annex 3, 6.1", "FMJD 6.1"),
        ("american", "american_book1", "conduct", "001 Distractions", "001 Distractions"),
        ("turkish", "turkish_club", "forfeit", "Turkey 2021, 1e", "house rule"),
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

    assert fitting_articles(hall.state, "position")[0] == "house rule, instead of FMJD Annex 1, 5.4"
    assert "FMJD Annex 1, 5.4" not in fitting_articles(hall.state, "overrule")


@pytest.mark.parametrize(
    ("variant", "regulations", "none"),
    [
        ("international", "international_book", ("000 II", "000 IV", "000 V", "000 VII", "000 VIII")),
        ("american", "american_book1", ("001 Nasty rules", "001 Obligation to jump", "001 Moving pieces")),
        ("international", "fmjd_classic", ("FMJD Annex 1, 5.4", "FMJD Annex 1, 4.13, 5.4.8")),
    ],
)
def test_no_article_is_offered_for_a_penalty_that_sets_none(
    variant: str, regulations: str, none: tuple[str, ...]
) -> None:
    offered = fitting_articles(Hall(variant=variant, regulations=regulations).state, "penalty")

    assert [one for one in none if one in offered] == []
    assert HOUSE_RULE in offered


def test_a_ladder_that_the_tournament_has_is_offered() -> None:
    hall = Hall(regulations="fmjd_classic", switches=(("ladder", ("caution",)),))

    assert fitting_articles(hall.state, "penalty")[0] == "house rule, instead of FMJD Annex 1"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("000 X", "000 X"),
        ("000 II", "named: 000 II"),  # an article of the book, which is about something else
        ("FMJD Annex 1, 7.3.3", "other: FMJD Annex 1, 7.3.3"),  # the text is not in force here
        ("other: FIDE 6.11", "other: FIDE 6.11"),
        ("house rule", "house rule"),
        ("house rule, instead of 000 VII", "other: house rule, instead of 000 VII"),  # the tournament does not depart
        ("", None),
    ],
)
def test_another_text_than_one_that_fits_is_marked_as_such(named: str, told: str | None) -> None:
    hall = Hall()
    lost = Both(Outcome.LOST, Outcome.WON)
    hall.submit(RuleResult(round=1, board=1, outcome=lost, by=BY, reason="seen", article=named))
    result = hall.game().result

    assert result is not None
    assert result.article == told


def test_a_reported_result_needs_a_reason_only_where_another_text_is_named() -> None:
    hall = Hall()
    slip = RuleResult(round=1, board=1, result="2-0", by=BY, reason="", reported=True, article="RDO 3")
    assert hall.refused(slip).code == "text_needed"
    hall.submit(replace(slip, article=None))


@pytest.mark.parametrize(
    ("variant", "cited"),
    [("pool", "004 International 2"), ("good-for-nothings", "004 International 2"), ("turkish", "004 Turkish 9")],
)
def test_a_game_that_ends_without_a_move_cites_the_rules_of_its_game(variant: str, cited: str) -> None:
    assert article(Hall(variant=variant).state, "no_move") == cited


def test_the_federation_of_turkish_draughts_forbids_the_half_turn_itself() -> None:
    told = {key: VARIANTS[key].article("may_turn_back") for key in ("turkish", "turkish-federation")}

    assert told == {"turkish": "house rule", "turkish-federation": "Turkish federation"}


@pytest.mark.parametrize(
    ("regulations", "variant", "kind", "unfit"),
    [
        ("fmjd_classic", "international", "forfeit", "FMJD Annex 3, 2.2.5"),
        ("fmjd_classic", "international", "swap", "FMJD Annex 1, 5.1"),
        ("fmjd_classic", "international", "position", "000 VII"),
        ("fmjd_classic", "international", "overrule", "000 V"),
        ("english_wcdf", "american", "position", "WCDF 1.20"),
    ],
)
def test_no_article_is_offered_that_is_about_something_else_or_of_a_book_that_is_not_in_force(
    regulations: str, variant: str, kind: str, unfit: str
) -> None:
    assert unfit not in fitting_articles(Hall(variant=variant, regulations=regulations).state, kind)


@pytest.mark.parametrize(
    ("regulations", "variant", "kind", "article"),
    [
        ("fmjd_classic", "international", "adjudication", "FMJD Annex 1, 7.3.3"),  # G23
        ("fmjd_classic", "international", "result", "FMJD Annex 1, 7.3.1"),  # G01
        ("fmjd_classic", "international", "position", "FMJD Annex 1, 5.5"),  # E12
        ("fmjd_rapid_blitz", "international", "conduct", "FMJD Annex 1, 3.13-3.14"),  # C02
        ("kndb_club_tablet", "frisian", "result", "FMJD Annex 1, 7.3.3"),
        ("fmjd_classic", "international", "result", "FMJD Annex 1, 5.6"),  # A28
        ("international_book", "international", "adjudication", "000 III"),  # G23
        ("tanzania64", "russian", "position", "TZD 6"),  # E13
        ("turkish_club", "turkish", "swap", "TURFED 15"),  # E07
        ("turkish_club", "turkish", "conduct", "TURFED 12"),  # J11
        ("standard_laws_historical", "american", "swap", "Standard Law 6"),  # E11
        ("standard_laws_historical", "american", "conduct", "Hoyle 6; Standard Law 21"),  # J05
    ],
)
def test_the_articles_of_a_ruling_by_hand_are_offered(regulations: str, variant: str, kind: str, article: str) -> None:
    assert article in fitting_articles(Hall(variant=variant, regulations=regulations).state, kind)


@pytest.mark.parametrize(
    ("regulations", "named", "printed_as"),
    [
        ("fmjd_classic", "FMJD Annex 1, 8.1", "FMJD Annex 1, 8.1, named by the official"),
        ("fmjd_classic", "FMJD Annex 1, 7.3.3", "FMJD Annex 1, 7.3.3"),
        ("fmjd_classic", "000 VII", "another text, named by the official: 000 VII"),
        ("international_book", "FIDE 6.11", "another text, named by the official: FIDE 6.11"),
    ],
)
def test_only_a_source_that_the_regulations_do_not_name_is_another_text(
    regulations: str, named: str, printed_as: str
) -> None:
    hall = Hall(regulations=regulations)
    drawn = Both(Outcome.DRAWN, Outcome.DRAWN)
    hall.submit(RuleResult(round=1, board=1, outcome=drawn, by=BY, reason="dead", because="adjudicated", article=named))

    assert f"({printed_as})" in printed("scoresheet", hall, board=1).text()
