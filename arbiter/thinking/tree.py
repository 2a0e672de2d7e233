"""The search tree below one position, with alpha-beta bounds.

Scores are in hundredths of a man, for the side to move. A quiet node is one without captures. The root is the position
at which the search begins, and `ply` is the number of plies from the root to a node. `calm` is the number of plies
since the last capture or move of a man, `since` the number of plies since the last capture or crowning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from arbiter.rules.endings.draws import Tally
from arbiter.rules.endings.specials import OF_VARIANT as SPECIALS_OF
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.position import Position, crownhead
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.thinking.draws_in_search import NEVER, ends
from arbiter.thinking.endgame_knowledge import FEW_PIECES, late
from arbiter.thinking.evaluation import worth
from arbiter.thinking.plies import Node, plies, standing
from arbiter.thinking.transposition_table import (
    AT_LEAST,
    AT_MOST,
    BY_TABLE,
    DRAWN,
    EXACT,
    NEARLY,
    WON,
    Lookup,
    Sights,
    bounded,
    from_node,
    in_plies,
    no_table,
)

ASKED_NODES = 64
"""The number of nodes between two calls of the caller's function `enough`, which can stop the search."""
MOST_KEPT = 400_000
TURN = 2
"""The value of having the move, in hundredths of a man, in games with weights of blocks (see `block_evaluation`)."""
CLEAR = (0, 25, 50, 80)
"""A quiet node is not searched if its value exceeds beta by this amount or more, in hundredths of a man.

The index of the amount is the number of plies left.
"""
LONGEST = 120
MOST_EXACT = 4
"""A node is looked up in the endgame tables if it has at most this many pieces on the board."""


class Enough(Exception):
    """Raised to stop the search when it has reached its limit of nodes, or when the caller's `enough` returns True."""


