"""Practice: a visitor plays against the computer, game after game.

The games of one visitor are a practice sitting. It is a tournament of its own with its own journal, which no list
shows. Requests, clocks and rules are those of a tournament game, but the results count nowhere. Because no arbiter
watches, the service signs the proposals that an arbiter would sign.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Annotated

from arbiter.desk.current_asker import asking
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.fields import Sent
from arbiter.journal.journal import CannotWrite
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.bounds.rights import SERVICE
from arbiter.rulings.computer import OfEngine, OfLevel, SeatHouse
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.clocks import ResumeHall, StopHall
from arbiter.sides import HOUR, MINUTE, Side, Span
from arbiter.tournament.events.games import GameEnded, ResultCorrected
from arbiter.tournament.events.halts import AdjournmentEnded, ClocksResumed
from arbiter.tournament.events.rounds import GamesStarted, RoundUndone
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass

log = logging.getLogger(__name__)

VISITOR, COMPUTER = 1, 2
"""The entry numbers of the visitor and of the computer in a practice sitting."""
POLICIES = ("never", "between", "always")
"""The settings for when visitors may practise: never, between rounds (while no round is being played), or always."""
SETTING = "practice"
MOST_SITTINGS = 24
"""The most practice sittings at one time."""
MOST_OF_ADDRESS = 6
"""The most practice sittings from one IP address at one time. It is not 1, because people may share a router."""
GONE_MS: Span = 2 * MINUTE
"""If a visitor gives no sign for this many milliseconds, the sitting may be closed to make room for a new visitor.

A request of the sitting's page is a sign, and a move is one.
"""
KEPT_SITTINGS = 500
"""The number of finished practice sittings whose games stay stored."""
IDLE_MS: Span = 30 * MINUTE
"""If a practice sitting has no new journal line for this many milliseconds, it is closed."""
BYE_MS: Span = 24 * HOUR
"""The same time as `IDLE_MS`, for the sitting of a player who has the bye in a tournament, in milliseconds."""
BY = "house player"
SWITCHES: Mapping[str, object] = {
    "irregular_policy": "block",
    "crowning": "tablet",
    "huff": "off",
    "flags": "auto",
    "draw_found": "auto",
    "plies_before_a_draw": 0,
    "pieces_for_a_draw": 0,
    "late": 0,
    "counts_shown": "players",
    "appeal_to": "nobody",
}
"""The switches of the regulations in practice games, by name. Their values need no arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown:
    """Start a practice sitting against the computer. The visitor has the first move unless a colour is chosen."""

    variant: Annotated[str, Sent("the game", "international", known=tuple(VARIANTS))] = "international"
    level: OfLevel = 3
    engine: OfEngine = ""
    side: Annotated[Side | None, Sent("the visitor's colour; without it the one that begins")] = None
    control: Annotated[str, Sent("the time control, - for no clock", "600+5")] = "-"
    touch: Annotated[bool, Sent("the piece that is touched has to move")] = False
    hurry: Annotated[bool, Sent("a warning after five minutes for a move, and the loss a minute later")] = False


