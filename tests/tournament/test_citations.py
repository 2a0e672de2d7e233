"""Every cited article is read against its text: the five rulebooks, and the table of rulings for federations' texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from arbiter.rules.endings import ENDINGS, OF_REGULATIONS, OF_VARIANT
from arbiter.rules.endings.specials import OF_VARIANT as SPECIALS
from arbiter.rules.variants import VARIANTS
from arbiter.tournament.regulations import AFTER, HOUSE_RULE, INSTEAD_OF, MOVE_CODES, SETTLED_BY, Regulations
from arbiter.tournament.regulations.profiles import REGULATIONS, UNNAMED
from arbiter.tournament.regulations.switches import SWITCHES, Value

DATA = Path(__file__).parents[1] / "data"
TABLE = json.loads((DATA / "officiating" / "rulings.json").read_text("utf-8"))
BOOKS = ("000", "001", "002", "003", "004")
HEADING: Mapping[str, str] = {
    "000": r"^([IVX]+)$",
    "001": r"^([A-Z][a-z]+(?: [a-z]+){0,2})$",
    "003": r"^([A-Z][\w-]+ [A-Z ]?[\w ]+)\n-{9,}$",
    "004": r"^\*(?:The )?([\w-]+)(?: Checkers)?\*$",
}
"""The headings of the clauses of each rulebook. 002 has none: it is cited as a whole."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "FMJD Annex 3 for 64 squares": ("FMJD-A3-ET",),
    "FMJD Annex 1": ("FMJD-A1",),
    "FMJD Annex 3": ("FMJD-A3", "FMJD-A3-ET"),
    "FMJD Annex 6": ("FMJD-A6-ET",),
    "FMJD-64": ("FMJD64",),
    "FMJD": ("FMJD-A1",),
    "Frisian rules 2011": ("FRI",),
    "English rules compared": ("LOY",),
    "Brazilian summary": ("BRA",),
    "Brazil": ("BRA",),
    "Portugal": ("POR",),
    "Russian rapid rules": ("RUSRB",),
    "Tanzania": ("TZD",),
    "TZD": ("TZD",),
    "Turkey 2021": ("TUR21",),
    "Turkish federation": ("TURFED",),
    "TURFED": ("TURFED",),
    "Standard Laws": ("STD",),
    "Standard Law": ("STD",),
    "Hoyle": ("HOYLE",),
    "WCDF": ("WCDF",),
    "APCA": ("APCA",),
    "ACF as retold": ("ACFT",),
    "KNDB 2006": ("KNDB06",),
    "KNDB FAQ": ("KNDB-FAQ",),
    "RDO": ("RDO",),
    "NIJ": ("NIJ",),
    "FFJD 2009": ("FFJD09",),
    "title match 2015": ("WWT2015",),
    "lidraughts FAQ": ("LIDR",),
}
"""The names under which articles are cited, with the keys of these texts in the table of rulings."""
BY_OTHERS = {"APCA 26", "FID 9.3", "FID 10.4", "FIDE 9.6.1", "FIDE 9.6.2", "Turkish federation"}
"""The articles of endings that the table of rulings does not have. They are known from other people's programs."""


@cache
def clauses(book: str) -> Mapping[str, str]:
    """The clauses of a rulebook by heading, each on one line; the whole book under an empty heading."""
    text = (DATA / "rulebooks" / f"{book}.txt").read_text("utf-8", "replace")
    found = {"": " ".join(text.split())}
    heads = list(re.finditer(HEADING[book], text, re.MULTILINE)) if book in HEADING else []
    for head, after in zip(heads, [*heads[1:], None], strict=False):
        body = text[head.end() : after.start() if after else len(text)]
        name = head[1]
        found[name] = " ".join(body.split())
        for number, clause in re.findall(r"^(\d)\. (.+?)(?=^\d\. |^\[|\Z)", body, re.MULTILINE | re.DOTALL):
            found[f"{name} {number}"] = " ".join(clause.split())
    return found


def in_book(article: str) -> str | None:
    """The text of an article of the five rulebooks ("000 VII", "003 Forced Captures"); None if there is none."""
    book, _, clause = article.partition(" ")
    parts = [part.strip() for part in clause.split(",")]
    texts = [next((text for name, text in clauses(book).items() if name.startswith(part)), None) for part in parts]
    return None if None in texts else " ".join(text for text in texts if text)