class Tree:
    """One search: its transposition table, and the statistics by which it tries promising moves first."""

    def __init__(
        self,
        position: Position,
        variant: Variant,
        tally: Tally,
        nodes: int | None,
        enough: Callable[[], bool],
        seen: Sights,
        table: Lookup = no_table,
    ) -> None:
        self.variant = variant
        self.table = table
        self.exact = 0 if table is no_table else MOST_EXACT
        self.root = 0 if position.turn is Side.WHITE else 1
        self.nodes = 0
        self.limit = NEVER if nodes is None else nodes
        self.asked = min(ASKED_NODES, self.limit)
        self.enough = enough
        ways = [plies(variant, side) for side in Side]
        self.taking = [way.taking for way in ways]
        self.stepping = [way.stepping for way in ways]
        self.seen = seen
        self.history: list[dict[Bitboard, int]] = [{}, {}]
        self.killers: list[Bitboard] = [0] * (LONGEST + 2)
        weighed = worth(variant)
        self.men = tuple(weighed.men)
        self.burdens = tuple(weighed.idle)
        self.king = weighed.king
        self.bands, self.above = weighed.bands, weighed.above
        self.late = late(variant).weighed
        self.ends = ends(tally, variant)
        self.calm_limit = self.ends.limit
        self.few = self.ends.most
        at = standing(position, variant)
        self.idle = variant.rows_of_good_for_nothings > 0
        idle = position.good_for_nothings
        self.burdened = tuple(idle)
        self.regular = tuple(position.men[side] & ~idle[side] | position.kings[side] for side in Side)
        self.homes = tuple(grid(variant).spread(crownhead(variant, side) & ~idle[side]) for side in Side)
        self.bare = any(special.key == "king_against_man" for special in SPECIALS_OF.get(variant.key, ()))
        self.sideways = any(row == 0 for row, _ in variant.men_step)
        # the earlier positions of the game that may occur again in the search
        self.path: list[set[Node]] = [set(), set()]
        for before, _ in pairwise(tally.recent):
            self.path[0 if before.turn is Side.WHITE else 1].add(standing(before, variant))
        self.path[self.root].add(at)
        self.at = at

    def known(self) -> bool:
        """Return whether the endgame tables have the result at the root, and no count of moves changes it."""
        byte = self.table(self.root, self.at) if self.exact else None
        if not byte:
            return byte is not None and not self.ends.by_strength
        return byte - 1 <= self.ends.left(_side(self.root), self.at, self.ends.calm, 0, 0)

    def prefer(self, child: Node) -> None:
        """Store *child* as the best node after the root, so that the expected play begins with the move to it."""
        self.seen[self.root][self.at] = (0, EXACT, 0, child)

    def reply(self, child: Node, depth: int, alpha: int, beta: int) -> int:
        """Return the score of *child*, a node after a move at the root, for the side to move at the root."""
        takes = self.taking[1 - self.root](*child)
        runs = self._runs(self.at, child, self.ends.calm, 0)
        return -self.look(1 - self.root, child, takes, depth, -beta, -alpha, 1, *runs)

    def _runs(self, at: Node, child: Node, calm: int, since: int) -> tuple[int, int]:
        took = child[0] != at[2] or child[1] != at[3]
        if took or child[2] != at[0]:
            return 0, 0 if took or child[3] != at[1] else since + 1
        return calm + 1, since + 1

    def look(
        self,
        side: int,
        at: Node,
        takes: list[Node],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        calm: int,
        since: int,
    ) -> int:
        """Return the score of the node *at* for its side to move, searched *depth* plies deep.

        *alpha* and *beta* are the bounds between which the score matters. *takes* are the nodes after the captures that
        can be made at *at*.
        """
        self.nodes = nodes = self.nodes + 1
        if nodes >= self.asked:
            self._ask()
        if depth <= 0:
            return self.exchanged(side, at, takes, alpha, beta, ply) if takes else self.weigh(side, at, ply)
        over = self._over(side, at, takes, ply, calm, since)
        if over is not None:
            return over
        seen = self.seen[side].get(at)
        if seen is not None and seen[0] >= depth and (score := bounded(seen, alpha, beta, ply)) is not None:
            return score
        if (
            not takes
            and depth < len(CLEAR)
            and beta - alpha == 1
            and -NEARLY < beta < NEARLY
            and (stand := self._clear(side, at, depth, beta, ply, calm)) is not None
        ):
            return stand
        path, first = self.path[side], seen[3] if seen else None
        path.add(at)
        best, child = self._best(side, at, takes, first, depth, alpha, beta, ply, calm, since)
        path.discard(at)
        if child is None:
            return ply - WON
        if best >= beta and not takes:
            self._refuted(side, at, child, depth, ply)
        self._keep(side, at, depth, AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT, best, ply, child)
        return best

    def _over(self, side: int, at: Node, takes: list[Node], ply: int, calm: int, since: int) -> int | None:
        """Return the score of a node at which the game is over or the result is known; None if it must be searched."""
        if self.idle and (over := self._settled(side, at, ply)):
            return over
        if (calm > 3 or self.sideways) and at in self.path[side]:
            return DRAWN
        men, kings, their_men, their_kings = at[:4]
        count = (men | kings | their_men | their_kings).bit_count()
        if not takes:
            if not men and not kings:
                return ply - WON
            if calm >= self.calm_limit:
                return self._called(side, at, ply)
            if count <= self.few and self.ends.due(_side(side), at, since, ply):
                return DRAWN
        if count <= self.exact and (byte := self.table(side, at)) is not None:
            if not byte and not self.ends.by_strength:
                return DRAWN
            if byte and byte - 1 <= self.ends.left(_side(side), at, calm, since, ply):
                return in_plies(byte - 1, ply)
        return self.weigh(side, at, ply) if ply >= LONGEST else None

    def _clear(self, side: int, at: Node, depth: int, beta: int, ply: int, calm: int) -> int | None:
        """Return the value of a quiet node if it exceeds *beta* so far that it need not be searched; otherwise None."""
        men, kings, their_men, their_kings = at[:4]
        if (men | kings | their_men | their_kings).bit_count() <= self.few or calm + depth >= self.calm_limit:
            return None
        stand = self.weigh(side, at, ply)
        if stand < beta + CLEAR[depth] or self.taking[1 - side](their_men, their_kings, men, kings, *at[5:], *at[4:5]):
            return None
        return stand

    def _best(
        self,
        side: int,
        at: Node,
        takes: list[Node],
        first: Node | None,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        calm: int,
        since: int,
    ) -> tuple[int, Node | None]:
        """Return the score of the best child (node after one move) of a node, and this child; None if there is none.

        *first* is the child that was the best in an earlier search. Each later child is first only tested: is it better
        than the best so far? Children far down the list are tested with less depth. If a child seems better, it is
        searched again in full.
        """
        onward = depth if len(takes) == 1 else depth - 1
        other, taking, look, before = 1 - side, self.taking[1 - side], self.look, ply + 1
        best, best_child = -WON - 1, None
        for number, child in enumerate(self._children(side, at, takes, first, ply)):
            if takes:
                calm_on = since_on = 0
            elif child[2] == at[0]:
                calm_on, since_on = calm + 1, since + 1
            else:
                calm_on, since_on = 0, 0 if child[3] != at[1] else since + 1
            due = taking(*child)
            if onward <= 0 and due:
                score = -self.exchanged(other, child, due, -beta, -alpha, before)
            elif onward <= 0:
                self.nodes += 1
                score = -self.weigh(other, child, before)
            elif number == 0:
                score = -look(other, child, due, onward, -beta, -alpha, before, calm_on, since_on)
            else:
                less = 0
                if number > 1 and onward > 1 and not takes:
                    less = 1 if number < 3 or onward < 3 else 2 if number < 6 or onward < 5 else 3
                score = -look(other, child, due, onward - less, -alpha - 1, -alpha, before, calm_on, since_on)
                if score > alpha and (less or score < beta):
                    score = -look(other, child, due, onward, -beta, -alpha, before, calm_on, since_on)
            if score > best:
                best, best_child = score, child
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best, best_child

    def _children(self, side: int, at: Node, takes: list[Node], first: Node | None, ply: int) -> Iterator[Node]:
        """Yield the nodes after the moves at a node, *first* before the others, which are made only when needed."""
        if first is not None:
            yield first
        for child in takes or self._steps(side, at, ply):
            if child != first:
                yield child

    def _refuted(self, side: int, at: Node, child: Node, depth: int, ply: int) -> None:
        """Record the step to *child*, which exceeded the bound beta, so that it is tried early at other nodes."""
        moved = (at[0] | at[1]) ^ (child[2] | child[3])
        self.killers[ply] = moved
        self.history[side][moved] = self.history[side].get(moved, 0) + depth * depth

    def _keep(self, side: int, at: Node, depth: int, kind: int, best: int, ply: int, child: Node) -> None:
        """Store the score of a node. The plies to a win or a loss are counted from the node, not from the root."""
        seen = self.seen[side]
        if len(seen) >= MOST_KEPT:
            seen.clear()
        seen[at] = (depth, kind, from_node(best, ply), child)

    def exchanged(self, side: int, at: Node, takes: list[Node], alpha: int, beta: int, ply: int) -> int:
        """Return the score of the node *at* if captures are played until neither side can capture.

        *takes* are the nodes after the captures that can be made at *at*.
        """
        self.nodes += 1
        if self.nodes >= self.asked:
            self._ask()
        if self.idle and (over := self._settled(side, at, ply)):
            return over
        other, best = 1 - side, -WON - 1
        taking, weigh, exchanged = self.taking[other], self.weigh, self.exchanged
        for child in takes:
            due = taking(*child)
            if due:
                score = -exchanged(other, child, due, -beta, -alpha, ply + 1)
            else:
                self.nodes += 1
                score = -weigh(other, child, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _steps(self, side: int, at: Node, ply: int) -> list[Node]:
        """Return the nodes after the moves without capture from *at*. Moves that did well elsewhere come first."""
        children = self.stepping[side](*at)
        own, known, killer = at[0] | at[1], self.history[side].get, self.killers[ply]
        children.sort(
            key=lambda child: 1 << 39 if (moved := own ^ (child[2] | child[3])) == killer else known(moved, 0),
            reverse=True,
        )
        return children

    def _ask(self) -> None:
        """Raise `Enough` if the search has reached its limit."""
        if self.nodes >= self.limit or self.enough():
            raise Enough
        self.asked = min(self.nodes + ASKED_NODES, self.limit)

    def weigh(self, side: int, at: Node, ply: int) -> int:
        """Return the score of the node *at* by the pieces on the board, without looking ahead."""
        if self.idle and (over := self._settled(side, at, ply)):
            return over
        men, kings, their_men, their_kings = at[:4]
        if not men and not kings:
            return ply - WON
        if (
            self.bare
            and (kings or their_kings)
            and (men | kings | their_men | their_kings).bit_count() == 2
            and not (kings and their_kings)
        ):
            return WON - ply if kings else ply - WON
        if (
            self.exact
            and (men | kings | their_men | their_kings).bit_count() <= self.exact
            and (byte := self.table(side, at)) is not None
        ):
            return DRAWN if not byte else BY_TABLE - byte if byte & 1 == 0 else byte - BY_TABLE
        score = self.men[side][men] - self.men[1 - side][their_men]
        if self.bands:
            both, together = their_men | men << self.above if side else men | their_men << self.above, 0
            for every, band in self.bands:
                together += band[both & every]
            score += TURN - together if side else TURN + together
        if self.idle:
            score += self.burdens[side][at[4]] - self.burdens[1 - side][at[5]]
        if kings or their_kings:
            score += self.king * (kings.bit_count() - their_kings.bit_count())
            if (men | kings | their_men | their_kings).bit_count() <= FEW_PIECES:
                score = self.late(score, men, kings, their_men, their_kings)
        return score

    def _settled(self, side: int, at: Node, ply: int) -> int:
        """Return the score if the last move has decided a game with good-for-nothings in a special way, otherwise 0.

        See `rules.endings.specials`.
        """
        men, kings, _, _, idle, their_idle = at
        if self.regular[side] and not (men & ~idle | kings):
            return ply - WON
        if (self.burdened[side] and not idle) or their_idle & self.homes[1 - side]:
            return WON - ply
        return 0

    def _called(self, side: int, at: Node, ply: int) -> int:
        """Return the score of a game that the referee ends after too many plies without progress."""
        if not self.ends.by_strength:
            return DRAWN
        named = self.ends.stronger(_side(side), at)
        return DRAWN if named is None else WON - ply if named is _side(side) else ply - WON


def _side(number: int) -> Side:
    return Side.BLACK if number else Side.WHITE
