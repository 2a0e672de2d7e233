"""Names of accounts: no two accounts may have names that look the same to a reader.

Letters are compared by Unicode's table of confusables (UTS 39), for those scripts that a name may mix with Latin
letters. Accents, capitals, spaces and punctuation do not make two names different. Neither do digits and letters that
look alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from arbiter.hall.witnesses import LIKE_A_WORD
from arbiter.journal.accounts import Account
from arbiter.journal.people import alphabetical, composed
from arbiter.refused import Refused

NUMBER = re.compile(r"\d{6}")
"""Pattern of an account's number, which stands for the name in the journal."""
WORDS = frozenset({"committee", "service", "witness", "house"})
"""Words that the journal uses for askers without an account, so that no account may be named so."""
GREEK = "αaΑAΒBΕEϜFΗHιiϳjͿJΚKΙIΜMϺMΝNοoσoΟOρpΡPΤTυuνvΧXγyΥYΖZ"
CYRILLIC = "аaАAЬbВBсcСCԁdеeҽeЕEԌGһhНHіiꙇiІIӀIӏlјjЈJКKМMоoОOрpРPԛqгrѕsЅSТTѵvѴVѡwԝwԜWхxХXуyүyУYҮY"
ARMENIAN = "քfցgհhոnռnօoՕOգqզqՏSսuՍUաw"
CHEROKEE = "ᎪAᏏbᏴBꮯcᏟCᏧdᎠDᎬEᏀGᏳGᏂhᎻHꭵiᎥiᎫJᏦKᏞLᎷMᏢPꮁrᎡRᏒRꮪsᏕSᏚSᎢTꮩvᏙVꮃwᎳWᏔWᎩYᎽYꮓzᏃZ"
"""Pairs of letters, without a separator: a letter of the Cherokee script, and the Latin letter that it looks like."""
LIKE_LATIN = {
    ord(letter): latin
    for pairs in (GREEK, CYRILLIC, ARMENIAN, CHEROKEE)
    for letter, latin in zip(pairs[::2], pairs[1::2], strict=True)
}


IN_LATIN = str.maketrans("i0135|", "lolesl") | {ord("8"): "b"}
"""Translation of a letter or digit into the small letter that it is mistaken for, such as "0" into "o"."""
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Pairs of letters, each with the single letter that the pair is mistaken for."""


def check_name(name: str, others: Iterable[Account]) -> None:
    """Refuse a name that reads as an account's number, mixes scripts, or looks like the name of another account.

    *others*: the other accounts. Those that have ended are ignored.
    """
    plain = unicodedata.normalize("NFKC", composed(name)).casefold()
    if NUMBER.fullmatch(plain) or LIKE_A_WORD.match(plain) or plain in WORDS:
        raise Refused("name_number", name=name[:80])
    if mixed(name):
        raise Refused("name_mixed", name=name[:80])
    seen = skeleton(name)
    alike = next((one for one in others if not one.ended and skeleton(one.name) == seen), None)
    if alike is not None:
        raise Refused("name_alike", name=name[:80], other=alike.name)


def mixed(name: str) -> bool:
    """Return whether *name* mixes scripts so that a letter of one script can be taken for a Latin letter."""
    letters = [one for one in _apart(name) if unicodedata.category(one) in ("Lu", "Ll", "Lt", "Lo")]
    scripts = {unicodedata.name(one, "?").split()[0] for one in letters}
    return len(scripts) > 1 and any(ord(one) in LIKE_LATIN for one in letters)


def skeleton(name: str) -> str:
    """Return a key of *name*, equal for names that look the same. Each letter becomes the Latin one that it looks like.

    >>> skeleton("Bernard") == skeleton("Bemard") == skeleton("BÉRNARD.")
    True
    """
    told = alphabetical(_apart(name).translate(LIKE_LATIN)).translate(IN_LATIN)
    for two, one in PAIRS:
        told = told.replace(two, one)
    return "".join(filter(str.isalnum, told)) or told


def _apart(name: str) -> str:
    """Return *name* without invisible characters, with letters and accents decomposed."""
    return unicodedata.normalize("NFKD", composed(name))
