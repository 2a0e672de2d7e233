"""Interest: nobody acts as an official in a game in which they or their family play; or their club, where that is said.

The journal says who plays and whose family plays (`OfficialNamed`). The register says who is of which club,
and whose name an entry has.
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
    """Whether the official has an interest in that game: their own, or that of whoever made their account of late."""
    clubmates = asker.clubmates if state.setting("interest") == "club" else frozenset()
    return bool({*stakes(state, asker.by), *asker.entries, *asker.makers_entries, *clubmates} & set(game.entries))


def others(asker: Asker, by: str, game: Game, state: Tournament) -> tuple[Colleague, ...]:
    """The colleagues who could rule at that game instead of *by*: within bounds, and without an interest in it."""
    return tuple(
        one
        for one in asker.colleagues
        if not same_hand(one.by, by)
        and (not one.gone_by or among(by, one.gone_by))
        and not {*stakes(state, one.by), *one.entries} & set(game.entries)
        and all(within(bound, (game.board,)) for bound in (one.boards, sector(state, one.by)))
    )


def among(by: str, hands: Iterable[str]) -> bool:
    """Whether that official is one of these."""
    return any(same_hand(by, one) for one in hands)


def sector(state: Tournament, by: str) -> tuple[int, ...]:
    """The boards to which the tournament binds that official; empty: none."""
    named = official(state, by)
    return named.boards if named is not None else ()
