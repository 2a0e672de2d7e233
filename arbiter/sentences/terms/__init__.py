"""The terms of the trade, by their codes: systems, tie-breaks, regulations, variants, results, notes."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_
from arbiter.sentences.terms.clocks import CLOCK_TERMS
from arbiter.sentences.terms.fields import FIELD_TERMS
from arbiter.sentences.terms.pieces import PIECES

TERMS: Mapping[str, str] = {
    **CLOCK_TERMS,
    **FIELD_TERMS,
    "white": N_("White"),
    "black": N_("Black"),
    "red": N_("Red"),
    # systems
    "round-robin": N_("round robin"),
    "double-round-robin": N_("double round robin"),
    "manual": N_("paired by hand"),
    # regulations
    "international_book": N_("Rulebook 000, international"),
    "american_book1": N_("Rulebook 001, American and English"),
    # variants
    "international": N_("international draughts"),
    "frisian": N_("Frisian draughts"),
    "canadian": N_("Canadian draughts"),
    "german": N_("German draughts"),
    "brazilian": N_("Brazilian draughts"),
    "russian": N_("Russian draughts"),
    "pool": N_("Pool checkers"),
    "american": N_("American checkers"),
    "general": N_("general checkers"),
    "italian": N_("Italian draughts"),
    "spanish": N_("Spanish draughts"),
    "portuguese": N_("Portuguese draughts"),
    "czech": N_("Czech draughts"),
    "turkish": N_("Turkish draughts"),
    "turkish-federation": N_("Turkish draughts by the federation's rules"),
    "good-for-nothings": N_("Good-for-Nothings"),
    "good-for-nothings-10": N_("Good-for-Nothings on 10x10"),
    # because
    "no_move": N_("no move left"),
    "agreed": N_("draw agreed"),
    "resigned": N_("resigned"),
    "flag": N_("flag fell"),
    "claim": N_("draw claimed and granted"),
    "ruling": N_("ruling"),
    "reported": N_("reported"),
    "forfeit": N_("forfeit"),
    "adjudicated": N_("adjudicated"),
    # proposals, notes, penalties
    "signed": N_("signed"),
    "dismissed": N_("dismissed"),
    "lapsed": N_("lapsed"),
    "propose": N_("the arbiter signs"),
    "auto": N_("ends the game by itself"),
    "stopped": N_("clocks stopped"),
    "resumed": N_("clocks set going"),
    "time": N_("time corrected"),
    "position": N_("position restored"),
    "penalty": N_("penalty"),
    "offer": N_("draw offered"),
    "claimed": N_("draw claimed"),
    "objection": N_("objection"),
    "let_stand": N_("irregular move let stand"),
    "retracted": N_("move taken back"),
    "overruled": N_("irregular move not counted"),
    "note": N_("note"),
    "caution": N_("caution"),
    "warning": N_("warning"),
    "outage": N_("the service was interrupted"),
    "arbiter": N_("arbiter"),
    "chief": N_("chief arbiter"),
    "director": N_("director"),
    "service": N_("the service"),
    "house player": N_("the house"),
    "engine": N_("an engine did not move as it should have, and the house went on for it"),
    "won": N_("won"),
    "drawn": N_("drawn"),
    "lost": N_("lost"),
    # what a field wants
    "a text": N_("a text"),
    "a whole number": N_("a whole number"),
    "true or false": N_("true or false"),
    "“white” or “black”": N_("“white” or “black”"),
    "a list of whole numbers": N_("a list of whole numbers"),
    "a list of texts": N_("a list of texts"),
    "a list of pairs [white, black]": N_("a list of pairs [white, black]"),
    # pieces, and the grounds of a claim
    "man": N_("man"),
    "checker": N_("checker"),
    "king": N_("king"),
    "good-for-nothing": N_("good-for-nothing"),
    # why a piece cannot go there
    "backwards": N_("that is backwards"),
    "off_line": N_("it does not go that way"),
    "too_far": N_("that is too far"),
    "stays": N_("that is where it stands"),
    "takes_nothing": N_("nothing is taken on that way"),
    "no_king_by_man": N_("a man may not take a king"),
    "turned_back": N_("it may not turn straight back"),
    # what one capture is before another by
    "pieces": N_("most pieces"),
    "by_king": N_("a king captures before a man"),
    "kings": N_("most kings"),
    "earliest_king": N_("kings as early as possible"),
    "value": N_("the highest value"),
    "repetition": N_("the same position for the third time"),
    "kings_only": N_("only kings have moved"),
    "no_progress": N_("no progress"),
    **PIECES,
}
