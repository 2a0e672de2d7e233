"""Conflict of interest: no official acts in a game of their own or of their family.

If it is so settled, the same holds for their club. The journal says which entry an official plays as and which entries
are family (`OfficialNamed`). The register says who belongs to which club, and which name an entry has.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.rulings.bounds.asker import Asker, Colleague
from arbiter.rulings.bounds.rights import within
from arbiter.rulings.signing import official, stakes
from arbiter.tournament.game import Game
from arbiter.tournament.officials import same_hand
from arbiter.tournament.state import Tournament


def interested(asker: Asker, game: Game, state: Tournament) -> bool:
    """Return whether the official, or somebody who made their account within a day, has an interest in *game*."""
    clubmates = asker.clubmates if state.setting("interest") == "club" else frozenset()
    return bool({*stakes(state, asker.by), *asker.entries, *asker.makers_entries, *clubmates} & set(game.entries))


def others(asker: Asker, by: str, game: Game, state: Tournament) -> tuple[Colleague, ...]:
    """Return the colleagues who could rule at that game instead of *by*: board in bounds, no interest in the game."""
    return tuple(
        one
        for one in asker.colleagues
        if not same_hand(one.by, by)
        and (not one.gone_by or among(by, one.gone_by))
        and not {*stakes(state, one.by), *one.entries} & set(game.entries)
        and all(within(bound, (game.board,)) for bound in (one.boards, sector(state, one.by)))
    )


def among(by: str, hands: Iterable[str]) -> bool:
    """Return whether the official *by* is one of *hands*."""
    return any(same_hand(by, one) for one in hands)


def sector(state: Tournament, by: str) -> tuple[int, ...]:
    """Return the boards that the tournament assigned to that official (the sector); empty means no limit."""
    named = official(state, by)
    return named.boards if named is not None else ()