def inside(number: str, clause: str) -> bool:
    """Whether a clause of the table ("5.4, 5.7", "8.1-8.5", "art. 6") has that number, or a part of it."""

    def parts(one: str) -> tuple[str, ...]:
        return tuple(part.zfill(3) for part in re.findall(r"\d+|[a-z]", one))

    wanted = parts(number)
    for first, last in re.findall(r"(\d+(?:\.\d+)*[a-z]?)(?:-(\d+(?:\.\d+)*))?", clause):
        begin, end = parts(first), parts(last or first)
        if begin[: len(wanted)] == wanted or (last and begin[: len(wanted)] <= wanted <= end):
            return True
    return False


def sentence(row: Mapping[str, object]) -> str:
    effect = row["effect"]
    assert isinstance(effect, dict)
    told = "{situation}. raised by {raised_by}; until {until}; decided by {decided_by}; ".format_map(row)
    return told + "; ".join(effect.values())


@cache
def rows() -> tuple[tuple[str, str, str], ...]:
    """Each article of a federation that the table cites, as its text, its clause, and what the table says there."""
    found = [
        (ref["src"], ref["clause"], sentence(row))
        for row in TABLE["rulings"]
        if row["regime"] != "PROJECT"
        for ref in row["refs"]
    ]
    found += [(ref["src"], ref["clause"], row["message_en"]) for row in TABLE["irregularities"] for ref in row["refs"]]
    for profile in TABLE["profiles"].values():
        for row in profile.values():
            if isinstance(row, dict):
                for source, _, clause in (one.strip().partition(" ") for one in str(row["src"]).split(";")):
                    found.append((source, clause, json.dumps(row["value"])))
    through = re.compile(r"refers to III (\S+)\)")  # one text that was read in another, which cites it
    return tuple(
        ("FMJD-A3", inner[1], said) if (inner := through.search(clause)) is not None else (source, clause, said)
        for source, clause, said in found
    )


def in_table(article: str) -> list[str]:
    """Return what the table says at an article of a federation's text. Of several numbers each has to be there."""
    name = next((name for name in NAMES if article.startswith(name)), None)
    if name is None:
        return []
    numbers = article.removeprefix(name).strip(", ").replace("-", ", ").split(", ")
    squares = name == "FMJD Annex 3 for 64 squares"
    found = [
        [
            said
            for source, clause, said in rows()
            if source in NAMES[name] and (source != "FMJD-A3-ET" or ("Osa3b" in clause) is squares)
            if not number or number in clause.split("(")[0].split() or inside(number, clause.split("(")[0])
        ]
        for number in numbers
    ]
    return [said for saids in found for said in saids] if all(found) else []


def said_by(article: str) -> str | None:
    """The text of an article, or of several between semicolons; None if one of them does not exist."""
    texts = []
    for one in article.split("; "):
        text = in_book(one) if one.startswith(BOOKS) else " | ".join(in_table(one))
        if not text:
            return None
        texts.append(text)
    return " | ".join(texts)


def bare(citation: str) -> str:
    """The article inside a citation; empty if it is a house rule without one."""
    for begins in (INSTEAD_OF, AFTER):
        citation = citation.removeprefix(begins)
    return "" if citation == HOUSE_RULE else citation


