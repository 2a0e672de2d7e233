"""The results of a game in words: the present one, and those that were replaced."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter import words
from arbiter.endgames import Exact, allowed, endgames
from arbiter.incidents.claims import counted
from arbiter.incidents.incident import Incident, ended, time_text, with_grounds
from arbiter.rules.endings import ENDINGS
from arbiter.rulings.request import of_official
from arbiter.sides import Side
from arbiter.tournament.game import OF_PLAYERS, FormerResult, Game, Result
from arbiter.values import replace
from arbiter.view import View

RULED = ("flag", "claim", "ruling", "forfeit", "adjudicated")
"""The reasons of results that rest on a ruling rather than on the players."""


def by_ruling(result: Result) -> bool:
    """Return whether the result rests on a ruling, or was entered by an official for the players."""
    entered = result.because in (*ENDINGS, *OF_PLAYERS) and of_official(result.by)
    return entered or result.corrected or result.because in RULED


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
    """Return the result of the present position by the endgame tables; None if no table has the position.

    It is followed by the number of plies after which a count of moves draws the game (None if no count runs), and by a
    sentence about the result.
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


def ruled(given: View, game: Game, result: Result) -> Incident:
    told = given.text("Result: {result}.", result=result_text(given, game))
    places = (one for one in given.state.proposals if (one.round, one.board) == (game.round, game.board))
    granted = [one for one in places if (one.kind, one.decided, result.because) == ("claim", "signed", "claim")]
    told = " ".join((told, *(said for one in granted[-1:] for said in counted(given, one))))
    if result.because == "adjudicated" and (tables := by_tables(given, game)):
        told += f" {tables[2]}"
    if result.because in OF_PLAYERS and of_official(result.by):
        told = " ".join((told, given.text("Written down by an official.")))
    return Incident(
        result.at,
        None,
        None,
        with_grounds(given, told, given.reason(result.reason), result.article),
        given.who(result.by),
        "result" if by_ruling(result) or any(note.what == "second_hand" for note in game.notes) else "end",
        result.because,
        article=result.article,
        reason=given.reason(result.reason),
    )


def replaced(given: View, game: Game, former: FormerResult) -> Incident:
    """Return a result that is no longer valid, struck through, with the time at which and the reason why it ended."""
    stood = ruled(given, replace(game, result=former.result), former.result)
    time, why = time_text(given, former.until), given.term(f"begun by {former.why}")
    void = given.text("Valid until {time}: {why}.", time=time, why=why)
    return replace(stood, text=f"{ended(stood.text)} {void}", struck=stood.text)


def results(game: Game) -> Iterator[Result]:
    """Yield the results that the game has had, the present one last."""
    yield from (former.result for former in game.former)
    if game.result is not None:
        yield game.result
