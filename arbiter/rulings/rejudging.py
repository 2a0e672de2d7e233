"""Replaying a finished game under other regulations, or without one ruling, to find where the replay differs.

The journal is read once, and two games are followed: the recorded game, and the replayed game with the change. The acts
of players and alarms at the board are ruled on again in both games. As long as both rulings give the same events, the
recorded events are applied to both. The first line where they differ is the parting of the games. From there on the
replayed game has its own rulings, as far as the recorded acts are still possible in it. Rulings of officials are taken
over as they were. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.endings import endings_of, keys_for
from arbiter.rules.notation import path_text, square_text
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.objections import ClaimIrregular, CrownKing, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal, waiting
from arbiter.rulings.request import article
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.rulings.time.flags import Stamp, awaits_tablet, flag_events
from arbiter.rulings.time.provisional_flags import NOTHING_KNOWN, Heard, LifeSigns
from arbiter.rulings.time.timeouts import lost_on_time
from arbiter.sides import Instant, Side
from arbiter.tournament.events.clocks import FlagCalled, FlagFell
from arbiter.tournament.events.endings import EndingDue
from arbiter.tournament.events.event import AtBoard, Event, OnProposal
from arbiter.tournament.events.games import DrawAnswered, DrawClaimed, DrawOffered, GameEnded, MovePlayed
from arbiter.tournament.events.irregular import (
    IrregularMove,
    KingCrowned,
    ObjectionDropped,
    ObjectionRaised,
    PieceHuffed,
)
from arbiter.tournament.events.referee.proposals import ProposalDismissed, ProposalSigned, RulingProposed
from arbiter.tournament.events.takebacks import MoveRetracted
from arbiter.tournament.game import Game
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.replay import after, replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

SWITCHES_OF: Mapping[type[Event], str] = {
    MovePlayed: "irregular_policy",
    IrregularMove: "irregular_policy",
    ObjectionRaised: "irregular_policy",
    MoveRetracted: "irregular_policy",
    KingCrowned: "crowning",
    FlagFell: "flags",
    FlagCalled: "flag_called_by",
    DrawAnswered: "plies_before_a_draw",
    DrawOffered: "early_draw",
    RulingProposed: "plies_before_a_draw",
    EndingDue: "draw_found",
    GameEnded: "draw_found",
}
"""The setting (switch) of the regulations that is cited for a kind of event that names no article itself."""
RuleAgain = Callable[[Tournament], Sequence[Event]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameParting:
    """The journal line at which a game would have gone another way, under other regulations or without one ruling.

    `recorded`: the events of that line and of the lines that follow from it. `instead`: the events that would have
    followed. It is empty if the line would be missing: `undone` says that it is the ruling that is left out, and
    `refused` is the refusal that its request would get.
    """

    line: int
    at: Instant
    recorded: tuple[Event, ...]
    instead: tuple[Event, ...] = ()
    refused: Refused | None = None
    undone: bool = False
    article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoGames:
    """A game in two versions: as recorded, and as it would have been; and the first line at which they part.

    `left_out` are the later lines that are no longer possible in the second version.
    """

    regulations: Regulations
    game: Game
    other: Game
    parting: GameParting | None = None
    left_out: tuple[int, ...] = ()

    @property
    def same_result(self) -> bool:
        """Whether the recorded game and the replayed game have the same outcome."""
        outcomes = [one.result and one.result.outcome for one in (self.game, self.other)]
        return outcomes[0] == outcomes[1]


@dataclass(slots=True)
class _Replay:
    """The recorded game and the replayed game at one journal line, while the journal is read."""

    regulations: Regulations | None
    state: Tournament = field(default_factory=Tournament)
    other: Tournament = field(default_factory=Tournament)
    parting: GameParting | None = None
    left_out: list[int] = field(default_factory=list)
    ended: bool = False
    """Whether a recorded move was impossible in the game as it would have gone. Then no later act is applied to it."""


def otherwise(
    events: Sequence[Event], round: int, board: int, *, regulations: str = "", without: int | None = None
) -> TwoGames:
    """Replay the game at a board under another profile of regulations, or without one ruling.

    *regulations*: the key of the profile; empty to keep the tournament's own regulations. *without*: the number of the
    ruling's journal line, None to keep all rulings. Raise Refused if the variant has no such profile, if the line is no
    ruling, or if the game has no result yet: a replay must not reveal what is sealed. For the same reason a profile
    that corrects irregular moves at once is refused until the findings about the moves are opened.
    """
    if regulations and regulations not in REGULATIONS:
        raise Refused("unknown_key", field="regulations", key=regulations[:80], known=tuple(REGULATIONS))
    profile = REGULATIONS[regulations] if regulations else None
    told, number = _Replay(profile), 0
    while number < len(events):
        event = events[number]
        about = event.about(told.state)
        if (round, board) in about:
            number += _at_the_board(told, events, number, (round, board), without)
            continue
        if not about and not isinstance(event, OnProposal):
            told.state = after(replace(told.state, version=number), event)
            told.other = _under(after(replace(told.other, version=number), event), profile)
        number += 1
    variant = told.state.variant.key
    if profile is not None and variant not in profile.variants:
        raise Refused("regulations_of_another_game", regulations=regulations, variant=variant)
    game = told.state.game(round, board)
    if game.result is None:
        raise Refused("game_not_over")
    if profile is not None and profile.irregular_policy == "block" and sealed_plays(game):
        raise Refused("findings_sealed", board=board)
    if without is not None and not (told.parting and told.parting.undone) and without not in told.left_out:
        raise Refused("no_ruling_there", line=without, board=board)
    other = told.other
    return TwoGames(
        regulations=other.regulations,
        game=game,
        other=other.game(round, board),
        parting=told.parting,
        left_out=tuple(told.left_out),
    )


def _under(state: Tournament, profile: Regulations | None) -> Tournament:
    """Return the tournament under *profile*, the regulations of a federation or rulebook; unchanged if it is None.

    Draws are counted as *profile* says, unless the director chose what this tournament counts. Whether a fallen flag
    ends the game stays as the director chose.
    """
    if profile is None:
        return state
    own, other = (endings_of(keys_for(state.variant.key, key)) for key in (state.regulations.key, profile.key))
    rules = profile.put((("flags", state.regulations.flags),))
    return replace(state, regulations=rules, endings=other if state.endings == own else state.endings)


def _at_the_board(told: _Replay, events: Sequence[Event], at: int, place: tuple[int, int], without: int | None) -> int:
    """Apply one act at the board to the recorded game and to the replayed one.

    Return the number of journal lines that belong to the act.
    """
    event, line = events[at], at + 1
    state, other = replace(told.state, version=at), replace(told.other, version=at)
    rule = _ruling(event, events[at + 1 : at + 2], told.state)
    ruled = _ruled(rule, state)
    recorded = tuple(events[at : at + len(ruled)]) if ruled and _alike(ruled, events[at:]) else (event,)
    again = len(recorded) == len(ruled) and bool(ruled)
    told.state = replay(recorded, state)
    if without == line:
        if _of_players(event):
            raise Refused("no_ruling_there", line=line, board=place[1])
        recorded = (*recorded, *_with_it(events[at + len(recorded) :], event))
        told.state = replay(recorded, state)
        told.parting = told.parting or GameParting(line=line, at=event.at, recorded=recorded, undone=True)
        told.left_out.append(line)
    elif told.parting is None and not again:
        told.other = replay(recorded, other)
    elif told.ended:
        told.left_out += range(line, line + len(recorded))
    elif again:
        _rule_again(told, rule, recorded, ruled, other, line)
    else:
        _take_over(told, recorded, other, line, place)
    return len(recorded)


def _rule_again(
    told: _Replay,
    rule: RuleAgain | None,
    recorded: tuple[Event, ...],
    ruled: Sequence[Event],
    other: Tournament,
    line: int,
) -> None:
    """Rule on an act in the other game (as it would have gone).

    If the games have not parted yet and the ruling is the same, the recorded events are applied.
    """
    assert rule is not None
    no, instead = None, tuple[Event, ...]()
    try:
        instead = tuple(rule(other))
    except (Refused, LookupError, StopIteration) as cause:  # the other game has no such move, flag or proposal
        no = cause if isinstance(cause, Refused) else None
    same = [_mark(one) for one in ruled] == [_mark(one) for one in instead]
    if told.parting is None and same:
        told.other = replay(recorded, other)
        return
    if told.parting is None:
        told.parting = GameParting(
            line=line,
            at=recorded[0].at,
            recorded=recorded,
            instead=instead,
            refused=no,
            article=_article(other.regulations, recorded, instead, no),
        )
    if instead:
        told.other = replay(instead, other)
    else:
        told.left_out += range(line, line + len(recorded))
        told.ended = isinstance(recorded[0], MovePlayed)


def _take_over(
    told: _Replay, recorded: tuple[Event, ...], other: Tournament, line: int, place: tuple[int, int]
) -> None:
    """Apply an official's ruling to the other game (as it would have gone), as it was recorded.

    Nothing is applied if the other game is over, or if the ruling does not fit it.
    """
    game = other.game(*place)
    beyond = max((getattr(event, "ply", 0) for event in recorded), default=0) > game.ply
    try:
        fits = game.result is None and not beyond
        told.other = replay(recorded, other) if fits else told.other
    except (Refused, LookupError, AssertionError):  # needs something that has not happened there
        fits = False
    if not fits:
        told.left_out += range(line, line + len(recorded))


def _ruled(rule: RuleAgain | None, state: Tournament) -> Sequence[Event]:
    """Return the events of the act, ruled on again in the recorded game. Empty if this release rules otherwise."""
    try:
        return rule(state) if rule else ()
    except (Refused, LookupError, StopIteration):
        return ()


def _alike(ruled: Sequence[Event], lines: Sequence[Event]) -> bool:
    return [type(one) for one in ruled] == [type(one) for one in lines[: len(ruled)]]


def rulings_of(events: Sequence[Event], state: Tournament, round: int, board: int) -> list[tuple[int, Event]]:
    """Return the rulings of officials at a board, each with its journal line, in their order."""
    at_board = ((line, one) for line, one in enumerate(events, start=1) if (round, board) in one.about(state))
    return [(line, one) for line, one in at_board if isinstance(one, AtBoard | OnProposal) and not _of_players(one)]


def _of_players(event: Event) -> bool:
    """Return whether the event is an act of a player or of an alarm, not a ruling of an official."""
    return event.by == "service" or event.by.startswith("tablet")


def _with_it(lines: Sequence[Event], ruling: Event) -> tuple[Event, ...]:
    """Return the first events of *lines*, as far as they were written together with *ruling*.

    They have the same instant, and were caused by the same official.
    """
    found: list[Event] = []
    for event in lines:
        if event.at != ruling.at or event.by != ruling.by:
            break
        found.append(event)
    return tuple(found)


def _ruling(event: Event, later: Sequence[Event], state: Tournament) -> RuleAgain | None:
    """Return a function that rules again on the act behind *event*; None if the event is an official's ruling."""
    if isinstance(event, ProposalSigned):
        asked = SignProposal(proposal=event.proposal, by=event.by)
        return lambda now: asked.signed(now, waiting(now, asked.proposal), event.at)
    if isinstance(event, FlagFell):
        ended = bool(later) and isinstance(later[0], GameEnded) and later[0].because == "flag"
        return partial(_fall, event, NOTHING_KNOWN if ended else _in_touch(event))
    if isinstance(event, GameEnded) and event.because == "flag" and event.by == "service":
        return partial(_flag_ends, event)
    made = _request(event, later, state)
    return None if made is None else lambda now: made.rule(now, event.at)


