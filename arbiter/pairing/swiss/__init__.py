"""The Swiss system by the FIDE Dutch rules of February 2026 (Handbook C.04.3).

`pair` takes a `Situation` (the players and their history) and returns a `SwissRound`. A bracket is a score group
together with the players who floated down to it. The best pairing of a bracket by the criteria C4 to C21 is the
maximum-weight matching with the weights of the module `weights`. If several pairings are equally good, the module
`order` finds the first in the handbook's order of generation.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.matching import Matching
from arbiter.pairing.swiss.brackets_and_floaters import Bracket, Situation, bracket_of, brackets
from arbiter.pairing.swiss.colours import Coloured, coloured
from arbiter.pairing.swiss.criteria import barred
from arbiter.pairing.swiss.order import Bracketing
from arbiter.pairing.swiss.pairing_card import Card
from arbiter.pairing.swiss.players_needed import views
from arbiter.pairing.swiss.weights import Layout, Weights
from arbiter.progress import counted
from arbiter.refused import Refused
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissRound:
    """A paired round: the pairs from board 1 on, the bye, and the brackets that the pairs come from."""

    situation: Situation
    pairs: tuple[Coloured, ...]
    bye: int | None
    brackets: tuple[Bracket, ...]
    weak_broken: tuple[tuple[int, int], ...] = ()
    """The pairs (White, Black) that should have been avoided and were made because there was no other way."""

    def numbers(self) -> tuple[tuple[int, int], ...]:
        """Return the pairing numbers (White, Black) of the pairs, from board 1 on."""
        return tuple((pair.white.number, pair.black.number) for pair in self.pairs)


def pair(situation: Situation) -> SwissRound:
    """Pair the round. If there is no legal pairing, raise Refused with `no_legal_pairing` and the rules to relax.

    Weak bans (pairs to be avoided if possible) are observed if a legal pairing can observe all of them. Otherwise as
    few as possible are broken in each bracket.
    """
    strict = situation
    if situation.weak:
        both = {
            number: situation.forbidden.get(number, frozenset()) | situation.weak.get(number, frozenset())
            for number in {*situation.forbidden, *situation.weak}
        }
        strict = replace(situation, forbidden=both, weak={})
        if _bye_score(strict) is None:
            strict = situation
    bye_score = _bye_score(strict)
    if bye_score is None:
        raise no_legal_pairing(strict)
    pairs, bye = _pair(strict, bye_score if len(strict.cards) % 2 else None)
    return finished(situation, pairs, bye)


def finished(situation: Situation, pairs: Sequence[tuple[int, int]], bye: int | None) -> SwissRound:
    """Make the round from *pairs*, which this module, a person or another program has made.

    The pairs get their colours and are sorted in the order of the boards.
    """
    card = {each.number: each for each in situation.cards}
    made = [coloured(card[one], card[two], situation.initial) for one, two in pairs]
    made.sort(key=board_order)
    broken = tuple(
        (each.white.number, each.black.number)
        for each in made
        if each.black.number in situation.weak.get(each.white.number, ())
    )
    return SwissRound(
        situation=situation,
        pairs=tuple(made),
        bye=bye,
        brackets=brackets(situation, pairs, bye),
        weak_broken=broken,
    )


def board_order(pair: Coloured) -> tuple[int, int, int]:
    """Return the sort key of a pair for the order of boards (FIDE C.04.2).

    It is the higher score of the two players, then the lower score, then the rank of the higher-ranked player.
    """
    higher, lower = sorted((pair.white, pair.black), key=lambda card: (-card.points, card.rank))
    return -higher.points, -lower.points, higher.rank


def _bye_score(situation: Situation) -> int | None:
    """Return the lowest score of a player who can get the allocated bye (C5).

    Return 0 if the round needs no bye. Return None if there is no legal pairing.
    """
    cards = situation.cards
    if not cards:
        return 0
    odd = len(cards) % 2 == 1
    layout = Layout(cards=list(cards), moved_down=0, residents=0, following=0, bye=odd)
    weights = Weights(situation, layout, max(card.score for card in cards))
    rows = weights.rows()
    rank = {score: vertex for vertex, score in enumerate(sorted({card.score for card in cards}))}
    if layout.bye:
        for vertex, card in enumerate(cards):
            if rows[-1][vertex] != weights.never:
                rows[-1][vertex] = rows[vertex][-1] = -rank[card.score] * weights.unit
    whole = Matching(rows)
    if any(rows[vertex][whole.mate[vertex]] <= weights.never for vertex in whole.unsettled):
        return None
    return cards[whole.mate[-1]].score if layout.bye else 0


def _pair(situation: Situation, bye_score: int | None) -> tuple[list[tuple[int, int]], int | None]:
    """Pair bracket after bracket. Return the pairs by pairing number, and the player who gets the allocated bye."""
    pairs: list[tuple[int, int]] = []
    down: list[Card] = []
    groups = situation.groups()
    for index, residents in enumerate(counted(groups)):
        made, cards, end = _bracket(situation, down, residents, groups[index + 1 :], bye_score)
        paired = {vertex for pair in made for vertex in pair}
        pairs.extend((cards[one].number, cards[two].number) for one, two in made)
        down = [card for vertex, card in enumerate(cards[:end]) if vertex not in paired]
    return pairs, down[0].number if down else None


def _bracket(
    situation: Situation,
    down: Sequence[Card],
    residents: Sequence[Card],
    below: Sequence[Sequence[Card]],
    bye_score: int | None,
) -> tuple[list[tuple[int, int]], list[Card], int]:
    """Pair one bracket: the players *down*, who floated down to it, and *residents*, its own score group.

    *below* are the lower score groups. Return the pairs as vertices of the matching (players by index), the cards of
    the vertices, and how many vertices the bracket has.
    """
    for layout in views(situation, down, residents, below, bye_score):
        whole = layout.bye or len(layout.cards) == len(down) + len(residents) + sum(map(len, below))
        bracketing = Bracketing(Weights(situation, layout, bye_score if whole else None))
        if whole or (bracketing.possible and bracketing.best_of_all):
            return bracketing.run(), layout.cards, layout.end
    raise AssertionError("the whole field is the last view")


def best_below(situation: Situation, floaters: Sequence[Card], index: int) -> Bracket | None:
    """Pair the score group *index* with *floaters* from above as well as possible, and return the bracket.

    Return None if the players from this group on cannot be paired.
    """
    groups = situation.groups()
    left = replace(situation, cards=(*floaters, *(card for group in groups[index:] for card in group)))
    bye_score = _bye_score(left)
    if bye_score is None:
        return None
    made, cards, _ = _bracket(
        left, floaters, groups[index], groups[index + 1 :], bye_score if len(left.cards) % 2 else None
    )
    pairs = [(cards[one].number, cards[two].number) for one, two in made]
    mate = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    return bracket_of(index + 1, floaters, groups[index], mate, None)


def no_legal_pairing(situation: Situation) -> Refused:
    """Make the refusal of a round that cannot be paired. It names the fewest rules to relax, with the barred pairs."""
    cards = situation.cards
    n = len(cards)
    cost = {"C3": 1, "forbidden": n, "C1": n * n, None: 0}
    rows = [[-2 * cost[barred(situation, one, two)] for two in cards] for one in cards]
    far = -4 * n**4
    if n % 2:
        for card, row in zip(cards, rows, strict=True):
            row.append(0 if card.may_sit else -2 * n * n * n)
        rows.append([row[-1] for row in rows] + [far])
    for vertex, row in enumerate(rows):
        row[vertex] = far
    mate = Matching(rows).mate
    relaxed: dict[str, list[str]] = {"C1": [], "forbidden": [], "C3": [], "C2": []}
    for vertex, other in enumerate(mate):
        if vertex > other:
            continue
        if other == n:
            if not cards[vertex].may_sit:
                relaxed["C2"].append(str(cards[vertex].number))
        elif code := barred(situation, cards[vertex], cards[other]):
            relaxed[code].append(f"{cards[vertex].number}-{cards[other].number}")
    return Refused(
        "no_legal_pairing",
        article="FIDE C.04.3 2.2.1",
        round=situation.round,
        again=tuple(relaxed["C1"]),
        forbidden=tuple(relaxed["forbidden"]),
        colours=tuple(relaxed["C3"]),
        byes=tuple(relaxed["C2"]),
    )
