"""What a tournament of each variant needs: whoever adds a variant is told here what is missing, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from arbiter.refused import Refused
from arbiter.rules.endings import OF_VARIANT
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rulings.entries import OpenTournament
from arbiter.sentences import TERMS
from arbiter.tournament.regulations.profiles import REGULATIONS, default_for
from arbiter.tournament.state import Tournament
from tests.hall import Hall
from tests.rules.reference import GAMES

NEEDED: Mapping[str, Callable[[str], bool]] = {
    "its key in `variants` of a profile, in arbiter/tournament/regulations": lambda key: (
        key in REGULATIONS[default_for(key)].variants
    ),
    "its row in OF_VARIANT, the endings that it has, in arbiter/rules/endings": OF_VARIANT.__contains__,
    "its key in TERMS, what it is called, in arbiter/sentences/terms": TERMS.__contains__,
    "its rules in GAMES, for the slow generator that ours is held against, in tests/rules/reference.py": (
        GAMES.__contains__
    ),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_has_all_that_a_tournament_of_it_needs(variant: str) -> None:
    missing = [what for what, there in NEEDED.items() if not there(variant)]

    assert missing == [], f"{variant} lacks {missing}"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_tournament_of_every_variant_is_announced_paired_and_played(variant: Variant) -> None:
    hall = Hall(players=2, variant=variant.key)
    legal = legal_moves(hall.game().position, variant)
    game = hall.play(move_text(legal[0], legal, variant))

    assert game.ply == 1


def test_a_game_that_no_profile_names_cannot_be_announced() -> None:
    with pytest.raises(Refused) as refused:
        OpenTournament(name="Club open", variant="a game of next year").rule(Tournament(), 1)

    assert refused.value.code == "regulations_of_another_game"