def _fall(fell: FlagFell, known: LifeSigns, now: Tournament) -> Sequence[Event]:
    game = now.game(fell.round, fell.board)
    if not game.running or game.flag is not None or not game.clock.fallen(fell.at):
        raise Refused("flag_still_up", board=fell.board)
    return flag_events(now, fell, known)


def _in_touch(fell: FlagFell) -> LifeSigns:
    """Return facts about the service that say that a tablet is connected at the board.

    With them a replayed fall of a flag does not end the game at once.
    """
    return LifeSigns(tablets={(fell.board, fell.side): Heard(at=fell.noticed)})


def _flag_ends(ended: GameEnded, now: Tournament) -> Sequence[Event]:
    game = now.game(ended.round, ended.board)
    if game.flag is None or not awaits_tablet(now, game):
        side = game.flag.side if game.flag else game.position.turn
        raise Refused("flag_pending", board=ended.board, side=side.value, article=article(now, "flag"))
    return [lost_on_time(now, game, game.flag.side, ended.at)]


def _request(event: Event, later: Sequence[Event], state: Tournament) -> Any:
    """Return the request of a player or an official, rebuilt from the event that records it; None for other events."""
    variant = state.variant
    where: dict[str, Any] = {"round": getattr(event, "round", 0), "board": getattr(event, "board", 0), "by": event.by}
    match event:
        case MovePlayed():
            text = path_text(event.path, variant.capture_sign if event.taken else "-", variant)
            stamp = Stamp(pressed=event.pressed, round_trip=event.round_trip, device=event.device)
            return PlayMove(**where, ply=event.ply - 1, move=text, side=event.side, stamp=stamp)
        case IrregularMove():
            return PlayMove(**where, ply=event.ply, move=event.move, side=event.side)
        case KingCrowned():
            return CrownKing(**where, side=event.side)
        case DrawOffered():
            return OfferDraw(**where, side=event.side)
        case RulingProposed(kind="early_draw") if later and isinstance(later[0], DrawAnswered):
            return AnswerDraw(**where | {"by": later[0].by}, side=later[0].side, accept=True)
        case DrawAnswered():
            return AnswerDraw(**where, side=event.side, accept=event.accepted)
        case DrawClaimed():
            return ClaimDraw(**where, side=event.side, ground=event.ground, move=event.move)
        case ObjectionRaised(proposes=True):
            return ClaimIrregular(**where, side=event.side)
        case ObjectionRaised() | MoveRetracted() | ObjectionDropped():
            choice = {MoveRetracted: "rectify", ObjectionDropped: "stand"}.get(type(event), "")
            return Object(**where, choice=choice)
        case PieceHuffed():
            return Object(**where, choice="huff", square=square_text(event.square, variant))
        case FlagCalled():
            return CallFlag(**where, side=event.side)
        case GameEnded(because="resigned"):
            return Resign(**where, side=Side.WHITE if event.white is Outcome.LOST else Side.BLACK)
        case ProposalDismissed():
            return DismissProposal(proposal=event.proposal, by=event.by, reason=event.reason)
    return None