class PracticeSittings:
    """The practice sittings of an instance. Visitors open, continue and close them.

    By default they are stopped while a round is being played.
    """

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self.kept = KEPT_SITTINGS
        self._lock = threading.Lock()
        self._errands = ThreadPoolExecutor(1, thread_name_prefix="practice")
        self._going = False
        self._addresses: dict[str, str] = {}

    def start(self) -> None:
        """Follow all tournaments from now on: sign proposals in sittings, and stop sittings while a round is played."""
        self._going = True
        self.desks.follow(self._heard)

    def stop(self) -> None:
        """End the work that `start` has begun."""
        self._going = False
        self._errands.shutdown(wait=True, cancel_futures=True)

    @property
    def policy(self) -> str:
        """The office's setting for when visitors may practise: "always", "between" (between rounds) or "never"."""
        kept = self.desks.register.setting(SETTING)
        return kept if kept in POLICIES else "between"

    def settle(self, policy: str) -> None:
        """Set when visitors may practise (one of `POLICIES`). Sittings are stopped or resumed as *policy* demands."""
        self.desks.register.set_setting(SETTING, policy)
        self._errand(self._halt_or_go_on)

    @property
    def open(self) -> bool:
        """Whether a visitor may practise now."""
        return self.policy == "always" or (self.policy == "between" and not being_played(self.desks))

    def check(self) -> None:
        """Raise Refused if visitors may not practise now."""
        if self.policy == "never":
            raise Refused("practice_closed")
        if not self.open:
            raise Refused("practice_later")

    @asking(SERVICE)
    def sit_down(
        self, wanted: SitDown, name: str = "Visitor", *, address: str = "", of_bye: bool = False
    ) -> tuple[Desk, Side]:
        """Start a sitting and its first game. Return the sitting's desk and the visitor's colour.

        *address* is the visitor's IP address. *of_bye* says that the visitor is a player with the bye, who may practise
        while the round is played. Raise Refused if practice is closed, or if there are too many sittings, or too many
        from *address*.
        """
        if not of_bye:
            self.check()
        turned = {**SWITCHES, "touch_move": wanted.touch}
        if wanted.hurry:
            turned |= {"inactivity_warning": 5, "inactivity_loss": 1}
        with self._lock:
            self._make_room(address)
            desk = self.desks.open(
                OpenTournament(
                    name="Practice",
                    variant=wanted.variant,
                    system="manual",
                    control=wanted.control,
                    switches=tuple(turned.items()),
                    settings={"house": "yes"},
                    practice=True,
                )
            )
        self._addresses[desk.id] = address
        if of_bye:
            self.desks.register.set_setting(f"bye game {desk.id}", "yes")
        desk.enter_all((Person(name), Person(computer_name(wanted.level, wanted.engine))), BY)
        chance = secrets.randbelow(10**9)
        desk.submit(SeatHouse(entry=COMPUTER, level=wanted.level, engine=wanted.engine, chance=chance, by=BY))
        side = wanted.side or desk.state.variant.first
        self._begin(desk, side)
        return desk, side

    @asking(SERVICE)
    def play_on(self, desk: Desk) -> Side:
        """Start the next game of a sitting, with colours exchanged. Return the visitor's new colour.

        Raise Refused if the last game is not over, or if visitors may not practise now.
        """
        self.check()
        last = desk.state.rounds[-1].game(1)
        if last.result is None:
            raise Refused("game_not_over")
        side = next(side for side in Side if last.entries[side] == COMPUTER)
        self._begin(desk, side)
        return side

    @asking(SERVICE)
    def get_up(self, desk: Desk, side: Side | None) -> None:
        """End a sitting because the visitor, who plays *side*, leaves. An unfinished game is resigned.

        The games stay stored.
        """
        last = desk.state.rounds[-1].game(1)
        if last.result is None and side is not None:
            with suppress(Refused):  # refused if a flag waits for its ruling; then the game is left as it is
                desk.submit(Resign(round=last.round, board=1, by=BY, side=side))
        with self._lock:
            self._put_away(desk)

    def of(self, id: str) -> Desk:
        """Return the desk of the sitting *id*. Raise Refused if this tournament is not a practice sitting."""
        desk = self.desks.desk(id)
        if not desk.state.practice:
            raise Refused("practice_only")
        return desk

    def _begin(self, desk: Desk, side: Side) -> None:
        pair = (VISITOR, COMPUTER) if side is Side.WHITE else (COMPUTER, VISITOR)
        number = len(desk.state.rounds) + 1
        desk.submit(PairRound(by=BY, pairs=(pair,), rematches=True))
        desk.submit(StartRound(round=number, by=BY))

    def present(self, desk: Desk) -> bool:
        """Return whether the visitor is still there: the page sent a request, or a move was made, within `GONE_MS`."""
        heard = max(desk.state.at, *(tablet.at for tablet in desk.tablets.values()), 0)
        return self.desks.clock.now() - heard <= GONE_MS * self.desks.clock.speed

    def _make_room(self, address: str) -> None:
        """Make room for a visitor from *address*: close idle sittings and, if need be, the oldest abandoned one.

        Raise Refused if there are still too many sittings, or too many from *address*.
        """
        now, places = self.desks.clock.now(), []
        for desk in sorted((desk for desk in self.desks.first if desk.state.practice), key=lambda desk: desk.state.at):
            if now - desk.state.at > (BYE_MS if self._bye(desk) else IDLE_MS):
                self._put_away(desk)
            else:
                places.append(desk)
        own = [desk for desk in places if address and self._addresses.get(desk.id) == address]
        full = len(own) >= MOST_OF_ADDRESS
        if not full and len(places) < MOST_SITTINGS:
            return
        gone = [desk for desk in (own if full else places) if not self._bye(desk) and not self.present(desk)]
        if not gone:
            most = MOST_OF_ADDRESS if full else MOST_SITTINGS
            raise Refused("practice_full_here" if full else "practice_full", most=most)
        self._put_away(gone[0])

    def _put_away(self, desk: Desk) -> None:
        """Close a sitting and store its games. If too many sittings are stored, the oldest are deleted."""
        self._addresses.pop(desk.id, None)
        folder = self.desks.put_away(desk.id).parent
        for old in sorted(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime)[: -self.kept]:
            for part in folder.glob(f"{old.stem}.*"):
                part.unlink(missing_ok=True)

    def _bye(self, desk: Desk) -> bool:
        """Return whether the sitting is the game of a player who has the bye."""
        return self.desks.register.setting(f"bye game {desk.id}") is not None

    def _heard(self, id: str, recorded: Recorded) -> None:
        state = recorded.state
        if state.practice:
            if state.waiting and self.desks.acts(self.desks.desk(id)):
                self._errand(lambda: self._sign(id))
        elif any(isinstance(event, STARTS_OR_ENDS) for event in recorded.events):
            self._errand(self._halt_or_go_on)

    def _errand(self, errand: object) -> None:
        """Call the function *errand* soon in another thread, so that it does not hold the calling desk's lock."""
        if self._going:
            self._errands.submit(self._run, errand)

    @staticmethod
    def _run(errand: object) -> None:
        assert callable(errand)
        try:
            errand()
        except (Refused, CannotWrite) as no:
            log.info("practice: %s", no)
        except Exception:  # a fault in one errand must not stop the next
            log.exception("an errand of the practice stumbled")

    def _sign(self, id: str) -> None:
        """Sign the proposals in the sitting *id* that wait for an arbiter. Dismiss unjustified draw claims."""
        desk = self.desks.desk(id)
        for proposal in desk.state.waiting:
            if proposal.kind == "claim" and not upheld(desk.state, proposal):
                desk.submit(DismissProposal(proposal=proposal.number, by=BY, reason="the count is not reached"))
            else:
                desk.submit(SignProposal(proposal=proposal.number, by=BY))

    def _halt_or_go_on(self) -> None:
        """Stop the clocks of all sittings if visitors may not practise now; otherwise resume them."""
        open = self.open
        for desk in self.desks.first:
            if desk.state.practice and not self._bye(desk):
                try:
                    desk.submit(ResumeHall(by=BY) if open else StopHall(by=BY, reason="a round is being played"))
                except Refused as nothing:
                    log.debug("%s: %s", desk.id, nothing)


STARTS_OR_ENDS: tuple[type, ...] = (
    GamesStarted,
    ClocksResumed,
    AdjournmentEnded,
    GameEnded,
    ResultCorrected,
    RoundUndone,
)
"""The types of events that may start or end the playing of a round."""


def being_played(desks: Desks) -> bool:
    """Return whether a round of any tournament is being played. Practice and adjourned games do not count."""
    return any(
        game.running and game.halted != "adjourned"
        for desk in desks
        if not desk.state.practice and desk.state.rounds
        for game in desk.state.rounds[-1].games
    )


def upheld(state: Tournament, claim: Proposal) -> bool:
    """Return whether a draw claim is justified, that is, whether a count of the game has reached its limit."""
    counts: Sequence[object] = [c for c in state.game(claim.round, claim.board).tally.counts() if c.reached]
    return bool(counts)


def computer_name(level: int, engine: str = "") -> str:
    """Return the name of the computer as a player ("House, level 3 (computer)"). Nobody can take it for a person."""
    return f"{engine} (computer)" if engine else f"House, level {level} (computer)"
