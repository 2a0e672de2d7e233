"""The games of a tournament as PDN: names, moves, clocks, moves taken back, results.

An irregular move that was corrected becomes a comment. After the comment the position before it is set up again, as the
PDN standard says for irregular moves. Moves struck by an arbiter become a variation that begins with its position;
after the variation comes the position that the arbiter restored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from arbiter.clock.control import control_text
from arbiter.incidents.incident import ACTS
from arbiter.incidents.results import replaced
from arbiter.progress import counted
from arbiter.rules.pdn.clocks import clock_command, span_text
from arbiter.rules.pdn.gametypes import game_tags
from arbiter.rules.pdn.records import Comment, Item, Record, Setup, Variation, Written, comment
from arbiter.rules.pdn.results import result_text
from arbiter.rules.pdn.writer import pdn_text
from arbiter.rules.position import Position, fen_text, parse_fen, start
from arbiter.sides import Both, Side, Span
from arbiter.tournament.game import Attempt, FormerResult, Game, Note, Play, Result, without
from arbiter.tournament.past.struck_moves import BACK, stretches
from arbiter.values import dataclass
from arbiter.view import View

TERMINATIONS = {"flag": "time forfeit", "adjudicated": "adjudication", "ruling": "adjudication", "forfeit": "forfeit"}
"""How a game ended in the words of the PDN standard, by the reason of the result; other reasons are "normal"."""
BEGUN_BY_BLACK = "FEN "
"""The name of the PDN tag with the initial position of a game that Black begins, for simple programs.

