"""Incidents at a board, in words: irregular moves, claims, flags, and the arbiter's rulings with their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter import words
from arbiter.incidents.appeals import deciders, decision
from arbiter.incidents.claims import claimed, counted, dismissed, what_of
from arbiter.rules.endings import ENDINGS
from arbiter.rulings.referee.appeals import ruled_at
from arbiter.rulings.time.speaking import of_official
from arbiter.sides import Instant, Side
from arbiter.tournament.game import OF_PLAYERS, Attempt, Former, Game, Note, Play, Result
from arbiter.tournament.officials import Appeal
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


ACTS = (
    *("ballot", "started", "offer", "accepted", "declined", "crowned", "report", "disputed", "call", "end"),
    *("proposed", "signed"),
)
"""The kinds of incidents that are acts of the players and of the service, and signatures; none of them is a ruling."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident during a game. `ply` is the number of plies played before it, or None if the game was over.

    `decided` names who decided the matter; it is empty if no decision was needed. `kind` is a code, and `detail` says
    what it was: the rule that a move broke, the penalty, the decision. `struck` is the beginning of `text` if it is
    struck through, because it does not stand any more; the rest of `text` says why.
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
    struck: str = ""

    @property
    def irregular(self) -> bool:
        """Whether the incident is an irregular move."""
        return self.kind in IRREGULAR


def incidents(given: View, game: Game, *, officials: bool = False, acts: bool = False) -> tuple[Incident, ...]:
    """Return the incidents of a game in the order in which they happened.

    *officials*: the sheet is theirs. Only they may know that a count is complete while the game goes on (G40). *acts*:
    with what is no ruling (`ACTS`), such as draw offers, which the score sheet has beside the moves.
    """
    open_to_all = officials or game.result is not None
    found = [*_attempts(given, game), *_notes(given, game, counts=open_to_all), *_late(given, game)]
    found += [*_proposals(given, game, counts=open_to_all), *_appeals(given, game), *_acts(given, game)]
    found += [replaced(given, game, former) for former in game.former]
    if game.result is not None:
        found.append(_ruled(given, game, game.result))
    shown = (one for one in found if acts or one.struck or one.kind not in ACTS)
    return tuple(sorted(shown, key=lambda incident: incident.at))


def by_ruling(result: Result) -> bool:
    """Return whether the result rests on a ruling, or an official has entered it for the players."""
    entered = result.because in (*ENDINGS, *OF_PLAYERS) and of_official(result.by)
    return entered or result.corrected or result.because in RULED


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


def irregular_moves(game: Game) -> list[Attempt]:
    """Return the irregular moves of a game in their order, with those that were opened and not corrected."""
    return sorted((*game.attempts, *game.unnoticed), key=lambda attempt: (attempt.at, attempt.line))


