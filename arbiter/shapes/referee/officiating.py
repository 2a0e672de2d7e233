"""The irregular moves at a board: objections, kings still to be crowned, and findings only for arbiters."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from arbiter.rules.endings.strength import strength, stronger, total
from arbiter.rules.notation import square_text
from arbiter.rules.position import fen_text
from arbiter.rulings.board.objections import choices_now, may_object, objection_waiting
from arbiter.rulings.board.touches import may_undo
from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.adjudication import noticed
from arbiter.rulings.referee.appeals import may_appeal
from arbiter.rulings.time.inactivity import slow
from arbiter.rulings.time.times import proposals
from arbiter.shapes.game.endgame_result import ExactTold, exact_shape
from arbiter.shapes.json_answers import Sides, SideTold, sides, told
from arbiter.shapes.referee.late_moves import DoubtTold, LateDecidedTold, doubt_shape, late_decided, late_moves_shape
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.past.draw_proof import looked_at, recurred, unchecked, unfounded
from arbiter.tournament.regulations.switches import ALWAYS
from arbiter.tournament.state import Proposal, Tournament
from arbiter.view import View


class FindingTold(TypedDict):
    """An irregular move with the rule that it breaks, shown once it is no longer kept secret."""

    ply: int
    side: SideTold
    move: str
    code: str
    article: str | None
    facts: dict[str, Any]
    sentence: str
    corrections: list[str]


class ObjectionTold(FindingTold):
    """An objection to an irregular move: the side that objects, and the choices that it has."""

    by: SideTold
    choices: list[str]


class CrownTold(TypedDict):
    """A new king that has not been crowned yet: its square, and the side that has to crown it."""

    side: SideTold
    square: str


class OfficiatingTold(TypedDict):
    """The public facts about the refereeing at a board: the policy on irregular moves, objections, and appeals.

    `penalties`: the penalties of both sides in words; missing until there is one.
    """

    policy: str
    touch_move: bool
    confirm_moves: bool
    may_undo: SideTold | None
    may_object: SideTold | None
    objection_waits: bool
    objection: ObjectionTold | None
    crown: CrownTold | None
    slow: bool
    may_appeal: bool
    provisional: bool
    penalties: NotRequired[Sides[list[str]]]


class SealedTold(TypedDict):
    """The irregular moves of a game that the players do not see and arbiters do."""

    sealed: list[FindingTold]


class ProvenCount(TypedDict):
    """A draw count (such as moves without a capture) as it was when a player claimed a draw."""

    row: str
    article: str | None
    counts: str
    number: int
    limit: int
    began: int | None
    cause: str
    plies: list[int]
    reached: bool


class ProofTold(TypedDict):
    """The draw counts that prove or disprove a claim."""

    ply: int
    turn: str
    counts: list[ProvenCount]


class WorthTold(TypedDict):
    """The value of a piece on its square, for comparing the strength of both sides."""

    square: str
    king: bool
    worth: int


class RecurredTold(TypedDict):
    """A position that occurred more than once."""

    fen: str
    plies: list[int]
    times: int


class StrengthTold(TypedDict):
    """The comparison of both sides' strength, square by square, by which an unfinished game can be adjudicated.

    `tables` is the exact result of the position, if the endgame tables have it: evidence, not the ruling.
    """

    white: list[WorthTold]
    black: list[WorthTold]
    sums: Sides[int]
    winner: str | None
    notice: bool
    repeated: list[RecurredTold]
    tables: ExactTold | None


class EvidenceTold(TypedDict):
    """The evidence about a fallen flag, for the arbiter who rules on it."""

    side: str
    fell_at: int
    called_by: str
    cannot_win: str
    provisional: str
    doubt: DoubtTold | None
    late: list[LateDecidedTold]
    left_ms: Sides[int]


class DecidedBy(TypedDict):
    """The evidence on which an arbiter decides a proposal.

    `proposed`: the decision that the service proposes. It is "sign", or "dismiss" for a claim that the game shows to be
    untrue, or "decide" (nothing is proposed) for a claim on a ground that the service cannot count.
    """

    step: str
    move: str
    article: str
    signed_by: str | None
    result: Sides[str] | None
    details: dict[str, Any]
    proposed: str
    proof: NotRequired[ProofTold]
    strength: NotRequired[StrengthTold]
    evidence: NotRequired[EvidenceTold]
    late: NotRequired[LateDecidedTold]


class WaysTold(TypedDict):
    """Three proposals for both clocks after moves are taken back: as they were then, as they are, halfway between."""

    irregularity: Sides[int]
    present: Sides[int]
    split: Sides[int]


class BackTold(TypedDict):
    """The effect of taking a game back: the position, the moves that are struck, and proposals for the clocks."""

    ply: int
    fen: str
    struck: list[str]
    times: WaysTold
    proposed: str
    within_window: bool
    window: int | None


def officiating_shape(view: View, game: Game) -> OfficiatingTold:
    """Return the public facts: the policy on irregular moves, who may object, the choices, and a crowning that is due.

    `slow`: whether the side to move has been warned for thinking too long. `may_object`: whether the button is shown,
    which does not reveal whether the last move was irregular. `objection_waits`: whether an arbiter has to look at the
    move before the objection is answered.
    """
    state = view.state
    turn = game.position.turn.value
    undoes = may_undo(state, game)
    crown: CrownTold | None = (
        None if game.uncrowned is None else {"side": turn, "square": square_text(game.uncrowned, state.variant)}
    )
    told: OfficiatingTold = {
        "policy": state.regulations.irregular_policy,
        "touch_move": state.regulations.touch_move,
        "confirm_moves": state.regulations.confirm_moves,
        "may_undo": undoes.value if undoes else None,
        "may_object": turn if may_object(state, game, view.at) else None,
        "objection_waits": state.regulations.irregular_policy == "opponent" and objection_waiting(state, game),
        "objection": {**finding_shape(view, game.objection), "by": turn, "choices": list(choices_now(state, game))}
        if game.objection
        else None,
        "crown": crown,
        "slow": bool(game.notes) and slow(game),
        "may_appeal": bool(game.notes or game.result) and may_appeal(state, game, view.at),
        "provisional": (game.round, game.board) in unsettled(state),
    }
    if given := [note for note in game.notes if note.what == "penalty" and note.until is None]:
        told["penalties"] = sides(lambda side: [view.step(one.step or "") for one in given if one.side is side])
    return told


def unsettled(state: Tournament) -> set[tuple[int, int]]:
    """Return the games, as (round, board), with an undecided appeal, or a ruling that only a witness has confirmed."""
    appealed = {(one.round, one.board) for one in state.appeals if one.decided is None}
    return appealed | {(one.round, one.board) for one in state.waiting if one.kind == "witnessed"}


def finding_shape(view: View, found: Attempt) -> FindingTold:
    return told(
        FindingTold,
        found,
        side=found.side.value,
        facts=dict(found.facts),
        sentence=view.say(found.code, dict(found.facts), found.article),
    )


def sealed_shape(view: View, game: Game) -> SealedTold:
    """Return the irregular moves of a game that were hidden from the players, for arbiters only.

    A move is on the list once an objection, a claim or the end of the game has revealed that it was irregular.
    """
    sealed = [play.sealed for play in (*game.plays, *game.struck) if play.sealed is not None]
    opened = [found for found in sealed if game.result is not None or found.line in game.opened]
    return {"sealed": [finding_shape(view, found) for found in opened]}


def proposal_more(view: View, game: Game, proposal: Proposal) -> DecidedBy:
    """Return the evidence on a proposal: a penalty and its result, the draw counts of a claim, the facts of a flag."""
    state = view.state
    outcome = proposal.outcome
    more: DecidedBy = {
        "step": proposal.step,
        "move": proposal.move,
        "article": proposal_article(state, proposal),
        "signed_by": proposal.signed_by,
        "result": None if outcome is None else sides(lambda side: outcome[side].value),
        "details": dict(proposal.details),
        "proposed": "dismiss" if unfounded(state, proposal) else "decide" if unchecked(proposal) else "sign",
    }
    if proposal.kind in ("claim", "ending") and game.running:
        more["proof"] = proof_shape(state, proposal)
    if proposal.kind == "ending" and proposal.ground == "strength":
        more["strength"] = strength_shape(view, game)
    if proposal.kind == "flag":
        more["evidence"] = {
            "side": proposal.side.value,
            "fell_at": proposal.at,
            "called_by": state.regulations.flag_called_by,
            "cannot_win": state.regulations.cannot_win,
            "provisional": proposal.provisional,
            "doubt": doubt_shape(view, game.flag),
            "late": late_moves_shape(view, game),
            "left_ms": sides(lambda side: max(0, game.clock.had[side])),
        }
    if proposal.kind == "late_move":
        more["late"] = late_decided(view, game, next(late for late in game.late if late.line == proposal.number))
    return more


def proof_shape(state: Tournament, proposal: Proposal) -> ProofTold:
    """Return the draw counts at the moment of the claim, including a move that the player announced with the claim."""
    tally = looked_at(state, proposal).tally
    return {
        "ply": tally.ply,
        "turn": tally.recent[-1].turn.value,
        "counts": [
            {
                "row": count.row.key,
                "article": count.row.article,
                "counts": count.row.counts.value,
                "number": count.number,
                "limit": count.row.limit,
                "began": count.began,
                "cause": count.cause,
                "plies": list(count.plies),
                "reached": count.reached,
            }
            for count in tally.counts()
        ],
    }


def strength_shape(view: View, game: Game) -> StrengthTold:
    """Return both sides' sums of values, the side that wins by them, and whether both sides had been given notice.

    The result by the endgame tables stands beside the sums as evidence. It does not change which side is proposed as
    the winner.
    """
    state = view.state
    worths = strength(game.position, state.variant)
    winner = stronger(game.position, state.variant)
    return {
        **sides(
            lambda side: [
                {"square": square_text(one.square, state.variant), "king": one.king, "worth": one.worth}
                for one in worths[side]
            ]
        ),
        "sums": sides(lambda side: total(worths[side])),
        "winner": winner.value if winner else None,
        "notice": noticed(game, "strength"),
        "repeated": [
            {"fen": fen_text(game.position_after(plies[0]), state.variant), "plies": list(plies), "times": len(plies)}
            for plies in recurred(game)
        ],
        "tables": exact_shape(view, game),
    }


def preview_shape(view: View, game: Game, ply: int) -> BackTold:
    """Return the effect of taking the game back to the position after *ply* plies.

    The effect is that position, the moves that would be struck, and three proposals for the clocks.
    """
    state = view.state
    window = state.regulations.correction_window
    ago, ways = (game.ply - ply) // 2, proposals(game, ply, view.at)
    return {
        "ply": ply,
        "fen": fen_text(game.position_after(ply), state.variant),
        "struck": [play.move for play in game.plays[ply:]],
        "times": {
            "irregularity": sides(lambda side: ways["irregularity"][side]),
            "present": sides(lambda side: ways["present"][side]),
            "split": sides(lambda side: ways["split"][side]),
        },
        "proposed": state.regulations.retraction_clock,
        "within_window": window >= ALWAYS or ago <= window,
        "window": None if window >= ALWAYS else window,
    }