NONE = r"(?!)"
SAYS: Mapping[tuple[str, Value], str] = {
    ("irregular_policy", "block"): r"must be retracted|obligation to jump|must make a capturing|must capture when able",
    ("irregular_policy", "opponent"): r"raised by opponent( only)?;",
    ("irregular_policy", "silent"): r"raised by player; until during the game; decided by tournament referee",
    ("same_piece", True): r"man or King originally moved|touched playable piece must be used|play it or lose",
    ("same_piece", False): r"not be enforced.*once touched has to be moved",
    ("touch_move", True): r"touched piece must move|touched playable piece must|play it or lose",
    ("touch_move", False): r"not be enforced.*once touched has to be moved",
    ("multiple_jump", "may"): r"he may do so",
    ("multiple_jump", "must"): NONE,
    ("crowning", "opponent"): r"must crown the new King|put back until the man is crowned",
    ("crowning", "tablet"): r"a piece is crowned and becomes|either may crown",
    ("huff", "off"): r"HUFF.* not permitted|not be enforced.*you lose your moved|does not exist|none in Annex 1",
    ("huff", "should_have_taken"): r"take off the man that should have captured",
    ("huff", "moved"): NONE,
    ("ladder", ()): r"none in Annex 1",
    ("ladder", ("loss",)): r"instant forfeit",
    ("ladder", ("warning", "time 60")): r"after a verbal warning.*\+1 min to the opponent",
    ("objections_answered_by", "service"): r"opponent chooses: rectify or let stand",
    ("objections_answered_by", "arbiter"): r"decided by (umpire|tournament referee)",
    ("correction_window", 0): r"replying is acceptance",
    ("correction_window", 999): r"until during the game",
    ("retraction_clock", "present"): r"corrections at his cost",
    ("retraction_clock", "irregularity"): NONE,
    ("retraction_clock", "split"): NONE,
    ("plies_before_a_draw", 80): r"before move 40",
    ("plies_before_a_draw", 40): r"not in the first 20 moves",
    ("plies_before_a_draw", 0): r"40-move rule does not apply",
    ("early_draw", "zero"): r"0-0 for both",
    ("early_draw", "refused"): r"offer void|only when each has 10 pieces",
    ("pieces_for_a_draw", 10): r"10 pieces or fewer",
    ("claim_when", "before_move"): r"before making the move",
    ("claim_when", "after_move"): NONE,
    ("claim_when", "either"): NONE,
    ("draw_found", "arbiter"): r"raised by -; .*decided by (server/)?(referee|arbiter)",
    ("draw_found", "claim"): r"raised by (player|weaker side)",
    ("draw_found", "auto"): NONE,
    ("cannot_win", "loss"): r"loses a game if his time expires|loss whatever the position|loss all the same",
    ("cannot_win", "table"): r"lone king: no move loss",
    ("cannot_win", "draw"): r"draw if no series",
    ("flags", "auto"): r"raised by server; until at zero",
    ("flags", "propose"): NONE,
    ("late", 30): r"loss after 30 min",
    ("late", 15): r"until 15 minutes",
    ("forfeits_out", 2): r"two forfeits: out",
    ("inactivity_warning", 0): r"not be enforced.*5 minutes of inactivity",
    ("inactivity_loss", 0): r"not be enforced.*within the next minute",
    ("inactivity_warning", 5): r"(?<!\d)5 min;",
    ("inactivity_single", 1): r"1 min when only one jump",
    ("inactivity_loss", 1): r"1 min more after the call",
    ("player_may_stop_clock", False): r"a player may not stop it",
    ("player_may_stop_clock", True): r"allowed in rapid and blitz",
    ("recording", "compulsory"): r"compulsory when moves per time",
    ("recording", "voluntary"): r"voluntary",
    ("recording", "tablet"): r"raised by both players must agree",
    ("appeal_to", "committee"): r"Jury d'Appel",
    ("appeal_to", "management"): r"decided by tournament management; .*binding decision",
    ("appeal_to", "nobody"): r"decision is final|final, no appeal",
    ("conduct_ladder", ("warning", "loss")): r"loss after the warning|loss at the second offence",
    ("phone_ladder", ("warning", "loss")): r"second time: loss; first: warning",
    ("phone_ladder", ("warning", "loss", "expulsion")): r"second: loss; after two warnings again: expelled",
    ("adjourn_after_move", 50): r"only after the control at move 50",
    ("board_turned", "restart"): r"game annulled and restarted",
    ("board_turned", "early"): r"until before Black's first move",
    ("board_turned", "go_on"): r"game goes on",
    ("strength_after", 20): r"during 20 moves",
    ("starts", "visitor_first"): r"visitor shall start the first game",
    ("starts", "colours"): NONE,
}
"""The words that an article has if it says this value of the switch; `NONE` for a value that no text says."""

ROWS = [(row, key) for row in REGULATIONS.values() for key in SWITCHES if row.source(key).article]
PROFILES = pytest.mark.parametrize("row", REGULATIONS.values(), ids=REGULATIONS)


def says(article: str, switch: str, value: Value) -> bool:
    return re.search(SAYS[switch, value], said_by(article) or "") is not None


@pytest.mark.parametrize("game", ["pool", "good-for-nothings", "good-for-nothings-10"])
def test_a_game_without_the_maximum_rule_cites_no_clause_that_has_it(game: str) -> None:
    """004 International 9 goes on with the most pieces, which Pool and the Good-for-Nothings do not have."""
    told = {code: VARIANTS[game].article(code) for code in MOVE_CODES}

    assert told["capture_missed"] == "004 Good-for-Nothings"
    assert "004 International 9" not in told.values()
    assert VARIANTS["german"].article("capture_missed") == "004 International 9"


def test_an_article_that_is_cited_says_the_value_for_which_it_is_cited() -> None:
    silent = {
        (row.key, key): source.article
        for row, key in ROWS
        for source in (row.source(key),)
        if not says(source.article, key, source.value)
    }

    assert silent == {}


