"""Names of accounts: two that look the same are one person's to whoever reads them, so that no two may.

The letters are those of Unicode's table of confusables (UTS 39) in scripts that are written beside Latin in a name.
Accents, capitals, spaces and punctuation tell no two names apart either, nor do digits and letters that look alike.
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
"""An account's number, by which officials are called too."""
WORDS = frozenset({"committee", "service", "witness", "house"})
"""Words by which a journal calls who acts without a number."""
GREEK = "αaΑAΒBΕEϜFΗHιiϳjͿJΚKΙIΜMϺMΝNοoσoΟOρpΡPΤTυuνvΧXγyΥYΖZ"
CYRILLIC = "аaАAЬbВBсcСCԁdеeҽeЕEԌGһhНHіiꙇiІIӀIӏlјjЈJКKМMоoОOрpРPԛqгrѕsЅSТTѵvѴVѡwԝwԜWхxХXуyүyУYҮY"
ARMENIAN = "քfցgհhոnռnօoՕOգqզqՏSսuՍUաw"
CHEROKEE = "ᎪAᏏbᏴBꮯcᏟCᏧdᎠDᎬEᏀGᏳGᏂhᎻHꭵiᎥiᎫJᏦKᏞLᎷMᏢPꮁrᎡRᏒRꮪsᏕSᏚSᎢTꮩvᏙVꮃwᎳWᏔWᎩYᎽYꮓzᏃZ"
"""Each letter before the Latin one that it looks like."""
LIKE_LATIN = {
    ord(letter): latin
    for pairs in (GREEK, CYRILLIC, ARMENIAN, CHEROKEE)
    for letter, latin in zip(pairs[::2], pairs[1::2], strict=True)
}


IN_LATIN = str.maketrans("i0135|", "lolesl") | {ord("8"): "b"}
"""What is taken for another letter in Latin, in small letters."""
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Two letters that are taken for one."""


def check_name(name: str, others: Iterable[Account]) -> None:
    """Refuse a name for an account that is read as a number, mixes scripts, or looks like that of one of *others*."""
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
    """Return whether the letters of *name* are of several scripts, and one of them is easily taken for another's."""
    letters = [one for one in _apart(name) if unicodedata.category(one) in ("Lu", "Ll", "Lt", "Lo")]
    scripts = {unicodedata.name(one, "?").split()[0] for one in letters}
    return len(scripts) > 1 and any(ord(one) in LIKE_LATIN for one in letters)


def skeleton(name: str) -> str:
    """Return what names that look the same have in common: each letter as the Latin one that it looks like."""
    told = alphabetical(_apart(name).translate(LIKE_LATIN)).translate(IN_LATIN)
    for two, one in PAIRS:
        told = told.replace(two, one)
    return "".join(filter(str.isalnum, told)) or told


def _apart(name: str) -> str:
    """Return *name* without what nobody sees, letters and accents apart."""
    return unicodedata.normalize("NFKD", composed(name))
