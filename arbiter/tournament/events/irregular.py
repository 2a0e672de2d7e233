"""Events of irregular moves: the moves themselves, objections, men to be crowned, and pieces huffed (removed)."""

from __future__ import annotations

from arbiter.refused import Fact
from arbiter.rules.notation import square_text
from arbiter.sides import Side
from arbiter.tournament.events.event import BoardAct, Event
from arbiter.tournament.game import Attempt, without
from arbiter.tournament.lapsed_proposals import decided, settled, uncounted
from arbiter.tournament.sealed_findings import OpenedFinding, opened
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempted(BoardAct):
    """The base of events in which `side` made an invalid move after `ply` plies.

    `code` and `article` name the rule that the move broke. `corrections` are the correct moves. `bound` is the square
    of the piece that has to make the correct move (000 VII), if only one may. `step` is the proposed penalty, from the
    list of penalties (ladder) in the regulations.
    """

    ply: int
    side: Side
    move: str
    code: str
    article: str | None
    facts: tuple[tuple[str, Fact], ...]
    bound: int | None
    corrections: tuple[str, ...]
    step: str = ""

    def attempt(self, line: int) -> Attempt:
        """Return the attempted move as the game records it. *line* is the journal line of this event."""
        return Attempt(
            line=line,
            at=self.at,
            ply=self.ply,
            side=self.side,
            move=self.move,
            code=self.code,
            article=self.article,
            facts=self.facts,
            bound=self.bound,
            corrections=self.corrections,
        )

    def penalised(self, state: Tournament) -> Tournament:
        """Return the tournament with the penalty `step` proposed to an arbiter; unchanged if there is no penalty."""
        return self.proposed(state, "penalty", self.code, step=self.step) if self.step else state


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularMove(Attempted):
    """An irregular move was made and has to be corrected. The clock of the side that made the move went on."""

    def after(self, state: Tournament) -> Tournament:
        game, attempt = self.game(state), self.attempt(state.version)
        bound = self.bound if game.bound is None else game.bound
        game = replace(game, attempts=(*game.attempts, attempt), owed=attempt, bound=bound)
        return settled(self.penalised(state), game)


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityOverruled(BoardAct):
    """An arbiter ruled that an irregular move or a player's conduct was no offence, such as an error of entry.

    `irregularity` is the journal line of the move or conduct. It does not count any more, and such a move need not be
    corrected. `steps` has each proposal about it, as (number of the proposal, new penalty); "" if no penalty remains.
    `offences` has the proposals for later offences, each of which is now punished as an earlier offence, as (number of
    the proposal, journal line of the offence).
    """

    irregularity: int
    side: Side
    article: str | None
    reason: str
    steps: tuple[tuple[int, str], ...] = ()
    offences: tuple[tuple[int, int], ...] = ()

    def after(self, state: Tournament) -> Tournament:
        conduct = any(one.line == self.irregularity for one in state.conduct)
        signed = (state.proposal(number) for number, step in self.steps if not step)
        withdrawn = ", ".join(one.step for one in signed if one.decided == "signed")
        what = "conduct_overruled" if conduct else "overruled"
        game = self.noted(self.game(state), what, step=withdrawn or None)
        attempts = tuple(replace(a, overruled=True) if a.line == self.irregularity else a for a in game.attempts)
        game = replace(game, attempts=attempts)
        if game.owed is not None and game.owed.line == self.irregularity:
            tried = game.tried_after(game.ply)
            game = replace(game, owed=tried[-1] if tried else None)
        if game.bound is not None:
            game = replace(game, bound=game.bound_after(game.ply))
        state, steps = settled(uncounted(state, self.irregularity), game), dict(self.steps)
        for number, step in self.steps:
            state = state if step else decided(_taken_off(state, number), number, "lapsed")
        of = dict(self.offences)
        proposals = tuple(
            replace(p, step=steps.get(p.number) or p.step, offence=of.get(p.number, p.offence)) for p in state.proposals
        )
        return replace(state, proposals=proposals)


