"""Conflict of interest: no official acts in a game of their own or of their family.

By a setting of the tournament, the same holds for games of their own club. The journal records which entry an official
plays as and which entries are family (`OfficialNamed`). The register stores everybody's club and name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import Asker, Colleague, ToWrite, within
from arbiter.rulings.rounds.arrangements import SetBye
from arbiter.rulings.rounds.hand import ChangeRound
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.tournament.game import Game
from arbiter.tournament.officials import same_hand
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def interested(asker: Asker, game: Game, state: Tournament) -> bool:
    """Return whether the official has an interest in *game*. They have one if they or their family play it.

    By a setting of the tournament, games of their club count too. If another official made this official's account
    within the last day, that official's interests count too.
    """
    clubmates = asker.clubmates if state.setting("interest") == "club" else frozenset()
    return bool({*state.stakes(asker.by), *asker.entries, *asker.makers_entries, *clubmates} & set(game.entries))


def without_makers(asker: Asker) -> Asker:
    """Return the official without the interests of those who made the official's account."""
    return replace(asker, makers_entries=frozenset())


def others(asker: Asker, by: str, game: Game, state: Tournament) -> tuple[Colleague, ...]:
    """Return the other officials who could rule on the game instead of the official *by*.

    They may act at its board, and have no interest in the game.
    """
    return tuple(
        one
        for one in asker.colleagues
        if not same_hand(one.by, by)
        and (not one.gone_by or among(by, one.gone_by))
        and not {*state.stakes(one.by), *one.entries} & set(game.entries)
        and all(within(bound, (game.board,)) for bound in (one.boards, sector(state, one.by)))
    )


def among(by: str, hands: Iterable[str]) -> bool:
    """Return whether the official *by* is among *hands*, all written as in the journal."""
    return any(same_hand(by, one) for one in hands)


def sector(state: Tournament, by: str) -> tuple[int, ...]:
    """Return the boards that the tournament assigned to the official *by*; empty means that all boards are allowed."""
    named = state.official(by)
    return named.boards if named is not None else ()


def favoured(request: object, state: Tournament) -> frozenset[int]:
    """Return the entries that the request favours: with a bye that gives points, an opponent by hand, or a rating."""
    if isinstance(request, ToWrite):
        return frozenset({request.entry})
    if isinstance(request, SetBye):
        return frozenset() if request.kind in ("zero", "none", "") else frozenset({request.entry})
    if isinstance(request, PairRound):
        by_hand = request.pairs if request.pairs is not None and not state.pairing.by_hand else ()
        return frozenset(entry for pair in by_hand for entry in pair)
    deed: Any = getattr(request, "deed", None) if isinstance(request, ChangeRound) else None
    if deed is None or not isinstance(request, ChangeRound) or not 1 <= request.round <= len(state.rounds):
        return frozenset()
    round = state.round(request.round)
    try:
        changed = {*round.pairs} ^ {*deed.pairs(round)}
    except Refused:  # the ruling itself refuses the request, with its reason
        changed = set()
    return frozenset((*deed.entries, *(entry for pair in changed for entry in pair)))
