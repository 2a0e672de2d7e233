"""The evidence for a proposed ruling as sentences, so that nobody signs the ruling without having seen it."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.refused import Refused
from arbiter.rulings.referee.restoring import restored
from arbiter.shapes.game.endgame_result import exact_shape
from arbiter.shapes.game.endings import StoodTold, proofs_shape
from arbiter.shapes.referee.late_moves import seconds
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal
from arbiter.view import View
from arbiter.words import clock_text

MOST_TOLD = 6
"""The most irregular moves that are listed one by one."""


def proof_lines(view: View, proposal: Proposal) -> list[str]:
    """Return sentences with the evidence for a proposed ruling.

    For a claim of a draw these are the moves counted so far, for a flag the times of the clock, otherwise the irregular
    moves. Once the proposal is decided, the sentences tell the game as it was when the proposal was made. Later
    changes, such as the times on the clocks, are left out.
    """
    game = view.state.game(proposal.round, proposal.board)
    match proposal.kind:
        case "claim" | "ending":
            exact = exact_shape(view, game) if proposal.ground == "strength" and game.running else None
            return [*_counted(view, proposal), *([exact["sentence"]] if exact else [])]
        case "flag":
            return list(_flag(view, game, proposal))
        case "late_touch":
            touches = [note for note in game.notes if note.what == "late_touch"]
            note = next((note for note in touches if note.at == proposal.at), touches[-1])
            return [
                view.text(
                    "By the tablet's record the piece was touched {before} s before {move} was undone.",
                    before=seconds(note.span or 0),
                    move=proposal.move,
                )
            ]
        case "restore" if proposal.decided is None:
            return list(_restored(view, game, proposal))
        case "late" if game.started is not None:
            return [
                view.text(
                    "The clocks were started at {time}; {minutes} minutes are allowed.",
                    time=_time(view, game.started),
                    minutes=view.state.regulations.late,
                )
            ]
        case "penalty":
            return list(_irregular(view, game, proposal))
        case "irregular":
            return list(_sealed(view, game, proposal))
        case "early_draw":
            played, least = proposal.ply // 2, view.state.regulations.plies_before_a_draw // 2
            return [
                view.text(
                    "Moves played: {played}; a draw can be agreed from move {least} onwards.",
                    played=played,
                    least=least,
                )
            ]
        case "inactivity":
            before = game.plays[: proposal.ply]
            since = before[-1].at if before else game.started or proposal.at
            side = view.term(proposal.side.value)
            return [view.text("{side} has been to move since {time}.", side=side, time=_time(view, since))]
    return []


def _restored(view: View, game: Game, proposal: Proposal) -> Iterator[str]:
    """Yield what the ruling restores once it is signed: both clocks, and the moves that are played again."""
    try:
        then = replay(restored(view.state, view.state.appeal(proposal.offence), view.at, "committee"), view.state)
    except Refused as refused:
        yield view.refusal(refused)
        return
    after = then.game(game.round, game.board)
    for side in Side:
        left = clock_text(max(0, after.clock.left(side, view.at)))
        yield view.text("{side} then has {left} left.", side=view.term(side.value), left=left)
    if after.plays != game.plays or after.position != game.position:
        yield view.text("The game stands after: {moves}.", moves=" ".join(play.move for play in after.plays) or "-")


def _counted(view: View, proposal: Proposal) -> Iterator[str]:
    for count in proofs_shape(view, proposal):
        said = {"what": count["says"], "number": count["number"], "limit": count["limit"], "counted": count["counted"]}
        yield view.text("{what}: {number} of {limit} {counted}.", **said) if count["limit"] else f"{count['says']}."
        if count["positions"]:
            moves = ", ".join(_stood(view, one) for one in count["positions"])
            yield view.text("The position occurred after: {moves}.", moves=moves)
        elif count["moves"]:
            first, last = count["moves"][0]["numbered"], count["moves"][-1]["numbered"]
            yield view.text(
                "Counted from {first} to {last}; begun by {cause}.", first=first, last=last, cause=count["because"]
            )


def _stood(view: View, stood: StoodTold) -> str:
    after = stood["after"] or view.text("at the start")
    return view.text("{move} (announced and not played)", move=after) if stood["announced"] else after


def _flag(view: View, game: Game, proposal: Proposal) -> Iterator[str]:
    side, other = (view.term(one.value) for one in (proposal.side, proposal.side.other))
    made = sum(play.side is proposal.side for play in game.plays[: proposal.ply])
    to_go = game.clock.moves_to_go(proposal.side) if proposal.decided is None else None
    if to_go:
        yield view.text("Moves made by {side}: {made}; {to_go} more were required.", side=side, made=made, to_go=to_go)
    else:
        yield view.text("Moves made by {side}: {made}.", side=side, made=made)
    left, fell = clock_text(max(0, game.clock.had[proposal.side.other])), _time(view, proposal.at)
    if proposal.decided is None:
        yield view.text("The flag fell at {time}; {other} has {left} left.", time=fell, other=other, left=left)
    else:
        yield view.text("The flag fell at {time}.", time=fell)


def _irregular(view: View, game: Game, proposal: Proposal) -> Iterator[str]:
    side = proposal.side
    tried = [one for one in game.attempts if one.side is side and (proposal.decided is None or one.at <= proposal.at)]
    if tried:
        moves = ", ".join(f"{one.ply // 2 + 1}. {one.move}" for one in tried[:MOST_TOLD])
        more = " …" if len(tried) > MOST_TOLD else ""
        yield view.text(
            "Irregular moves of {side} in this game: {moves}.", side=view.term(side.value), moves=moves + more
        )


def _sealed(view: View, game: Game, proposal: Proposal) -> Iterator[str]:
    """Yield sentences about an irregular move: the rule that it breaks, and the correct moves.

    The service had kept secret that the move was irregular, until the opponent objected to it.
    """
    opened = [note.about for note in game.notes if (note.what, note.at) == ("opened", proposal.at)]
    for play in game.plays if proposal.decided is None else (*game.plays, *game.struck):
        found = play.sealed
        if found is not None and found.line in game.opened and (proposal.decided is None or found.line in opened):
            yield view.say(found.code, dict(found.facts), found.article)
            if found.corrections:
                right = ", ".join(found.corrections[:MOST_TOLD])
                yield view.text("Correct moves: {moves}.", moves=right)


def _time(view: View, at: Instant) -> str:
    return f"{view.local(at):%H:%M:%S}"
