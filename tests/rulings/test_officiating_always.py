"""What is always true of officiating, whatever is ruled."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.refused import Refused
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw
from arbiter.rulings.board.objections import ClaimIrregular, CrownKing, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.corrections import GivePenalty, StartClock
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.sides import Side
from tests.hall import BY, Hall

AT: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
SHORT = "W:W28,37,44,49:B9,13,22,23,31"
sides = st.sampled_from(Side)
requests = st.one_of(
    st.builds(
        Object, **{k: st.just(v) for k, v in AT.items()}, choice=st.sampled_from(("", "rectify", "stand", "huff"))
    ),
    st.builds(ClaimIrregular, **{k: st.just(v) for k, v in AT.items()}, side=sides),
    st.builds(CrownKing, **{k: st.just(v) for k, v in AT.items()}),
    st.builds(ClaimDraw, **{k: st.just(v) for k, v in AT.items()}, ground=st.just("repetition"), side=sides),
    st.builds(OfferDraw, **{k: st.just(v) for k, v in AT.items()}, side=sides),
    st.builds(AnswerDraw, **{k: st.just(v) for k, v in AT.items()}, accept=st.booleans()),
    st.builds(GiveNotice, **{k: st.just(v) for k, v in AT.items()}, matter=st.just("slow")),
    st.builds(
        NoteConduct,
        **{k: st.just(v) for k, v in AT.items()},
        side=sides,
        category=st.sampled_from(("telephone", "signs")),
        reason=st.just("seen"),
    ),
    st.builds(
        GivePenalty,
        **{k: st.just(v) for k, v in AT.items()},
        side=sides,
        step=st.sampled_from(("note", "time 60", "fine 30")),
        reason=st.just("seen"),
    ),
    st.builds(
        RestorePosition,
        **{k: st.just(v) for k, v in AT.items()},
        ply=st.integers(0, 4),
        times=st.sampled_from(("", "irregularity", "present", "split")),
        reason=st.just("seen"),
    ),
    st.builds(StartClock, **{k: st.just(v) for k, v in AT.items()}),
    st.builds(FileAppeal, **{k: st.just(v) for k, v in AT.items()}, side=sides, grounds=st.just("no")),
)
moves = st.tuples(st.integers(1, 50), st.integers(1, 50))
deeds = st.one_of(moves, moves, requests, st.sampled_from(("sign", "dismiss", "wait")))


def do(hall: Hall, deed: Any) -> None:
    """One of them; what is refused leaves no trace."""
    try:
        if deed == "wait":
            hall.wait(seconds=7)
        elif deed in ("sign", "dismiss"):
            for proposal in hall.state.waiting[:1]:
                asked = SignProposal if deed == "sign" else DismissProposal
                hall.submit(asked(proposal=proposal.number, by=BY, reason="seen"))
        elif isinstance(deed, tuple):
            ply = hall.game().ply
            hall.submit(PlayMove(round=1, board=1, ply=ply, move=f"{deed[0]}-{deed[1]}", by=BY))
        else:
            hall.submit(deed)
    except Refused:
        pass


@settings(max_examples=40)
@given(policy=st.sampled_from(("block", "opponent", "silent")), day=st.lists(deeds, max_size=25))
def test_whatever_is_ruled_replay_gives_the_served_state_and_no_past_line_is_changed(
    policy: str, day: list[Any]
) -> None:
    """And every line that was there before a ruling is there after it, to the letter."""
    switches = (("irregular_policy", policy), ("huff", "moved"), ("ladder", ("warning", "time 30", "loss")))
    hall = Hall(control="3/600:2/300", switches=switches)
    for deed in day:
        before = list(hall.journal.lines)
        do(hall, deed)
        assert hall.journal.lines[: len(before)] == before

    assert hall.again().state == hall.state


@settings(max_examples=40)
@given(day=st.lists(moves, max_size=10))
def test_the_same_claim_on_the_same_journal_has_the_same_proof(day: list[tuple[int, int]]) -> None:
    """Whoever reads the journal anew counts what was counted."""
    hall = Hall(switches=(("irregular_policy", "opponent"),))
    for deed in day:
        do(hall, deed)

    assert hall.again().game().tally.counts() == hall.game().tally.counts()


@settings(max_examples=40)
@given(played=st.sampled_from(((), ("32-28", "19-23"), ("32-28", "19-23", "28x19", "14x23"))), wait=st.integers(0, 90))
def test_a_retraction_restores_position_draw_counters_and_period_exactly(played: tuple[str, ...], wait: int) -> None:
    """What the move had done to the board, the counts and the clock is undone, the time thought apart."""
    hall = Hall(control="3/600+5:2/300", switches=(("irregular_policy", "opponent"),))
    hall.play(*played)
    before = hall.game()
    hall.wait(seconds=wait)
    hall.play("46-26")
    hall.wait(seconds=wait)
    assert hall.game().plays[-1].kept
    hall.submit(Object(**AT, choice="rectify"))
    after = hall.game()

    assert (after.position, after.tally, after.plays) == (before.position, before.tally, before.plays)
    mover = before.position.turn
    assert after.clock.moves == before.clock.moves
    assert after.clock.period(mover) == before.clock.period(mover)
    assert after.clock.left(mover, hall.clock.at) == before.clock.had[mover] - wait * 1_000
    assert after.clock.had[mover.other] == before.clock.had[mover.other]