def _attempts(given: View, game: Game) -> Iterator[Incident]:
    count = dict.fromkeys(Side, 0)
    for attempt in irregular_moves(game):
        side = given.term(attempt.side.value)
        if attempt in game.unnoticed:
            told = given.text("Irregular, found later and not counted: {move} ({side}).", move=attempt.move, side=side)
        elif attempt.overruled:
            told = given.text("Ruled no offence, not counted: {move} ({side}).", move=attempt.move, side=side)
        else:
            count[attempt.side] += 1
            told = given.text(
                "Irregular: {move} ({side}, no. {count} in this game).",
                move=attempt.move,
                count=count[attempt.side],
                side=side,
            )
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
        if note.what == "opened" and note.step != "end" and not _looked(given, game, note):
            continue  # what the service has answered is among the irregular moves
        ply = note.ply
        side, void = given.term(note.side.value) if note.side else "", ""
        match note.what:
            case "time":
                left = clock_text(note.span or 0)
                told = given.text("Time corrected: {side} has {left} left.", side=side, left=left)
            case "penalty":
                penalty = given.step(note.step or note.what).capitalize()
                told = given.text("{penalty} for {side}.", penalty=penalty, side=side)
                if note.until is not None:
                    void = given.text("Taken back at {time}.", time=_time(given, note.until))
            case "conduct":
                told = given.text("Conduct of {side}: {what}.", side=side, what=given.term(note.step or "other"))
                if _uncounted(given, game, note):
                    void = given.text("It does not count any more.")
            case "opened" if note.step == "end":
                count = len(game.unnoticed)
                told = given.text("The sealed findings were opened; irregular moves among them: {count}.", count=count)
            case "opened":
                (found,) = (one for one in (*game.plays, *game.struck) if one.line == note.about)
                told = given.text(
                    "The answer: {move} ({side}) was irregular.", move=found.move, side=given.term(found.side.value)
                )
            case "claim_irregular":
                other = given.term(note.side.other.value) if note.side else ""
                told = given.text("{side} claims that a move of {other} was irregular.", side=side, other=other)
            case "overruled" | "conduct_overruled" if note.step:
                gone = ", ".join(given.step(step) for step in note.step.split(", "))
                told = given.text(
                    "{what}. Withdrawn: {penalties}.", what=given.term(note.what).capitalize(), penalties=gone
                )
            case "objection" if of_official(note.by):
                told = given.text("Objection of {side}, written down by an official.", side=side)
            case "claim":
                told = " ".join(claimed(given, game, note, counts=counts))
            case "dismissed":
                told = dismissed(given, note, counts=counts)
            case "huff" if note.step:
                told = given.text("Huffed by {side}: the piece on {square}.", side=side, square=note.step)
            case "lapsed_count":
                what, why = given.term(note.step or ""), given.reason(note.reason)
                told = given.text("The completed count lapsed: {what}, interrupted by {why}.", what=what, why=why)
            case "retracted":
                ply = note.ply - 1
                told = given.text("Taken back on objection: {moves}.", moves=_moves(game, taken_back[id(note)]))
            case "position" if not taken_back[id(note)]:
                told = given.text("The game is open again.")
            case "position":
                plays = taken_back[id(note)]
                ply = plays[0].ply - 1
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
            case "report" | "crowned":
                told = f"{given.term(note.what).capitalize()}: {note.step}."
            case _:
                told = given.term(note.what).capitalize() + "."
        reason = "" if note.what in ("lapsed_count", "engine") else given.reason(note.reason)
        grounds = _with_grounds(given, told, "" if note.what == "claim" else reason, note.article)
        ended, grounds = (grounds, f"{grounds} {void}") if void else ("", grounds)
        signed = ", ".join(given.who(by) for by in (note.first, note.by) if by)
        detail = "" if note.what == "engine" else note.step or ""
        yield Incident(
            note.at, ply, note.side, grounds, signed, note.what, detail, note.move, note.article, reason, ended
        )


def _looked(given: View, game: Game, note: Note) -> bool:
    """Return whether an official has signed the objection that a note answers."""
    signed = ("objection", game.round, game.board, "signed", note.at)
    return any((p.kind, p.round, p.board, p.decided, p.decided_at) == signed for p in given.state.proposals)


def _uncounted(given: View, game: Game, note: Note) -> bool:
    """Return whether the conduct that a note tells of was overruled or dismissed since."""
    noted = (game.round, game.board, note.at, note.side, note.step)
    return any(
        one.overruled and (one.round, one.board, one.at, one.side, one.category) == noted for one in given.state.conduct
    )


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


def _proposals(given: View, game: Game, *, counts: bool) -> Iterator[Incident]:
    """Yield the fallen flags of a game and, if *counts*, the draws that were due, each with the arbiter's decision.

    The proposals that became void follow. Others are left out: the outcome of a claim is among the notes of the game
    and in its result.
    """
    for proposal in given.state.proposals:
        if (proposal.round, proposal.board) == (game.round, game.board):
            if proposal.kind == "flag":
                yield _flag(given, game, proposal)
            elif proposal.kind != "ending":
                yield from _other_proposal(given, proposal)
            elif counts:
                yield _ending(given, game, proposal)


def _ending(given: View, game: Game, proposal: Proposal) -> Incident:
    row, how = ENDINGS[proposal.ground], proposal.decided or ""
    told = given.text("A count was complete: {what}.", what=given.term(row.key))
    text = " ".join((told, *counted(given, proposal), f"{_decision(given, proposal)}.".capitalize()))
    ply = None if proposal.ply > game.ply else proposal.ply
    grounds = _with_grounds(given, text, "", row.article)
    return Incident(proposal.at, ply, None, grounds, kind="ending", detail=how, article=row.article)


def _flag(given: View, game: Game, proposal: Proposal) -> Incident:
    side, what = given.term(proposal.side.value), _decision(given, proposal)
    if any((one.because, one.at) == ("flag", proposal.decided_at) for one in _results(game)):
        what = given.text("it ended the game")
    told = given.text("The flag of {side} fell: {what}.", side=side, what=what)
    if proposal.provisional:
        told += f" ({given.term(f'provisional {proposal.provisional}')})"
    ply, how = _played_by(game, proposal.at), proposal.decided or ""
    return Incident(proposal.at, ply, proposal.side, told, kind="flag", detail=how, article=proposal.article)


