"""The notes of a game in words: rulings, acts of the players, and moves that were taken back."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.incidents.claims import claimed, dismissed
from arbiter.incidents.incident import Incident, ended, move_number, time_text, with_grounds
from arbiter.rulings.request import of_official
from arbiter.tournament.game import Game, Note, Play
from arbiter.tournament.past.struck_moves import struck
from arbiter.view import View
from arbiter.words import clock_text


def noted(given: View, game: Game, *, counts: bool) -> Iterator[Incident]:
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
                    void = given.text("Taken back at {time}.", time=time_text(given, note.until))
            case "conduct":
                told = given.text("Conduct of {side}: {what}.", side=side, what=given.term(note.step or "other"))
                if _uncounted(given, game, note):
                    void = given.text("This offence no longer counts.")
            case "opened" if note.step == "end":
                count = len(game.unnoticed)
                told = given.text("The sealed findings were opened; irregular moves among them: {count}.", count=count)
            case "opened":
                (found,) = (one for one in (*game.plays, *game.struck) if one.line == note.about)
                told = given.text(
                    "Answer to the claim or objection: {move} ({side}) was irregular.",
                    move=found.move,
                    side=given.term(found.side.value),
                )
            case "claim_irregular":
                other = given.term(note.side.other.value) if note.side else ""
                told = given.text("{side} claims that a move of {other} was irregular.", side=side, other=other)
            case "overruled" | "conduct_overruled" if note.step:
                back = ", ".join(given.step(step) for step in note.step.split(", "))
                told = given.text(
                    "{what}. Withdrawn: {penalties}.", what=given.term(note.what).capitalize(), penalties=back
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
                told = given.text(
                    "The official has an interest in this game, or has ruled in it; confirmed by {second}.",
                    second=second,
                )
            case "postponed":
                told = given.text("Postponed: {until}.", until=given.reason(note.step or ""))
            case "adjourned" if note.step:
                told = given.text(
                    "Adjourned; {side} has sealed a move in envelope {envelope}.", side=side, envelope=note.step
                )
            case "here" | "absent":
                told = f"{side}: {given.term(note.what)}."
                if note.what == "here" and game.started is not None and note.at > game.started:
                    late = clock_text(note.at - game.started)
                    told = " ".join((told, given.text("The clocks had been started {span} before.", span=late)))
            case "report" | "crowned":
                told = f"{given.term(note.what).capitalize()}: {note.step}."
            case _:
                told = given.term(note.what).capitalize() + "."
        reason = "" if note.what in ("lapsed_count", "engine") else given.reason(note.reason)
        grounds = with_grounds(given, told, "" if note.what == "claim" else reason, note.article)
        gone, grounds = (grounds, f"{ended(grounds)} {void}") if void else ("", grounds)
        signed = ", ".join(given.who(by) for by in (note.first, note.by) if by)
        detail = "" if note.what == "engine" else note.step or ""
        yield Incident(
            note.at, ply, note.side, grounds, signed, note.what, detail, note.move, note.article, reason, gone
        )


def _moves(game: Game, plays: tuple[Play, ...]) -> str:
    """Return the moves *plays* as text with their numbers: "23. 32-28 18-23 24. 28x19"."""
    told: list[str] = []
    for play in plays:
        number = move_number(play.ply - 1)
        if play.side is game.start.turn:
            told.append(f"{number}. {play.move}")
        else:
            told.append(play.move if told else f"{number}… {play.move}")
    return " ".join(told)


def _looked(given: View, game: Game, note: Note) -> bool:
    """Return whether an official has signed the proposal about the objection that the note answers."""
    signed = ("objection", game.round, game.board, "signed", note.at)
    return any((p.kind, p.round, p.board, p.decided, p.decided_at) == signed for p in given.state.proposals)


def _uncounted(given: View, game: Game, note: Note) -> bool:
    """Return whether the conduct in the note was later ruled not to count, or its penalty dismissed."""
    noted = (game.round, game.board, note.at, note.side, note.step)
    return any(
        one.overruled and (one.round, one.board, one.at, one.side, one.category) == noted for one in given.state.conduct
    )