def _mark(event: Event) -> tuple[object, ...]:
    """Return the values of an event that have to be equal in both games, the recorded and the replayed one.

    From the first event in which they differ, the games count as different. Clocks and articles are left out.
    """
    match event:
        case IrregularMove() | MoveRetracted():
            return type(event), event.code, event.step
        case GameEnded():
            return type(event), event.white, event.black, event.because
        case MovePlayed():
            return type(event), event.path, event.irregular
        case RulingProposed():
            return type(event), event.kind, event.white, event.black, event.step
        case EndingDue():
            return type(event), event.row
        case ObjectionRaised():
            return type(event), event.code
    return (type(event),)


def _article(rules: Regulations, recorded: Sequence[Event], instead: Sequence[Event], no: Refused | None) -> str:
    """Return the article that explains why the replayed game differs from the recorded one.

    It is the article of the ruling in the replayed game, or of the switch of the regulations that was changed.
    """
    apart = [one for one in instead if _mark(one) not in [_mark(other) for other in recorded]]
    first = next(iter(apart), None) or recorded[-1]
    found, then = _found(recorded[0]), _found(first)
    if found and found == then:  # the same rule is broken in both games, but the consequence differs
        switch = "irregular_policy" if type(first) is not type(recorded[0]) else "ladder"
    elif told := (no and no.article) or (apart and (first.article or getattr(first, "irregular_article", None))):
        return str(told)
    else:
        flag = isinstance(first, GameEnded) and first.because == "flag"
        switch = "flags" if flag else SWITCHES_OF.get(type(first), "")
    return rules.cited(switch) if switch else ""


def _found(event: Event) -> str | None:
    """Return the code of the rule that a move breaks; None for a regular move and for other events."""
    if isinstance(event, MovePlayed):
        return event.irregular
    return event.code if isinstance(event, IrregularMove) else None