def _taken_off(state: Tournament, number: int) -> Tournament:
    """Return the tournament with a penalty marked as void.

    The penalty is the one given by signing proposal *number*.
    """
    proposal = state.proposal(number)
    if proposal.decided != "signed":
        return state
    given = ("penalty", proposal.side, proposal.step, proposal.decided_at)
    game = state.game(proposal.round, proposal.board)
    notes = (replace(n, until=state.at) if (n.what, n.side, n.step, n.at) == given else n for n in game.notes)
    return state.put(replace(game, notes=tuple(notes)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRaised(BoardAct):
    """A side objected to the opponent's move of ply `ply` as irregular.

    Whether it was irregular is told by a later line, `FindingsOpened`; older journals have the broken rule as `code`
    here. If `proposes`, an arbiter decides on the consequence; otherwise the objecting side does. If `waits`, nobody is
    told before an arbiter has looked at the move. `by` may be an official who has written down what the side said.
    """

    side: Side
    ply: int
    code: str | None
    proposes: bool = False
    waits: bool = False
    reason: str = ""
    looked: bool = False
    """Whether an arbiter has looked at the moves already, because of a claim that `side` made before."""

    def after(self, state: Tournament) -> Tournament:
        game, claims = self.game(state), state.regulations.irregular_policy == "silent"
        if not self.looked:
            game = self.noted(game, "claim_irregular" if claims else "objection")
        if self.proposes and not self.code:
            game = self.noted(game, "nothing_found")
        found = game.plays[self.ply - 1].sealed if self.code else None
        if found is not None:
            game = replace(game, opened=game.opened | {found.line})
            game = game if self.proposes else replace(game, objection=found)
        state = state.put(game)
        if self.waits:
            return self.proposed(state, "objection", "")
        return self.proposed(state, "irregular", self.code or "") if self.proposes else state


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsOpened(BoardAct):
    """Findings about moves (whether each was irregular) were decrypted and shown.

    Each of the `findings` is a tuple: the journal line of the move, the salt of the hash in that line, the code of the
    rule broken (None if the move was regular), its article, the square of the piece that has to make the correct move,
    the facts, and the correct moves. `because` is the reason: an "objection", a "claim" or the "end" of the game.
    `side` is the side that objected. `step` is the penalty that the regulations propose for a groundless objection.
    """

    side: Side | None
    findings: tuple[tuple[int | str | tuple[str, ...] | tuple[tuple[str, Fact], ...] | None, ...], ...]
    because: str
    article: str | None = None
    step: str = ""

    @property
    def groundless(self) -> bool:
        """Whether the side objected to a regular move."""
        return self.because == "objection" and all(one.code is None for one in self.opened)

    @property
    def opened(self) -> tuple[OpenedFinding, ...]:
        """Return the opened findings (whether moves were irregular) as named tuples.

        In `findings` they are plain tuples.
        """
        return tuple(OpenedFinding._make(one) for one in self.findings)

    def after(self, state: Tournament) -> Tournament:
        game, findings = self.game(state), self.opened
        plays, struck = (tuple(opened(play, findings) for play in some) for some in (game.plays, game.struck))
        game = replace(game, plays=plays, struck=struck, opened=game.opened | {one.line for one in findings})
        irregular = [one.line for one in findings if one.code is not None]
        if irregular or self.because == "end":
            note = self.note(game, "opened", step=self.because)
            game = game.noted(replace(note, article=None, about=next(iter(irregular), 0)))
        if self.because != "objection":
            return settled(state, game)
        found = next((play.sealed for play in game.plays if play.line == findings[0].line), None)
        if found is not None:
            return settled(state, replace(game, objection=found))
        state = settled(state, self.noted(game, "groundless"))
        return self.proposed(state, "penalty", "groundless", step=self.step) if self.step else state


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionDropped(BoardAct):
    """The side that objected to an irregular move chose to let the move stand."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "let_stand")
        stood = (replace(game.objection, stood=True),) if game.objection else ()
        return settled(state, replace(game, objection=None, attempts=(*game.attempts, *stood)))


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCrowned(BoardAct):
    """A player crowned the opponent's man on the square `square`, which should have become a king.

    The player may move now (000 V).
    """

    side: Side
    square: int

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "crowned", step=square_text(self.square, state.variant))
        waiting = game.owed is not None and game.owed.code == "not_crowned_by_opponent"
        return settled(state, replace(game, uncrowned=None, owed=None if waiting else game.owed))


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceHuffed(BoardAct):
    """A piece that should have captured and did not was removed (huffed), instead of the move being corrected."""

    side: Side
    square: int
    article: str | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "huff", step=square_text(self.square, state.variant))
        missed = (replace(game.objection, stood=True),) if game.objection else ()
        if game.ended_on_board:
            game = game.reopened(self.at, "huffed")
            game = replace(game, clock=game.clock.start(game.position.turn, self.at))
        position = without(game.position, self.square)
        game = replace(
            game,
            position=position,
            tally=game.tally.set_up(position),
            huffed=(*game.huffed, (game.ply, self.square)),
            attempts=(*game.attempts, *missed),
            objection=None,
            owed=None,
            bound=None,
        )
        return settled(state, game, anew="huffed")


EVENTS: tuple[type[Event], ...] = (
    IrregularMove,
    IrregularityOverruled,
    ObjectionRaised,
    FindingsOpened,
    ObjectionDropped,
    KingCrowned,
    PieceHuffed,
)
