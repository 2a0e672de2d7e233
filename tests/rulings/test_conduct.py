"""Conduct: each category has the article and the steps of the book that speaks of it, otherwise a house rule."""

from __future__ import annotations

import pytest

from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.sides import Side
from tests.hall import BY, Hall
from tests.sheets.printed import printed

STANDARD, WCDF = ("american", "standard_laws_historical"), ("american", "english_wcdf")
BOOK, FMJD, TURKISH = ("american", "american_book1"), ("international", "fmjd_classic"), ("turkish", "turkish_club")


def note(hall: Hall, category: str) -> tuple[str, str]:
    """The step and the article that are proposed for White's conduct."""
    hall.submit(NoteConduct(round=1, board=1, side=Side.WHITE, category=category, by=BY, reason="seen"))
    proposal = hall.state.waiting[-1]
    return proposal.step, proposal_article(hall.state, proposal)


@pytest.mark.parametrize(
    ("game", "category", "steps", "article"),
    [
        (STANDARD, "absence", ("loss",), "Hoyle 6; Standard Law 21"),  # J05
        (STANDARD, "view", ("warning", "loss"), "Hoyle 2"),  # J04
        (STANDARD, "sounds", ("warning", "loss"), "Standard Law 20"),  # J02
        (STANDARD, "adjusting", ("warning", "loss"), "house rule"),
        (STANDARD, "refusal", ("warning", "loss"), "house rule"),
        (WCDF, "adjusting", ("warning", "loss"), "English rules compared"),  # C04
        (WCDF, "arranged", ("warning", "loss"), "house rule"),
        (BOOK, "dress", ("warning", "loss"), "001 Distractions"),  # J01
        (BOOK, "arranged", ("warning", "loss"), "house rule"),
        (FMJD, "refusal", ("loss", "loss"), "FMJD Annex 1, 5.6"),  # A28
        (FMJD, "sounds", ("warning", "loss", "expulsion"), "house rule"),  # J14
        (FMJD, "telephone", ("warning", "loss"), "FFJD 2009, 8"),  # J07
        (TURKISH, "arranged", ("expulsion",), "TURFED 12"),  # J11
        (TURKISH, "telephone", ("warning", "loss", "expulsion"), "TURFED 5-6"),  # J08
        (TURKISH, "sounds", ("note", "warning", "loss"), "house rule"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[-1],
)
def test_conduct_has_the_article_and_the_steps_of_its_category(
    game: tuple[str, str], category: str, steps: tuple[str, ...], article: str
) -> None:
    hall = Hall(variant=game[0], regulations=game[1])

    assert [note(hall, category) for _ in steps] == [(step, article) for step in steps]


def test_a_category_with_a_ladder_of_its_own_does_not_count_for_the_others() -> None:
    hall = Hall(variant="american", regulations="standard_laws_historical")
    assert [note(hall, one)[0] for one in ("view", "sounds", "view", "signs")] == ["warning", "warning", "loss", "loss"]
    first = hall.state.conduct[0].line
    hall.submit(Overrule(round=1, board=1, by=BY, reason="not so", irregularity=first))

    assert [one.step for one in hall.state.waiting] == ["warning", "warning", "loss"]


def test_the_sheet_prints_the_article_of_the_category() -> None:
    hall = Hall(variant="american", regulations="standard_laws_historical")
    note(hall, "absence")
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    told = printed("rulings", hall).text()

    assert told.count("(Hoyle 6; Standard Law 21)") >= 2
    assert "Standard Law 20" not in told