Two programs are the reason. py-draughts lets White begin if the tag is missing. pydraughts would expect 1... before a
first move of Black if it saw the tag, and needs no position to replay such a game. The second space before the value,
which the PDN standard allows, hides the tag from pydraughts.
"""


def games_text(view: View, games: Iterable[Game] | None = None, *, plain: bool = False) -> str:
    """Return the PDN of every game that has begun or has a result, in the order of rounds and boards.

    *games*: only the PDN of these games. *plain*: whether the text is for programs that cannot read positions set up
    within a game, variations, and comments.
    """
    told = plain_record if plain else game_record
    every = view.state.games() if games is None else games
    begun = [game for game in every if game.started is not None or game.result is not None]
    return pdn_text(told(view, game) for game in counted(begun))


def game_record(view: View, game: Game) -> Record:
    return Record(tuple(_tags(view, game).items()), tuple(_Telling(view, game).items()), "*")


def plain_record(view: View, game: Game) -> Record:
    """Return a record of valid moves only, for simple programs.

    The record begins at the earliest position after which every move is legal, and leaves out the moves before. If
    Black begins the game, a tag with the position says so, because some programs let White begin in every game. The
    sign of a capture is always x, because some programs know no other.
    """
    found = [play for play in game.plays if play.sealed and (game.result or play.sealed.line in game.opened)]
    broken = (
        *(one.ply for one in game.set_ups if one.until is None),
        *(ply for ply, _ in game.huffed),
        *(play.ply for play in found),
    )
    ply = max(broken, default=0)
    begin = game.position_after(ply)
    tags = {name: value for name, value in _tags(view, game).items() if name not in ("SetUp", "FEN")}
    variant = view.state.variant
    if begin != start(variant):
        tags |= {"SetUp": "1", "FEN": fen_text(begin, variant)}
    elif begin.turn is Side.BLACK:
        tags |= {"SetUp": "1", BEGUN_BY_BLACK: fen_text(begin, variant)}
    moves = tuple(Written(play.move.replace(variant.capture_sign, "x")) for play in game.plays[ply:])
    return Record(tuple({**tags, "PlyCount": str(len(moves))}.items()), moves, "*")


def _tags(view: View, game: Game) -> dict[str, str]:
    state, variant = view.state, view.state.variant
    told = {
        "Event": state.name,
        "Site": state.details.place or "?",
        "Date": _date(view, game),
        "Round": str(game.round),
        "White": view.name(game.entries.white),
        "Black": view.name(game.entries.black),
        "Result": result_text(_words(game.result), variant),
        "Board": str(game.board),
        **game_tags(variant),
        "TimeControl": control_text(state.control),
    }
    for side, name in ((Side.WHITE, "White"), (Side.BLACK, "Black")):
        person = view.person(game.entries[side])
        if person.title:
            told[f"{name}Title"] = person.title
        if person.rating:
            told[f"{name}Rating"] = str(person.rating)
        if game.plays and state.control.periods:
            told[f"{name}Time"] = span_text(sum(play.charged for play in game.plays if play.side is side))
    if state.details.begins:
        told["EventDate"] = state.details.begins.replace("-", ".")
    if game.result is not None:
        told["Termination"] = TERMINATIONS.get(game.result.because, "normal")
    elif game.plays:
        told["Termination"] = "unterminated"
    if game.opening is not None:
        told["Opening"] = game.opening.text
    if game.start != start(variant):
        told |= {"SetUp": "1", "FEN": fen_text(game.start, variant)}
    return told | {"PlyCount": str(game.ply)}


def _date(view: View, game: Game) -> str:
    """Return the day on which the game started; for a game on paper the announced day of the round, if there is one."""
    announced = dict(view.state.details.times).get(game.round, "")
    if game.started is None and announced:
        return announced[:10].replace("-", ".")
    begun = game.started or (game.result.at if game.result else view.state.at)
    return view.local(begun).strftime("%Y.%m.%d")


def _words(result: Result | None) -> Both[str] | None:
    return result.outcome.map(lambda outcome: outcome.value) if result else None


@dataclass(slots=True)
class _Telling:
    """Collects the PDN items of one game in order: its moves, its irregular moves and its notes."""

    view: View
    game: Game
    line: list[Item] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """The index in `line` at which the items of each ply begin."""
    positions: list[Position] = field(default_factory=list)
    made: list[Play] = field(default_factory=list)
    besides: list[Attempt | Note | FormerResult] = field(default_factory=list)
    """The irregular moves, notes and former results that have not been written yet."""

    def items(self) -> list[Item]:
        game = self.game
        self.positions.append(game.start)
        # an irregular move that the opponent let stand is among the plays
        attempts = (attempt for attempt in game.attempts if not attempt.stood)
        notes = (note for note in game.notes if note.what not in BACK)
        self.besides = [*attempts, *notes, *game.former]
        for stretch in stretches(game):
            self._remarks(stretch.ruling)
            for play in stretch.plays:
                self._play(play)
                self._remarks(stretch.ruling)
            if stretch.ruling is not None:
                self._restore(stretch.ruling, stretch.upto)
        for left in self.besides:
            self._remark(left)
        if game.result is not None:
            self._result(game.result)
        return self.line

    def _remarks(self, until: Note | None) -> None:
        """Add the irregular moves, notes and former results of the present ply.

        *until*: a ruling; only what happened before it is added. None: everything is added.
        """
        ply = len(self.made)
        retracted = until is not None and until.what == "retracted"
        now = [
            one
            for one in self.besides
            if one.ply == ply
            and (until is None or one.at <= until.at)
            and not (retracted and isinstance(one, Attempt) and until is not None and one.at == until.at)
        ]
        for one in sorted(now, key=lambda one: one.at):
            self.besides.remove(one)
            self._remark(one)

    def _remark(self, one: Attempt | Note | FormerResult) -> None:
        if isinstance(one, Attempt):
            self._attempt(one)
        elif isinstance(one, FormerResult):
            self._say(replaced(self.view, self.game, one).text)
        else:
            self._note(one)

    def _play(self, play: Play) -> None:
        self.places.append(len(self.line))
        self.positions.append(self.positions[-1].played(play.path, play.taken, play.crowned))
        self.made.append(play)
        found = play.sealed
        if found is not None and (self.game.result is not None or found.line in self.game.opened):
            self._set_up()
            self._irregular(found)
        else:
            self.line.append(Written(play.move))
        if self.game.clock.control[play.side].periods:
            left = Both(self._left(Side.WHITE), self._left(Side.BLACK))
            self.line.append(Comment(clock_command(left, play.side.other)))

    def _left(self, side: Side) -> Span:
        """Return the milliseconds on *side*'s clock after its latest move, or at the beginning if it has not moved."""
        played = [play.left for play in self.made if play.side is side]
        return played[-1] if played else self.game.clock.control[side].periods[0].base

    def _attempt(self, attempt: Attempt) -> None:
        self._irregular(attempt)
        self._set_up()

    def _irregular(self, attempt: Attempt) -> None:
        side = self._term(attempt.side.value)
        said = self.view.say(attempt.code, dict(attempt.facts), attempt.article)
        if attempt.overruled:
            said = f"{said} {self._term('overruled')}."
        self._say(f"{side} {attempt.move}: {said}")

    def _note(self, note: Note) -> None:
        if note.what in ACTS:
            if note.what == "offer":
                self._say("(=)")
            return
        penalty = note.step if note.what == "penalty" else None
        named = note.word if note.what in ("opened", "adjourned", "postponed") else note.step or note.word
        told = [self.view.step(penalty) if penalty else self._term(named)]
        if note.what in ("huff", "overruled", "conduct_overruled") and note.step:
            told = [f"{self._term(note.what)} {note.step}"]
        if note.move:
            told.append(self.view.text("announced and not played: {move}", move=note.move))
        if note.side:
            told.insert(0, self._term(note.side.value))
        if note.span is not None:
            told.append(span_text(note.span))
        self._say(_with_grounds(", ".join(told), self.view.reason(note.reason), note.article))
        if note.what == "huff":
            gone = [square for ply, square in self.game.huffed if ply == len(self.made)]
            for square in gone:
                self.positions[-1] = without(self.positions[-1], square)
            self._set_up()

    def _restore(self, note: Note, ply: int) -> None:
        """Turn the moves struck by the ruling *note* into a variation, and add the position after *ply* plies."""
        if ply < len(self.made):
            at = self.places[ply]
            gone = (Setup(fen_text(self.positions[ply], self.view.state.variant)), *self.line[at:])
            self.line[at:] = [Variation(gone)]
            del self.places[ply:], self.positions[ply + 1 :], self.made[ply:]
        if note.what == "position":  # a retracted move is shown by the comment about the irregular move
            self._say(_with_grounds(self._term("position"), self.view.reason(note.reason), note.article))
            self._set_up()
        if note.what == "set_up" and note.step:
            self._say(_with_grounds(self._term("set_up"), self.view.reason(note.reason), note.article))
            self.positions[-1] = parse_fen(note.step, self.view.state.variant)
            self._set_up()

    def _result(self, result: Result) -> None:
        """Add the reason of the result, and for an adjudicated game the position that was judged."""
        told = self._term(result.because)
        self._say(_with_grounds(told, self.view.reason(result.reason), result.article))
        if result.because == "adjudicated":
            self._set_up()

    def _term(self, code: str) -> str:
        return self.view.term(code)

    def _say(self, text: str) -> None:
        self.line.append(comment(text))

    def _set_up(self) -> None:
        self.line.append(Setup(fen_text(self.positions[-1], self.view.state.variant)))


def _with_grounds(told: str, reason: str, article: str | None) -> str:
    grounds = f"{told}: {reason}" if reason else told
    return f"{grounds} ({article})" if article else grounds
