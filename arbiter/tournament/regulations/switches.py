"""The switches (single values) of the regulations, each with its allowed values and its default.

A profile gives a value to each switch (`profiles.py`). The director may change any of them before the first round.
Numbers are whole minutes, seconds or moves; the name of the switch tells which. A `ladder` is a list of penalties: the
first is for a player's first offence, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from arbiter.refused import Refused
from arbiter.values import dataclass

Value: TypeAlias = bool | int | str | tuple[str, ...]

STEPS = ("none", "note", "caution", "warning", "loss", "expulsion")
"""The penalties that a list of penalties (ladder) may contain.

It may also contain `time N` (the opponent gets N seconds more) and `fine N` (the offender loses N seconds).
"""
ALWAYS = 999
"""A number of moves larger than any game has; it means until the end of the game."""
NEVER = 999
"""A number of minutes that stands for "no limit": nobody is ever late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One switch (single value) of the regulations.

    A switch with a choice lists its `values`. A switch with a number has its largest value as `most`. A switch that is
    yes or no has neither.
    """

    key: str
    group: str
    default: Value
    values: tuple[str, ...] = ()
    most: int = 0

    @property
    def kind(self) -> str:
        """The kind of the switch's values: yes, choice, number, or ladder."""
        if isinstance(self.default, bool):
            return "yes"
        if isinstance(self.default, tuple):
            return "ladder"
        return "choice" if self.values else "number"

    def read(self, value: object) -> Value:
        """Return *value* as a value of this switch, such as a number. Raise Refused if the switch does not allow it."""
        match self.kind, value:
            case "yes", bool(yes):
                return yes
            case "number", int(number) if not isinstance(number, bool):
                if not 0 <= number <= self.most:
                    raise Refused("number_out_of_range", field=self.key, number=number, least=0, most=self.most)
                return number
            case "choice", str(word):
                if word not in self.values:
                    raise Refused("unknown_key", field=self.key, key=word[:80], known=self.values)
                return word
            case "ladder", tuple() | list():
                steps = tuple(str(step) for step in value)
                for step in steps:
                    if not good_step(step):
                        raise Refused(
                            "unknown_key", field=self.key, key=step[:80], known=(*STEPS, "time 60", "fine 60")
                        )
                return steps
        wanted = {"yes": "true or false", "number": "a whole number", "ladder": "a list of texts"}
        raise Refused("field_unreadable", field=self.key, wanted=wanted.get(self.kind, "a text"))


def good_step(step: str) -> bool:
    """Return whether *step* may stand in a list of penalties (ladder)."""
    what, _, seconds = step.partition(" ")
    return step in STEPS or (what in ("time", "fine") and seconds.isascii() and seconds.isdigit() and len(seconds) < 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """Every switch of the regulations, declared once with its type, group, largest number and default.

    `docs/officiating.md` describes the effect of each switch.
    """

    # irregular moves
    irregular_policy: Annotated[Literal["block", "opponent", "silent"], "moves"] = "block"
    same_piece: Annotated[bool, "moves"] = True
    hint_level: Annotated[int, "moves", 3] = 3
    touch_move: Annotated[bool, "moves"] = False
    multiple_jump: Annotated[Literal["may", "must"], "moves"] = "may"
    confirm_moves: Annotated[bool, "moves"] = True
    crowning: Annotated[Literal["tablet", "opponent"], "moves"] = "tablet"
    huff: Annotated[Literal["off", "moved", "should_have_taken"], "moves"] = "off"
    ladder: Annotated[tuple[str, ...], "moves"] = ()
    objections_answered_by: Annotated[Literal["service", "arbiter"], "moves"] = "service"
    groundless_objections: Annotated[tuple[str, ...], "moves"] = ()
    correction_window: Annotated[int, "moves", ALWAYS] = 0
    retraction_clock: Annotated[Literal["irregularity", "present", "split"], "moves"] = "irregularity"
    # draws
    plies_before_a_draw: Annotated[int, "draws", 400] = 0
    early_draw: Annotated[Literal["refused", "zero"], "draws"] = "refused"
    pieces_for_a_draw: Annotated[int, "draws", 60] = 0
    claim_when: Annotated[Literal["either", "before_move", "after_move"], "draws"] = "either"
    wrong_claim_seconds: Annotated[int, "draws", 3_600] = 0
    draw_found: Annotated[Literal["claim", "arbiter", "auto"], "draws"] = "claim"
    counts_shown: Annotated[Literal["officials", "players"], "draws"] = "officials"
    # flags and time
    flags: Annotated[Literal["propose", "auto"], "time"] = "propose"
    flag_called_by: Annotated[Literal["anybody", "players", "arbiter"], "time"] = "anybody"
    cannot_win: Annotated[Literal["loss", "draw", "table"], "time"] = "loss"
    both_flags: Annotated[Literal["first", "draw", "go_on"], "time"] = "first"
    late: Annotated[int, "time", NEVER] = 30
    both_late: Annotated[Literal["own", "split", "starter"], "time"] = "own"
    forfeits_out: Annotated[int, "time", 99] = 0
    inactivity_warning: Annotated[int, "time", 600] = 0
    inactivity_loss: Annotated[int, "time", 600] = 0
    inactivity_single: Annotated[int, "time", 600] = 0
    low_time: Annotated[int, "time", 3_600] = 60
    player_may_stop_clock: Annotated[bool, "time"] = False
    call_clock: Annotated[Literal["run", "stop", "accepted"], "time"] = "run"
    lag_quota_ms: Annotated[int, "time", 5_000] = 0
    adjourn_after_move: Annotated[int, "time", 400] = 0
    # adjudication
    strength_after: Annotated[int, "adjudication", 400] = 0
    board_turned: Annotated[Literal["restart", "early", "go_on"], "adjudication"] = "restart"
    # conduct
    conduct_ladder: Annotated[tuple[str, ...], "conduct"] = ("note", "warning", "loss")
    phone_ladder: Annotated[tuple[str, ...], "conduct"] = ("warning", "loss")
    # appeals, colours, records
    appeal_minutes: Annotated[int, "appeals", 60 * 24 * 30] = 30
    appeal_to: Annotated[Literal["committee", "management", "nobody"], "appeals"] = "committee"
    starts: Annotated[Literal["colours", "visitor_first"], "colours"] = "colours"
    recording: Annotated[Literal["tablet", "compulsory", "voluntary"], "records"] = "tablet"

    def value(self, switch: str) -> Value:
        found: Value = getattr(self, switch)
        return found


def _switch(key: str, declared: Any) -> Switch:
    kind, (group, *most) = declared.__origin__, declared.__metadata__
    values = get_args(kind) if get_origin(kind) is Literal else ()
    return Switch(key=key, group=group, default=Switches().value(key), values=values, most=sum(most))


CAME_LATER: Mapping[str, Value] = {
    "inactivity_single": 0,
    "confirm_moves": True,
    "multiple_jump": "may",
    "objections_answered_by": "service",
    "groundless_objections": (),
}
"""The switches (values of the regulations) that older journals lack, with the values that applied then.

Those values are left out of the hash.
"""
SWITCHES: Mapping[str, Switch] = {
    key: _switch(key, declared) for key, declared in get_type_hints(Switches, include_extras=True).items()
}