def _other_proposal(given: View, proposal: Proposal) -> Iterator[Incident]:
    """Yield the proposal, and its signature or the reason why it became void; a dismissal is among the notes."""
    side, what, ply = given.term(proposal.side.value), what_of(given, proposal), proposal.ply
    if proposal.kind != "claim":
        told = given.text("Proposed to the arbiter ({side}): {what}.", side=side, what=what)
        first = given.who(proposal.signed_by) if proposal.signed_by else ""
        yield Incident(proposal.at, ply, proposal.side, told, first, kind="proposed", detail=proposal.kind)
    at = proposal.decided_at or proposal.at
    if proposal.decided_by and proposal.decided == "signed":
        told = given.text("Signed ({side}): {what}. Journal line {line}.", side=side, what=what, line=proposal.number)
        yield Incident(
            at, ply, proposal.side, told, given.who(proposal.decided_by), kind="signed", detail=proposal.kind
        )
    elif proposal.decided == "lapsed" and proposal.why:
        why = given.term(f"begun by {proposal.why}")
        void = given.text("A proposal became void ({what}): {why}.", what=what, why=why)
        yield Incident(at, ply, None, void, kind="void", detail=proposal.kind)


def _acts(given: View, game: Game) -> Iterator[Incident]:
    """Yield the drawn opening, the start of the clocks and the calls for the arbiter with their answers."""
    if game.opening is not None:
        told = given.text("Opening drawn by lot: {text}.", text=game.opening.text)
        yield Incident(next((play.at for play in game.plays[:1]), 0), 0, None, told, kind="ballot")
    if game.started is not None:
        yield Incident(game.started, 0, None, given.text("The game was started."), kind="started")
    for call in game.calls:
        told, side = given.text("The arbiter is called."), call.side
        told = f"{told} {call.reason}" if call.reason else told
        if call.answered is not None:
            came = given.text("The arbiter came at {time}.", time=_time(given, call.answered))
            told = f"{told} {came}"
        yield Incident(call.at, _played_by(game, call.at), side, told, kind="call", reason=call.reason)


def _results(game: Game) -> Iterator[Result]:
    """Yield the results that the game has had, the present one last."""
    yield from (former.result for former in game.former)
    if game.result is not None:
        yield game.result


def _appeals(given: View, game: Game) -> Iterator[Incident]:
    """Yield the decided appeals about a game, each with the people who decided it."""
    for appeal in given.state.appeals:
        if (appeal.round, appeal.board) == (game.round, game.board) and appeal.decided_at is not None:
            told = given.text("Appeal of {side}.", side=given.term(appeal.side.value))
            ply = None if game.result is not None else _played_by(game, appeal.decided_at)
            text = f"{told} {decision(given, appeal)}"
            who, how = deciders(given, appeal), appeal.decided or ""
            yield Incident(appeal.decided_at, ply, appeal.side, text, who, "appeal", how, reason=appeal.reason)


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
    told = " ".join((told, *(said for one in granted[-1:] for said in counted(given, one))))
    if result.because in OF_PLAYERS and of_official(result.by):
        told = " ".join((told, given.text("Written down by an official.")))
    return Incident(
        result.at,
        None,
        None,
        _with_grounds(given, told, given.reason(result.reason), result.article),
        given.who(result.by),
        "result" if by_ruling(result) or any(note.what == "second_hand" for note in game.notes) else "end",
        result.because,
        article=result.article,
        reason=given.reason(result.reason),
    )


def replaced(given: View, game: Game, former: Former) -> Incident:
    """Return a result that does not stand any more, struck through, with the time and the cause of its end."""
    stood = _ruled(given, replace(game, result=former.result), former.result)
    time, why = _time(given, former.until), given.term(f"begun by {former.why}")
    void = given.text("Valid until {time}: {why}.", time=time, why=why)
    return replace(stood, text=f"{stood.text} {void}", struck=stood.text)


def _time(given: View, at: Instant) -> str:
    return f"{given.local(at):%H:%M:%S}"


def _with_grounds(given: View, told: str, reason: str, article: str | None) -> str:
    grounds = f"{told} {reason}" if reason else told
    return f"{grounds} ({given.cited(article)})" if article else grounds
