"""The API of practice with the house: when it is open, a sitting from its first game to its last, and the engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from arbiter.engines import opinions
from arbiter.engines.practice import MOST_SITTINGS, POLICIES, SitDown
from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.bounds.rights import INSTALL
from arbiter.rulings.computer import HIGHEST_LEVEL, TakeBack
from arbiter.shapes.computer import FaultTold, engine_faults
from arbiter.sides import Side
from arbiter.web import access, page
from arbiter.web.api.board.boards import BoardRecorded, answer
from arbiter.web.api.operation import ANYBODY, ROOT, TABLET, Api, Asked

practice = Api("practising", __name__, url_prefix=ROOT)
BOARD = "/tournaments/<t>/rounds/<int:n>/boards/<int:b>"


class PracticeTold(TypedDict):
    """Whether a visitor may sit down now, and with what choice; `closed` says why not, for whoever reads it."""

    policy: str
    open: bool
    closed: str | None
    variants: list[str]
    levels: list[int]
    engines: list[str]
    taken: int
    most: int


class SittingTold(TypedDict):
    """A game against the house: its tournament, and the link that binds a tablet to the visitor's side."""

    tournament: str
    side: str
    url: str
    pin: str


class HintTold(TypedDict):
    """The move that the house would play."""

    move: str


class GamesTold(TypedDict):
    """Where the games of a sitting are, as PDN."""

    games: str


class EngineTold(TypedDict):
    """A program that can think for the house; `fixed`: the settings of the service name it."""

    name: str
    command: str
    fixed: bool


class EnginesTold(TypedDict):
    """The engines of others, and what they did wrong at the boards, the latest first."""

    engines: list[EngineTold]
    faults: list[FaultTold]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlePractice:
    """When visitors may practise."""

    policy: Annotated[str, Sent("never, between: while no round is being played, or always", "between", known=POLICIES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpEngine:
    """A program that speaks the Hub protocol."""

    name: Annotated[str, Sent("what it is called here", "dame", longest=40)]
    command: Annotated[str, Sent("how it is started", "dame hub", longest=500)]


@practice.ask("GET", "/practice", who=ANYBODY, answers=PracticeTold)
def show_practice(_: Asked) -> PracticeTold:
    """Whether practice is open, and if not why; the games, the levels and the engines to choose from."""
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
    """The office settles when practice is open; sittings that may not go on stand still."""
    access.service.computer.practice.settle(asked.read(SettlePractice).policy)
    return practice_told()


@practice.ask("POST", "/practice", SitDown, who=ANYBODY, answers=SittingTold, status=201, keyed=False)
def practise(asked: Asked) -> SittingTold:
    """Sits down with the house, where practice is open."""
    desk, side = access.service.computer.practice.sit_down(asked.read(SitDown))
    return sitting_told(desk.id, side)


@practice.ask("POST", f"{BOARD}/takebacks", TakeBack, who=TABLET, answers=BoardRecorded)
def take_back(asked: Asked) -> Any:
    """Takes the visitor's last move back; at practice alone."""
    return answer(asked)


@practice.ask("POST", f"{BOARD}/hints", who=TABLET, answers=HintTold, keyed=False)
def hint(asked: Asked) -> HintTold:
    """The move that the house would play in the visitor's place; at practice alone."""
    return {"move": opinions.hint(access.service.computer.thinkers, asked.desk.state, asked.reader.side).move}


@practice.ask("POST", f"{BOARD}/next", who=TABLET, answers=SittingTold, status=201, keyed=False)
def play_on(asked: Asked) -> SittingTold:
    """The next game of a sitting, with the other colour: its link takes the place of the one before."""
    sittings = access.service.computer.practice
    return sitting_told(asked.t, sittings.play_on(sittings.of(asked.t)))


@practice.ask("POST", f"{BOARD}/departures", who=TABLET, answers=GamesTold, keyed=False)
def get_up(asked: Asked) -> GamesTold:
    """Gets up from practice: a game that is not over is given up, and the games are kept."""
    sittings = access.service.computer.practice
    desk = sittings.of(asked.t)
    sittings.get_up(desk, asked.reader.side or desk.state.person_at(desk.state.rounds[-1].game(1)))
    return {"games": f"{access.service.address}/practice/{asked.t}.pdn"}


@practice.ask("GET", "/engines", answers=EnginesTold)
def list_engines(_: Asked) -> EnginesTold:
    """The engines of others that can think for the house, and how each is started."""
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
    """Sets an engine up, once it has been tried: its command is started with the rights of the service."""
    wanted = asked.read(SetUpEngine)
    access.service.computer.engines.set_up(wanted.name, wanted.command)
    return engines_told()


@practice.ask("DELETE", "/engines/<name>", who=INSTALL, answers=EnginesTold, keyed=False)
def strike_engine(asked: Asked) -> EnginesTold:
    """Strikes an engine off the list."""
    access.service.computer.engines.strike(asked.address["name"])
    return engines_told()


def faults() -> list[FaultTold]:
    """What engines did wrong at the boards of this instance."""
    return engine_faults((desk.id, desk.state) for desk in access.desks())


def sitting_told(tournament: str, side: Side) -> SittingTold:
    token, pin = access.links.make(tournament, 1, side)
    return {"tournament": tournament, "side": side.value, "url": f"{access.service.address}/t/{token}", "pin": pin}
