"""Incidents at a board, in words: irregular moves, claims, flags, and the arbiter's rulings with their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter import words
from arbiter.endgames import Exact, allowed, endgames
from arbiter.rules.endings import ENDINGS
from arbiter.rulings.board.objections import of_official
from arbiter.rulings.referee.appeals import ruled_at
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Attempt, Game, Note, Play, Result
from arbiter.tournament.lapsing import BY_RULING
from arbiter.tournament.officials import Appeal
from arbiter.tournament.past.proof import looked_at, proofs
from arbiter.tournament.past.stretches import BACK
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View
from arbiter.words import clock_text

RULED = ("flag", "claim", "ruling", "forfeit", "adjudicated")
"""The reasons of results that rest on a ruling rather than on the players."""

IRREGULAR = ("irregular", "no_offence")
"""The kinds of incidents that are irregular moves; the second was ruled to be no offence."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident during a game. `ply` is the number of plies played before it, or None if the game was over.

    `decided` names who decided the matter; it is empty if no decision was needed. `kind` is a code, and `detail` says
    what it was: the rule that a move broke, the penalty, the decision.
    """

    at: Instant
    ply: int | None
    side: Side | None
    text: str
    decided: str = ""
    kind: str = ""
    detail: str = ""
    move: str = ""
    article: str | None = None
    reason: str = ""

    @property
    def irregular(self) -> bool:
        """Whether the incident is an irregular move."""
        return self.kind in IRREGULAR


def incidents(given: View, game: Game, *, officials: bool = False) -> tuple[Incident, ...]:
    """Return the incidents of a game in the order in which they happened.

    Draw offers are left out, because they are printed with the moves. *officials*: the sheet is theirs. Only they may
    know that a count is complete while the game goes on (G40). Beside the result of an adjudicated game stands what the
    endgame tables say of its last position.
    """
    open_to_all = officials or game.result is not None
    found = [*_attempts(given, game), *_notes(given, game, counts=open_to_all), *_late(given, game)]
    found += [*_proposals(given, game, counts=open_to_all), *_appeals(given, game)]
    by_two = any(note.what == "second_hand" for note in game.notes)
    if game.result is not None and (by_two or by_ruling(game.result)):
        found.append(_ruled(given, game, game.result))
    return tuple(sorted(found, key=lambda incident: incident.at))


def by_ruling(result: Result) -> bool:
    """Return whether the result rests on a ruling: a correction too, and a count that an official has signed."""
    signed = result.because in ENDINGS and result.by != "service"
    return signed or result.corrected or result.because in RULED


def appealed_against(given: View, appeal: Appeal) -> Incident | None:
    """Return the ruling that an appeal is against: the last one at its board before the appeal.

    Return None if there is no such ruling or the journal lines are missing.
    """
    events = given.events
    if len(events) < appeal.number:
        return None
    then = replay(events[: appeal.number - 1], Tournament())
    game = then.game(appeal.round, appeal.board)
    found = [one for one in incidents(replace(given, state=then), game) if one.at == ruled_at(game)]
    return found[-1] if found else None


def move_number(ply: int) -> int:
    """Return the score-sheet number of the next move after *ply* plies."""
    return ply // 2 + 1


def struck(game: Game) -> Iterator[tuple[Note, tuple[Play, ...]]]:
    """Yield each ruling that took moves back, together with those moves."""
    plays = list(game.struck)
    for note in game.notes:
        if note.what in BACK:
            end = next((at for at, play in enumerate(plays, start=1) if play.ply == note.ply), len(plays))
            end = end if note.struck is None else note.struck
            yield note, tuple(plays[:end])
            plays = plays[end:]


def result_text(given: View, game: Game) -> str:
    """Return the result with its reason, such as "2-0, White has won, resigned"; empty if there is no result."""
    result = game.result
    if result is None:
        return ""
    told = [given.state.result_text(game) or "", outcome_text(given, result), given.term(result.because)]
    if result.corrected:
        told.append(given.text("corrected"))
    return ", ".join(told)


def outcome_text(given: View, result: Result) -> str:
    """Return a result in words: which side has won, that the game is drawn, or that both have lost."""
    won = [side for side in Side if result.outcome[side].value == "won"]
    if len(won) == 1:
        return given.text("{side} has won", side=given.term(won[0].value))
    drawn = all(outcome.value == "drawn" for outcome in result.outcome)
    return given.text("drawn") if drawn else given.text("both have lost")


def by_tables(given: View, game: Game) -> tuple[Exact, int | None, str] | None:
    """Return the result of the present position by the endgame tables, and a sentence about it.

    Between them is the number of plies after which a count of moves draws the game; None if no count runs. Return None
    if no table has the position.
    """
    variant = given.state.variant
    tables = endgames(variant)
    exact = tables.exact(game.position) if tables else None
    if exact is None:
        return None
    count = allowed(game.tally)
    plies = count[0] if count else None
    if exact.winner is None:
        return exact, plies, words.say("tables_drawn", {}, given.language, called=variant.called)
    code = "tables_won" if plies is None or plies >= exact.plies else "tables_won_late"
    facts = {"side": exact.winner.value, "moves": exact.moves, "plies": plies}
    return exact, plies, words.say(code, facts, given.language, called=variant.called)


def _attempts(given: View, game: Game) -> Iterator[Incident]:
    count = dict.fromkeys(Side, 0)
    for attempt in game.attempts:
        count[attempt.side] += not attempt.overruled
        side = given.term(attempt.side.value)
        told = given.text(
            "Irregular: {move} ({side}, no. {count} in this game).",
            move=attempt.move,
            count=count[attempt.side],
            side=side,
        )
        if attempt.overruled:
            told = given.text("Ruled no offence, not counted: {move} ({side}).", move=attempt.move, side=side)
        line = given.text("Journal line {line}.", line=attempt.line)
        yield Incident(
            attempt.at,
            attempt.ply,
            attempt.side,
            f"{told} {_sentence(given, attempt)} {line}",
            kind="no_offence" if attempt.overruled else "irregular",
            detail=attempt.code,
            move=attempt.move,
            article=attempt.article,
        )


def _sentence(given: View, attempt: Attempt) -> str:
    """Return the rule that an irregular move breaks, in words, with its article and the moves that correct it."""
    called = given.state.variant.called
    said = words.say(attempt.code, dict(attempt.facts), given.language, attempt.article, called)
    if not attempt.corrections:
        return said
    shown = ", ".join(attempt.corrections[:6]) + (" …" if len(attempt.corrections) > 6 else "")
    return f"{said} {words.say('corrections', {'corrections': shown}, given.language)}"


def _notes(given: View, game: Game, *, counts: bool) -> Iterator[Incident]:
    taken_back = {id(note): plays for note, plays in struck(game)}
    for note in game.notes:
        if note.what == "offer":
            continue
        ply = note.ply
        side = given.term(note.side.value) if note.side else ""
        match note.what:
            case "time":
                left = clock_text(note.span or 0)
                told = given.text("Time corrected: {side} has {left} left.", side=side, left=left)
            case "penalty":
                penalty = given.step(note.step or note.what).capitalize()
                told = given.text("{penalty} for {side}.", penalty=penalty, side=side)
            case "conduct":
                told = given.text("Conduct of {side}: {what}.", side=side, what=given.term(note.step or "other"))
            case "objection" if of_official(note.by):
                told = given.text("Objection of {side}, written down by an official.", side=side)
            case "claim":
                told = " ".join(_claimed(given, game, note, counts=counts))
            case "dismissed":
                told = _dismissed(given, note, counts=counts)
            case "huff" if note.step:
                told = given.text("Huffed by {side}: the piece on {square}.", side=side, square=note.step)
            case "lapsed_count":
                what, why = given.term(note.step or ""), given.reason(note.reason)
                told = given.text("The completed count lapsed: {what}, interrupted by {why}.", what=what, why=why)
            case "retracted":
                ply = note.ply - 1
                told = given.text("Taken back on objection: {moves}.", moves=_moves(game, taken_back[id(note)]))
            case "position":
                plays = taken_back[id(note)]
                ply = plays[0].ply - 1 if plays else note.ply
                told = given.text("Position restored; struck through: {moves}.", moves=_moves(game, plays))
            case "set_up":
                plays = taken_back[id(note)]
                ply = plays[0].ply - 1 if plays else note.ply
                told = given.text("Position set up: {fen}.", fen=note.step)
                if plays:
                    told += " " + given.text("Struck through: {moves}.", moves=_moves(game, plays))
            case "counter":
                told = given.text("{side} has {to_go} moves to go.", side=side, to_go=note.span)
            case "outage":
                gap = clock_text(note.span or 0)
                told = given.text("The service was interrupted for {gap}; no time was charged.", gap=gap)
            case "engine":
                did = given.term(note.step or "")
                told = given.text(
                    "Engine fault: {engine} {did}. The computer played the move.", engine=note.reason, did=did
                )
            case "second_hand":
                second = given.name(game.entries[note.side]) if note.side else given.who(note.first)
                told = given.text("The official has an interest in this game; confirmed by {second}.", second=second)
            case "here" | "absent":
                told = f"{side}: {given.term(note.what)}."
            case _:
                told = given.term(note.what).capitalize() + "."
        reason = "" if note.what in ("lapsed_count", "engine") else given.reason(note.reason)
        grounds = _with_grounds(given, told, "" if note.what == "claim" else reason, note.article)
        signed = ", ".join(given.who(by) for by in (note.first, note.by) if by)
        detail = "" if note.what == "engine" else note.step or ""
        yield Incident(note.at, ply, note.side, grounds, signed, note.what, detail, article=note.article, reason=reason)


def _moves(game: Game, plays: tuple[Play, ...]) -> str:
    """Return moves as text with their numbers: "23. 32-28 18-23 24. 28x19"."""
    told: list[str] = []
    for play in plays:
        number = move_number(play.ply - 1)
        if play.side is game.start.turn:
            told.append(f"{number}. {play.move}")
        else:
            told.append(play.move if told else f"{number}… {play.move}")
    return " ".join(told)


def _claimed(given: View, game: Game, claim: Note, *, counts: bool) -> Iterator[str]:
    """Yield a claim with its ground and, if *counts*, the count on which it rests: "1 of 3 times on the board"."""
    side = given.term(claim.side.value) if claim.side else ""
    yield given.text("{side} claims a draw: {ground}.", side=side, ground=given.reason(claim.reason).rstrip("."))
    for proposal in given.state.proposals if counts else ():
        place = (proposal.round, proposal.board, proposal.kind)
        if place == (game.round, game.board, "claim") and (proposal.at, proposal.side) == (claim.at, claim.side):
            yield from _counted(given, proposal)


def _counted(given: View, proposal: Proposal) -> Iterator[str]:
    """Yield each count on which a proposal rests: "1 of 3 times on the board"; none if the game has gone back since."""
    if proposal.ply > given.state.game(proposal.round, proposal.board).ply:
        return
    for count in proofs(looked_at(given.state, proposal), proposal):
        counted = given.term(f"counts {count.row.counts.value}")
        if count.row.limit:
            yield given.text(
                "{number} of {limit} {counted}.", number=count.number, limit=count.row.limit, counted=counted
            )


def _dismissed(given: View, note: Note, *, counts: bool) -> str:
    """Return which proposal was dismissed, in words. While players may not know of a count, only its side is told."""
    side = given.term(note.side.value) if note.side else ""
    proposal = next((one for one in given.state.proposals if one.number == note.proposal), None)
    if proposal is None or (proposal.kind == "ending" and not counts):
        return given.text("The service's proposal about {side} was dismissed.", side=side)
    what = given.term(f"proposal {proposal.kind}")
    if proposal.kind == "penalty":
        what = f"{what}, {given.step(proposal.step)}"
    elif proposal.kind in ("claim", "ending"):
        what = f"{what}, {given.term(proposal.ground)}"
    return given.text("Dismissed ({side}): {what}. Journal line {line}.", side=side, what=what, line=proposal.number)


def _proposals(given: View, game: Game, *, counts: bool) -> Iterator[Incident]:
    """Yield the fallen flags of a game and, if *counts*, the draws that were due, each with the arbiter's decision.

    The proposals that a ruling made void follow. Others are left out: the outcome of a claim is among the notes of the
    game and in its result.
    """
    for proposal in given.state.proposals:
        if counts and (proposal.round, proposal.board, proposal.kind) == (game.round, game.board, "ending"):
            row, how = ENDINGS[proposal.ground], proposal.decided or ""
            told = given.text("A count was complete: {what}.", what=given.term(row.key))
            text = " ".join((told, *_counted(given, proposal), f"{_decision(given, proposal)}.".capitalize()))
            grounds = _with_grounds(given, text, "", row.article)
            ply = None if proposal.ply > game.ply else proposal.ply
            yield Incident(proposal.at, ply, None, grounds, kind="ending", detail=how, article=row.article)
        if (proposal.round, proposal.board) == (game.round, game.board) and proposal.why in BY_RULING:
            what, why = given.term(f"proposal {proposal.kind}"), given.term(f"begun by {proposal.why}")
            void = given.text("A proposal became void ({what}): {why}.", what=what, why=why)
            yield Incident(proposal.at, proposal.ply, None, void, kind="void", detail=proposal.kind)
        if (proposal.round, proposal.board, proposal.kind) == (game.round, game.board, "flag"):
            side = given.term(proposal.side.value)
            told = given.text("The flag of {side} fell: {what}.", side=side, what=_decision(given, proposal))
            if proposal.provisional:
                told += f" ({given.term(f'provisional {proposal.provisional}')})"
            ply, how = _played_by(game, proposal.at), proposal.decided or ""
            yield Incident(proposal.at, ply, proposal.side, told, kind="flag", detail=how, article=proposal.article)


def _appeals(given: View, game: Game) -> Iterator[Incident]:
    """Yield the decided appeals about a game, each with the people who decided it."""
    for appeal in given.state.appeals:
        if (appeal.round, appeal.board) == (game.round, game.board) and appeal.decided_at is not None:
            told = given.text("Appeal of {side}.", side=given.term(appeal.side.value))
            ply = None if game.result is not None else _played_by(game, appeal.decided_at)
            text = f"{told} {decision(given, appeal)}"
            who, how = deciders(given, appeal), appeal.decided or ""
            yield Incident(appeal.decided_at, ply, appeal.side, text, who, "appeal", how, reason=appeal.reason)


def decision(given: View, appeal: Appeal) -> str:
    """Return the decision on an appeal in words, with its reason."""
    how = given.text("Decided: {how}.", how=given.term(appeal.decided or ""))
    return f"{how} {appeal.reason}"


def deciders(given: View, appeal: Appeal) -> str:
    """Return the names of all who decided an appeal, and who entered the decision if it was made on paper."""
    names = ", ".join(map(given.who, appeal.decided_by))
    if not appeal.entered_by:
        return names
    entered = given.text("entered from paper by {name}", name=", ".join(map(given.who, appeal.entered_by)))
    return f"{names}; {entered}"


def _late(given: View, game: Game) -> Iterator[Incident]:
    """Yield the acts that reached the service after a flag. The arbiter's decisions on them are among the notes."""
    for late in game.late:
        told = given.text(
            "{move} by {side} arrived {after} ms after the flag fell; by the tablet's clock it was confirmed "
            "{before} ms before.",
            move=late.move or given.term(f"act {late.act}"),
            side=given.term(late.side.value),
            after=late.at - late.fell,
            before=late.fell - late.pressed,
        )
        text = f"{told} {given.text('Journal line {line}.', line=late.line)}"
        yield Incident(late.at, late.ply, late.side, text, kind="late", detail=late.act, move=late.move)


