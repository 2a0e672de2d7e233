"""API of practice with the computer: its opening hours, a practice session, and the engines."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from flask import request

from arbiter.engines import advice
from arbiter.engines.practice import MOST_SITTINGS, POLICIES, SitDown
from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.bounds.rights import INSTALL
from arbiter.rulings.computer import HIGHEST_LEVEL, TakeBack
from arbiter.shapes.computer import FaultTold, engine_faults
from arbiter.sides import Side
from arbiter.values import dataclass
from arbiter.web import access, page
from arbiter.web.api.board.boards import BoardRecorded, answer
from arbiter.web.api.operation import ANYBODY, ROOT, TABLET, Api, Asked

practice = Api("practising", __name__, url_prefix=ROOT)
BOARD = "/tournaments/<t>/rounds/<int:n>/boards/<int:b>"


class PracticeTold(TypedDict):
    """Response: whether a visitor may practise now, and the games, levels and engines to choose from.

    `closed`: a sentence that says why practice is closed; null if it is open. `taken` of `most` sessions are in
    progress.
    """

    policy: str
    open: bool
    closed: str | None
    variants: list[str]
    levels: list[int]
    engines: list[str]
    taken: int
    most: int


class SittingTold(TypedDict):
    """Response: a practice game against the computer: its tournament, and the link with which the visitor plays.

    `pin`: the letters that can be typed in place of the link.
    """

    tournament: str
    side: str
    url: str
    pin: str


class HintTold(TypedDict):
    """Response: the move that the computer would play in the visitor's place."""

    move: str


class GamesTold(TypedDict):
    """Response: the URL from which the games of a practice session can be read as PDN."""

    games: str


class EngineTold(TypedDict):
    """An engine: a program that can think for the computer player.

    `fixed`: whether it is named in the settings of the service.
    """

    name: str
    command: str
    fixed: bool


class EnginesTold(TypedDict):
    """Response: the engines that are set up, and the latest faults of engines during games."""

    engines: list[EngineTold]
    faults: list[FaultTold]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlePractice:
    """Request: set when visitors may practise against the computer."""

    policy: Annotated[str, Sent("“never”, “between” (while no round is played), “always”", "between", known=POLICIES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpEngine:
    """Request: set up an engine, a program for the computer player that speaks the Hub protocol."""

    name: Annotated[str, Sent("the name of the engine", "dame", longest=40)]
    command: Annotated[str, Sent("the command that starts it", "dame hub", longest=500)]


@practice.ask("GET", "/practice", who=ANYBODY, answers=PracticeTold)
def show_practice(_: Asked) -> PracticeTold:
    """Show whether visitors may practise now, and if not why.

    Show also the games, levels and engines to choose from.
    """
    return practice_told()


def practice_told() -> PracticeTold:
    sittings, closed = access.service.computer.practice, None
    try:
        sittings.check()
    except Refused as no:
        closed = page.sentence(no)
    return {
        "policy": sittings.policy,
        "open": closed is None,
        "closed": closed,
        "variants": list(VARIANTS),
        "levels": list(range(1, HIGHEST_LEVEL + 1)),
        "engines": list(access.service.computer.engines.all()),
        "taken": sum(desk.state.practice for desk in access.desks()),
        "most": MOST_SITTINGS,
    }


@practice.ask("PATCH", "/practice", SettlePractice, answers=PracticeTold, keyed=False)
def settle_practice(asked: Asked) -> PracticeTold:
    """Set when visitors may practise. Practice games that are not allowed to go on then are stopped."""
    access.service.computer.practice.settle(asked.read(SettlePractice).policy)
    return practice_told()


@practice.ask("POST", "/practice", SitDown, who=ANYBODY, answers=SittingTold, status=201, keyed=False)
def practise(asked: Asked) -> SittingTold:
    """Begin a practice session against the computer. Refused if practice is closed."""
    desk, side = access.service.computer.practice.sit_down(asked.read(SitDown), address=request.remote_addr or "")
    return sitting_told(desk.id, side)


@practice.ask("POST", f"{BOARD}/takebacks", TakeBack, who=TABLET, answers=BoardRecorded)
def take_back(asked: Asked) -> Any:
    """Take back the visitor's last move. Only in practice games."""
    return answer(asked)


@practice.ask("POST", f"{BOARD}/hints", who=TABLET, answers=HintTold, keyed=False)
def hint(asked: Asked) -> HintTold:
    """Show the move that the computer would play in the visitor's place. Only in practice games."""
    return {"move": advice.hint(access.service.computer.thinkers, asked.desk.state, asked.reader.side).move}


@practice.ask("POST", f"{BOARD}/next", who=TABLET, answers=SittingTold, status=201, keyed=False)
def play_on(asked: Asked) -> SittingTold:
    """Begin the next game of a practice session, with colours changed. Its link replaces the link of the last game."""
    sittings = access.service.computer.practice
    return sitting_told(asked.t, sittings.play_on(sittings.of(asked.t)))


@practice.ask("POST", f"{BOARD}/departures", who=TABLET, answers=GamesTold, keyed=False)
def get_up(asked: Asked) -> GamesTold:
    """End a practice session. An unfinished game is resigned. The games can still be read."""
    sittings = access.service.computer.practice
    desk = sittings.of(asked.t)
    sittings.get_up(desk, asked.reader.side or desk.state.person_at(desk.state.rounds[-1].game(1)))
    return {"games": f"{access.service.address}/practice/{asked.t}.pdn"}


@practice.ask("DELETE", "/practice/<t>", answers=PracticeTold, keyed=False)
def free_place(asked: Asked) -> PracticeTold:
    """Close a visitor's practice session, so that another visitor can practise. Its games stay stored."""
    sittings = access.service.computer.practice
    sittings.get_up(sittings.of(asked.t), None)
    return practice_told()


@practice.ask("GET", "/engines", answers=EnginesTold)
def list_engines(_: Asked) -> EnginesTold:
    """List the engines that can think for the computer player, and the command that starts each."""
    return engines_told()


def engines_told() -> EnginesTold:
    engines = access.service.computer.engines
    rows = engines.all().values()
    return {
        "engines": [{"name": e.name, "command": e.command, "fixed": engines.fixed(e.name)} for e in rows],
        "faults": faults(),
    }


@practice.ask("POST", "/engines", SetUpEngine, who=INSTALL, answers=EnginesTold, status=201, keyed=False)
def set_up_engine(asked: Asked) -> EnginesTold:
    """Set up an engine after a trial run. Its command runs with the rights of the service."""
    wanted = asked.read(SetUpEngine)
    access.service.computer.engines.set_up(wanted.name, wanted.command)
    return engines_told()


@practice.ask("DELETE", "/engines/<name>", who=INSTALL, answers=EnginesTold, keyed=False)
def strike_engine(asked: Asked) -> EnginesTold:
    """Remove an engine from the list."""
    access.service.computer.engines.strike(asked.address["name"])
    return engines_told()


def faults() -> list[FaultTold]:
    """Return the faults of engines during games of this service, the latest first."""
    return engine_faults((desk.id, desk.state) for desk in access.desks())


def sitting_told(tournament: str, side: Side) -> SittingTold:
    token, pin = access.links.make(tournament, 1, side)
    return {"tournament": tournament, "side": side.value, "url": f"{access.service.address}/t/{token}", "pin": pin}
