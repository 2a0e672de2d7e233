"""The English source of every sentence shown to a person, by its code. Facts are inserted where braces are.

A refusal's sentence says what was asked for, why it is refused, and what is allowed, in numbers and notation.
`words.py` translates the sentence into the reader's language and adds the article of the rules. There is one file for
each subject, and each code is in only one of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.access import DOORS
from arbiter.sentences.board.clocks import CLOCKS
from arbiter.sentences.board.endings import ENDING_TERMS, OPENINGS
from arbiter.sentences.board.games import GAMES
from arbiter.sentences.board.moves import MOVES
from arbiter.sentences.board.play import PLAY
from arbiter.sentences.computer import HOUSE
from arbiter.sentences.entries import ENTRIES
from arbiter.sentences.hub import HUB
from arbiter.sentences.jobs import JOBS
from arbiter.sentences.journals import KEEPING
from arbiter.sentences.lists import LISTS
from arbiter.sentences.machine import MACHINE
from arbiter.sentences.marks import N_
from arbiter.sentences.officials import OFFICIALS
from arbiter.sentences.pairing.hand import HAND
from arbiter.sentences.pairing.swiss import SWISS, SWISS_TERMS
from arbiter.sentences.pairing.trf import TRF_FAULTS
from arbiter.sentences.pairing.ways import PAIRING, PAIRING_TERMS
from arbiter.sentences.prizes import PRIZES
from arbiter.sentences.terms import TERMS as COMMON_TERMS
from arbiter.sentences.terms.events import EVENT_TERMS
from arbiter.sentences.terms.hand import HAND_TERMS
from arbiter.sentences.terms.irregular import IRREGULAR_TERMS
from arbiter.sentences.terms.prizes import PRIZE_TERMS
from arbiter.sentences.terms.ratings import RATING_TERMS
from arbiter.sentences.terms.regulations import REGULATION_TERMS
from arbiter.sentences.terms.tiebreaks import TIEBREAK_TERMS
from arbiter.sentences.writing import WRITING

__all__ = ["MATTERS", "N_", "SENTENCES", "TERMS", "TERM_MATTERS"]

MATTERS: tuple[Mapping[str, str], ...] = (
    WRITING,
    KEEPING,
    ENTRIES,
    LISTS,
    HAND,
    PAIRING,
    PLAY,
    MOVES,
    CLOCKS,
    DOORS,
    TRF_FAULTS,
    SWISS,
    OFFICIALS,
    GAMES,
    HOUSE,
    HUB,
    JOBS,
    MACHINE,
    OPENINGS,
    PRIZES,
)
SENTENCES: Mapping[str, str] = {code: sentence for matter in MATTERS for code, sentence in matter.items()}
TERM_MATTERS: tuple[Mapping[str, str], ...] = (
    COMMON_TERMS,
    EVENT_TERMS,
    REGULATION_TERMS,
    TIEBREAK_TERMS,
    ENDING_TERMS,
    PAIRING_TERMS,
    HAND_TERMS,
    IRREGULAR_TERMS,
    RATING_TERMS,
    SWISS_TERMS,
    PRIZE_TERMS,
)
TERMS: Mapping[str, str] = {key: term for matter in TERM_MATTERS for key, term in matter.items()}
