"""Incidents at a board, in words: irregular moves, claims, flags, and the arbiter's rulings with their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter import words
from arbiter.incidents.appeals import deciders, decision
from arbiter.incidents.incident import ACTS, Incident, ended, move_number, played_by, time_text, with_grounds
from arbiter.incidents.notes import noted
from arbiter.incidents.proposals import proposed
from arbiter.incidents.results import replaced, ruled
from arbiter.rulings.referee.appeals import ruled_at
from arbiter.sides import Side
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.officials import Appeal
from arbiter.tournament.replay import replay
from arbiter.tournament.state import CancelledRound, Tournament
from arbiter.values import replace
from arbiter.view import View


def incidents(given: View, game: Game, *, officials: bool = False, acts: bool = False) -> tuple[Incident, ...]:
    """Return the incidents of a game in the order in which they happened.

    *officials*: whether only officials read them; only they may know that a count is complete while the game goes on
    (G40 in `docs/officiating.md`). *acts*: include the acts that are not rulings (`ACTS`), such as draw offers, which
    the score sheet shows beside the moves.
    """
    open_to_all = officials or game.result is not None
    found = [*_attempts(given, game), *noted(given, game, counts=open_to_all), *_late(given, game)]
    found += _entered(given, game)
    found += [*proposed(given, game, counts=open_to_all), *_appeals(given, game), *_acts(given, game)]
    found += [replaced(given, game, former) for former in game.former]
    if game.result is not None:
        found.append(ruled(given, game, game.result))
    shown = [_named(given, game, one) for one in found if acts or one.struck or one.kind not in ACTS]
    if (gone := given.state.cancellation(game)) is not None:
        shown = [*(replace(one, struck=one.text) for one in shown), cancelled(given, gone)]
    return tuple(sorted(shown, key=lambda incident: incident.at))


def _named(given: View, game: Game, one: Incident) -> Incident:
    """Return the incident. If the players have swapped colours since, its text names the player whom it is about."""
    then = game.entries_at(one.at)
    if one.side is None or then == game.entries:
        return one
    told = given.text("{side} was then {name}.", side=given.term(one.side.value), name=given.name(then[one.side]))
    return replace(one, text=f"{one.text} {told}")


def cancelled(given: View, one: CancelledRound) -> Incident:
    """Return the cancellation of a round as an incident. Nothing in the games of the round counts any more."""
    told = given.text("Round {round} cancelled.", round=one.round.number)
    reason = given.reason(one.reason)
    text = with_grounds(given, told, reason, None)
    return Incident(one.at, None, None, text, given.who(one.by), "cancelled", reason=reason)


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


def irregular_moves(game: Game) -> list[Attempt]:
    """Return the irregular moves of a game in their order, including those revealed later and not corrected."""
    return sorted((*game.attempts, *game.unnoticed), key=lambda attempt: (attempt.at, attempt.line))


def _attempts(given: View, game: Game) -> Iterator[Incident]:
    count = dict.fromkeys(Side, 0)
    for attempt in irregular_moves(game):
        side = given.term(attempt.side.value)
        if game.objection and game.objection.line == attempt.line:
            told = given.text("Irregular: {move} ({side}); the opponent chooses.", move=attempt.move, side=side)
        elif attempt in game.unnoticed:
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
            f"{told} {_sentence(given, game, attempt)} {line}",
            kind="no_offence" if attempt.overruled else "irregular",
            detail=attempt.code,
            move=attempt.move,
            article=attempt.article,
        )


def _sentence(given: View, game: Game, attempt: Attempt) -> str:
    """Return the rule that an irregular move breaks, in words, with its article and the moves that correct it.

    While the correction is due, these moves are named only if the hint level of the regulations allows it.
    """
    called = given.state.variant.called
    said = words.say(attempt.code, dict(attempt.facts), given.language, attempt.article, called)
    due = game.result is None and game.ply <= attempt.ply and given.state.regulations.hint_level < 3
    if due or not attempt.corrections:
        return said
    shown = ", ".join(attempt.corrections[:6]) + (" …" if len(attempt.corrections) > 6 else "")
    return f"{said} {words.say('corrections', {'corrections': shown}, given.language)}"


def _entered(given: View, game: Game) -> Iterator[Incident]:
    """Yield the moves that an official entered although the player's tablet was in touch, by side and official."""
    plays = [play for play in (*game.plays, *game.struck) if play.entered]
    for by, side in dict.fromkeys((play.entered, play.side) for play in plays):
        entered = [play for play in plays if (play.entered, play.side) == (by, side)]
        moves = ", ".join(f"{move_number(play.ply - 1)}. {play.move}" for play in entered)
        told = given.text(
            "Entered by an official, while the tablet of {side} was in touch: {moves}.",
            side=given.term(side.value),
            moves=moves,
        )
        yield Incident(entered[0].at, entered[0].ply - 1, side, told, given.who(by), "entered", move=entered[0].move)


def _acts(given: View, game: Game) -> Iterator[Incident]:
    """Yield the drawn opening, the start of the clocks, the calls with answers, and second readings of the slip."""
    if game.opening is not None:
        told = given.text("Opening drawn by lot: {text}.", text=game.opening.text)
        yield Incident(next((play.at for play in game.plays[:1]), 0), 0, None, told, kind="ballot")
    if game.started is not None:
        yield Incident(game.started, 0, None, given.text("The game was started."), kind="started")
    for call in game.calls:
        told, side, reason = given.text("The arbiter is called."), call.side, given.reason(call.reason)
        told = f"{told} {ended(reason)}" if reason else told
        if call.answered is not None:
            came = given.text("The arbiter came at {time}.", time=time_text(given, call.answered))
            told = f"{told} {came}"
        yield Incident(call.at, played_by(game, call.at), side, told, kind="call", reason=reason)
    for read in given.state.round(game.round).passes:
        if game.board in read.boards:
            told = given.text("The slip was read a second time and agrees with the result.")
            yield Incident(read.at, None, None, told, given.who(read.by), kind="slip")


def _appeals(given: View, game: Game) -> Iterator[Incident]:
    """Yield the decided appeals about a game, each with the people who decided it."""
    for appeal in given.state.appeals:
        if (appeal.round, appeal.board) == (game.round, game.board) and appeal.decided_at is not None:
            told = given.text("Appeal of {side}.", side=given.term(appeal.side.value))
            ply = None if game.result is not None else played_by(game, appeal.decided_at)
            text = f"{told} {decision(given, appeal)}"
            who, how, reason = deciders(given, appeal), appeal.decided or "", given.reason(appeal.reason)
            yield Incident(appeal.decided_at, ply, appeal.side, text, who, "appeal", how, reason=reason)


def _late(given: View, game: Game) -> Iterator[Incident]:
    """Yield the acts that reached the service after a flag fell. The decisions on them are among the notes."""
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