def test_an_article_that_is_cited_says_no_other_value() -> None:
    """So a row whose value is turned, and whose article is left, fails."""
    both = {
        (row.key, key, other): source.article
        for row, key in ROWS
        for switch, other in SAYS
        if switch == key and other != (source := row.source(key)).value and says(source.article, key, other)
    }

    assert both == {}


def cited() -> Iterator[tuple[str, str]]:
    """Every article that the program cites, with the place at which it does."""
    for row in REGULATIONS.values():
        for about in {*row.articles, *SETTLED_BY}:
            yield f"{row.key} {about}", bare(row.article(about) or "")
        for key in SWITCHES:
            yield f"{row.key} {key}", bare(row.cited(key))
    for key, ending in ENDINGS.items():
        yield key, bare(ending.article or "")
    for specials in SPECIALS.values():
        yield from ((special.key, special.article) for special in specials)


def test_an_article_that_is_cited_is_in_its_text() -> None:
    known_else = {*BY_OTHERS, "Estonian notes"}
    gone = {where: article for where, article in cited() if article and article not in known_else}

    assert {where: article for where, article in gone.items() if said_by(article) is None} == {}
    assert said_by("000 XI") is None
    assert said_by("FMJD Annex 1, 9.9") is None


def test_the_number_of_an_ending_is_in_the_article_that_it_cites() -> None:
    numbers = {
        5: r"\b5(th)?\b",
        3: r"\b3\b|third|three|repetition|Repetition",
        4: r"\b4\b|fourth",
        15: r"\b15|fifteenth",
    }
    used = {key for keys in (*OF_VARIANT.values(), *OF_REGULATIONS.values()) for key in keys}
    wrong = {
        key: ENDINGS[key].article
        for key in used
        if (article := bare(ENDINGS[key].article or "")) and article not in BY_OTHERS and (limit := ENDINGS[key].limit)
        if not re.search(numbers.get(limit, rf"\b{limit}\b"), said_by(article) or "")
    }

    assert wrong == {}


@PROFILES
def test_a_value_that_departs_from_the_book_is_a_house_rule_instead_of_the_article(row: Regulations) -> None:
    for key, switch in SWITCHES.items():
        source = row.source(key)
        for other in switch.values:
            turned = row.turn([(key, other)])
            expected = source.cited if other == source.value else HOUSE_RULE
            if other != source.value and source.article:
                expected = INSTEAD_OF + source.article

            assert turned.cited(key) == expected
            assert turned.departures == ((key,) if expected.startswith(INSTEAD_OF) else ())


@PROFILES
def test_an_unnamed_tournament_cites_no_article_that_says_the_opposite(row: Regulations) -> None:
    """Canadian, Russian, Brazilian and Frisian said "corrected at once (FMJD Annex 1, 5.4)", Pool APCA 8."""
    played = row.turn(UNNAMED)
    citation = played.cited("irregular_policy")

    assert citation.startswith(HOUSE_RULE) or says(citation, "irregular_policy", "block")
    for about in ("irregular", "objection", "rectify"):
        told = played.article(about)
        assert told
        assert told.startswith(HOUSE_RULE) == citation.startswith(HOUSE_RULE)


def test_a_matter_that_a_switch_settles_follows_the_switch() -> None:
    book = REGULATIONS["international_book"]
    fmjd = REGULATIONS["fmjd_classic"]

    assert book.turn([("irregular_policy", "opponent")]).article("objection") == "house rule, instead of 000 VII"
    assert fmjd.turn([("irregular_policy", "block")]).article("objection") == "house rule, instead of FMJD Annex 1, 5.4"
    assert REGULATIONS["house"].article("irregular") == "house rule, after 000 VII"  # the good-for-nothings
    assert REGULATIONS["american_book1"].article("flag") == "house rule, after 000 X"
    assert fmjd.turn([("cannot_win", "draw")]).article("cannot_win") == "house rule, instead of lidraughts FAQ"
    assert fmjd.turn([("flags", "auto")]).departures == ()  # who signs is in no text


@pytest.mark.parametrize(
    ("article", "steps"),
    sorted({(told, ladder) for row in REGULATIONS.values() for ladder, told in row.offences.values()}),
)
def test_the_article_of_an_offence_says_its_last_step(article: str, steps: tuple[str, ...]) -> None:
    text = said_by(article)

    assert text is not None
    assert re.search({"loss": "loss", "expulsion": "expelled"}[steps[-1]], text)