def _decision(given: View, proposal: Proposal) -> str:
    return given.text("waiting for the arbiter") if proposal.decided is None else given.term(proposal.decided)


def _played_by(game: Game, at: Instant) -> int:
    """Return how many plies had been played at that instant, without those that were later taken back."""
    return sum(play.at <= at for play in game.plays)


def _ruled(given: View, game: Game, result: Result) -> Incident:
    told = given.text("Result: {result}.", result=result_text(given, game))
    places = (one for one in given.state.proposals if (one.round, one.board) == (game.round, game.board))
    granted = [one for one in places if (one.kind, one.decided, result.because) == ("claim", "signed", "claim")]
    told = " ".join((told, *(said for one in granted[-1:] for said in _counted(given, one))))
    if result.because == "adjudicated" and (tables := by_tables(given, game)):
        told += f" {tables[2]}"
    return Incident(
        result.at,
        None,
        None,
        _with_grounds(given, told, given.reason(result.reason), result.article),
        given.who(result.by),
        "result",
        result.because,
        article=result.article,
        reason=given.reason(result.reason),
    )


def _with_grounds(given: View, told: str, reason: str, article: str | None) -> str:
    grounds = f"{told} {reason}" if reason else told
    return f"{grounds} ({given.cited(article)})" if article else grounds
