"""The switches of the regulations: each a named column, what values it may have, and what holds where no text says.

A profile is a row of them (`profiles.py`); the director may turn any before the first round. Times are whole minutes,
seconds or moves, as the name says; a `ladder` is a list of steps, of which the first is for the first offence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Refused

Value: TypeAlias = bool | int | str | tuple[str, ...]

STEPS = ("none", "note", "caution", "warning", "loss", "expulsion")
"""The steps of a ladder; `time N` besides, which gives the opponent N seconds, and `fine N`, which takes N off."""
ALWAYS = 999
"""As many moves as a game has: until its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One column: `values` where it is a choice, `most` where it is a number, neither where it is yes or no."""

    key: str
    group: str
    default: Value
    values: tuple[str, ...] = ()
    most: int = 0

    @property
    def kind(self) -> str:
        """How it is set: yes, choice, number, or ladder."""
        if isinstance(self.default, bool):
            return "yes"
        if isinstance(self.default, tuple):
            return "ladder"
        return "choice" if self.values else "number"

    def read(self, value: object) -> Value:
        """*value* as this column takes it; refused where it cannot have it."""
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
    """Whether that is a step of a ladder."""
    what, _, seconds = step.partition(" ")
    return step in STEPS or (what in ("time", "fine") and seconds.isascii() and seconds.isdigit() and len(seconds) < 5)


def _switch(key: str, group: str, default: Value, values: tuple[str, ...] = (), most: int = 0) -> Switch:
    return Switch(key=key, group=group, default=default, values=values, most=most)


SWITCHES: Mapping[str, Switch] = {
    row.key: row
    for row in (
        # irregular moves
        _switch("irregular_policy", "moves", "block", ("block", "opponent", "silent")),
        _switch("same_piece", "moves", True),
        _switch("hint_level", "moves", 3, most=3),
        _switch("touch_move", "moves", False),
        _switch("crowning", "moves", "tablet", ("tablet", "opponent")),
        _switch("huff", "moves", "off", ("off", "moved", "should_have_taken")),
        _switch("ladder", "moves", ()),
        _switch("correction_window", "moves", 0, most=ALWAYS),
        _switch("retraction_clock", "moves", "irregularity", ("irregularity", "present", "split")),
        # draws
        _switch("plies_before_a_draw", "draws", 0, most=400),
        _switch("early_draw", "draws", "refused", ("refused", "zero")),
        _switch("pieces_for_a_draw", "draws", 0, most=60),
        _switch("claim_when", "draws", "either", ("either", "before_move", "after_move")),
        _switch("wrong_claim_seconds", "draws", 0, most=3_600),
        _switch("draw_found", "draws", "claim", ("claim", "arbiter", "auto")),
        _switch("counts_shown", "draws", "officials", ("officials", "players")),
        # flags and time
        _switch("flags", "time", "propose", ("propose", "auto")),
        _switch("flag_called_by", "time", "anybody", ("anybody", "players", "arbiter")),
        _switch("cannot_win", "time", "loss", ("loss", "draw", "table")),
        _switch("both_flags", "time", "first", ("first", "draw", "go_on")),
        _switch("late", "time", 30, most=600),
        _switch("both_late", "time", "own", ("own", "split", "starter")),
        _switch("forfeits_out", "time", 0, most=99),
        _switch("inactivity_warning", "time", 0, most=600),
        _switch("inactivity_loss", "time", 0, most=600),
        _switch("low_time", "time", 60, most=3_600),
        _switch("player_may_stop_clock", "time", False),
        _switch("call_clock", "time", "run", ("run", "stop", "accepted")),
        _switch("lag_quota_ms", "time", 0, most=5_000),
        _switch("adjourn_after_move", "time", 0, most=400),
        # adjudication
        _switch("strength_after", "adjudication", 0, most=400),
        _switch("board_turned", "adjudication", "restart", ("restart", "early", "go_on")),
        # conduct
        _switch("conduct_ladder", "conduct", ("note", "warning", "loss")),
        _switch("phone_ladder", "conduct", ("warning", "loss")),
        # appeals, colours, records
        _switch("appeal_minutes", "appeals", 30, most=60 * 24 * 30),
        _switch("appeal_to", "appeals", "committee", ("committee", "management", "nobody")),
        _switch("starts", "colours", "colours", ("colours", "visitor_first")),
        _switch("recording", "records", "tablet", ("tablet", "compulsory", "voluntary")),
    )
}


def same_kind(value: object) -> Value:
    """A value as an event tells it: JSON has lists where a column has tuples."""
    return tuple(str(step) for step in value) if isinstance(value, tuple | list) else value  # type: ignore[return-value]
