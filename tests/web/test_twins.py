"""The twin test: until somebody objects, nobody can get anything by which an irregular move differs from a legal one.

Two tournaments begin alike. At each board of one an irregular move is made; at the same board of the other the same
squares are legal, in another position. Positions, hashes, salts and times of this computer are replaced by fixed words.
Everything else that any role can get is equal: pages, answers, event streams, exports and sheets, and their headers.
"""

from __future__ import annotations

import asyncio
import io
import json
import mimetypes
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from arbiter.exchange.export_formats import FORMATS
from arbiter.rules.endings.draws import begin
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.sheets.catalogue import SHEETS
from arbiter.tournament.events.irregular import FindingsOpened
from arbiter.web.api.openapi import operations
from tests.analyst import tables_in
from tests.hall import BY, Hall
from tests.rules.twins import Twin, twin
from tests.web.conftest import Door, door_to
from tests.web.streams import following
from tests.web.test_api_access import address, tablet
from tests.web.test_live import live
from tests.web.test_page_access import pages

T = "/tournaments/club-open"
ROLES = (None, "spectator", "display", "helper", "arbiter", "director", "chief")
SEALING = ("opponent", "silent")
TWINS = int(os.environ.get("ARBITER_TWINS", "0"))
"""The number of twins tried in all games, and eight a game and policy over HTTP; `ARBITER_TWINS=1000` is thorough."""
BOARDS = 8 if TWINS else 2
STEP_BY = re.compile(r"/arbiter/rulings/(board/|sealing)")
STEP_OF = re.compile(r"/arbiter/(rulings|rules)/")
HASH = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{16})(?![0-9a-f])")
FIXED = (
    (re.compile(r"\b[WB]:[WB][A-La-lKG\d,]*:[WB][A-La-lKG\d,]*"), "FEN"),
    (re.compile(r"[A-Za-z0-9+/]{200,}={0,2}"), "SEALED"),
    (HASH, "HASH"),
    (re.compile(r"<svg[^>]*diagram.*?</svg>", re.DOTALL), "DIAGRAM"),
    (re.compile(r"Square by square.*?(?=It is proposed)|<p data-tables>.*?</p>", re.DOTALL), "STRENGTH"),
    (re.compile(r"/accounts/\d+"), "/accounts/CHIEF"),
    (re.compile(r'(?<=name="csrf" content=")[\w-]+|(?<=name="csrf" value=")[\w-]+'), "CSRF"),
    (re.compile(r"^[A-Z]\d$"), "CODE"),
    (re.compile(r"(?:[a-l]\d{1,2}){4,}|(?<![\w.])\d{12,}"), "PIECES"),
    (re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"\s+"), " "),
)
SQUARES = r"(?:[KG]?\s?(?:[a-l]\s?)?\d{1,2}[,\s]*)"
FULL = rf"\b[WB]\s*:\s*[WB]\s*{SQUARES}*:\s*[WB]\s*{SQUARES}*"
PRINTED = re.compile(rf"{FULL}|(?<![\w.:-]){SQUARES}{{6,}}")
"""A position on a sheet, which runs over several lines, and the numbers or names of squares beside a diagram."""
POSITION = frozenset(("fen", "pieces", "legal", "next", "before", "hash", "head", "seal", "sealed"))
"""The names of the fields in which an answer tells a position or a hash."""
OF_NOW = frozenset(("Content-Length", "ETag", "Date", "Last-Modified", "Expires"))
"""Headers that follow from the content, which is compared itself, or from this computer's clock."""


OF_POSITION = ("{format}", ".pdf", "/oracle", "/strength", "/taps")
"""Addresses that are read otherwise, and those that tell of the position alone, such as who can win."""


def fixed(text: str) -> str:
    for pattern, word in FIXED:
        text = pattern.sub(word, text)
    return text


def plain(value: Any) -> Any:
    """A value of an answer with fixed words for what twins need not share."""
    match value:
        case dict():
            return {name: "..." if name in POSITION else plain(one) for name, one in value.items()}
        case list():
            return [plain(one) for one in value]
        case str() if value.startswith("{"):
            return plain(json.loads(value))
        case str():
            return fixed(value)
    return value


DATABASE = "application/vnd.sqlite3"


def told(data: bytes, kind: str | None) -> Any:
    """Return what an answer says."""
    if kind == "application/pdf":
        pages = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
        return fixed(PRINTED.sub("PIECES", HASH.sub("HASH", pages)))
    if "openxml" in (kind or ""):
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            return {name: fixed(book.read(name).decode()) for name in book.namelist() if name.endswith(".xml")}
    if kind == "application/zip":
        with zipfile.ZipFile(io.BytesIO(data)) as folder:
            kinds = {
                name: DATABASE if name.endswith(".db") else mimetypes.guess_type(name)[0] for name in folder.namelist()
            }
            return {name: told(folder.read(name), kind) for name, kind in kinds.items()}
    if kind == "application/json":
        return plain(json.loads(data))
    if kind == DATABASE:
        return fixed(json.dumps(tables_in(data), ensure_ascii=False))
    return fixed(data.decode(errors="replace"))


def asked_for(door: Door, boards: int) -> list[str]:
    """The address of everything that the API tells of the tournament, but for sheets."""
    read = [path for method, path, _ in operations(door.client.application) if method == "get"]
    read = [path for path in read if path.startswith("/tournaments/") and not path.endswith(OF_POSITION)]
    found = [address(path) for path in read if "{b}" not in path]
    found += [
        address(path).replace("/boards/1", f"/boards/{b}")
        for path in read
        if "{b}" in path
        for b in range(1, boards + 1)
    ]
    return found


def everything(door: Door, boards: int, seats: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """All that anybody can get, by who asks and where."""
    roles = ROLES if TWINS else (None, "arbiter", "director")
    tokens = {role or "nobody": None if role is None else door.service.keys.bearer(role) for role in roles} | seats
    sheets = [name for name, sheet in SHEETS.items() if name != "cards" and (TWINS or sheet.takes_board)]
    files = [f"{T}/export.{format}" for format in FORMATS]
    files += [f"{T}/sheets/{sheet}.pdf?round=1&board=1" for sheet in sheets]
    for who, token in tokens.items():
        brought = {"Authorization": f"Bearer {token}"} if token else {}
        for path in (*asked_for(door, boards), *(files if who == "director" or TWINS else ())):
            with door.client.get(f"/api/v1{path}", headers=brought) as answer:
                heads = sorted((name, fixed(value)) for name, value in answer.headers if name not in OF_NOW)
                yield f"{who} {path}", (answer.status_code, heads, told(answer.get_data(), answer.mimetype))
    for who in ("nobody", "chief"):
        if who == "chief":
            door.sign_in()
        for path in pages(door, "GET").values():
            for b in range(1, boards + 1) if "club-open" in path and "/boards/1" in path else (1,):
                if "club-open" in path and not path.endswith(".pdf"):
                    with door.client.get(path.replace("/boards/1", f"/boards/{b}")) as answer:
                        yield f"{who} {path} {b}", (answer.status_code, told(answer.get_data(), answer.mimetype))


def got(
    instance: Path, twins: list[Twin], positions: list[str], seats: dict[str, str], objected: str
) -> dict[str, Any]:
    """All that anybody can get once the moves of the *twins* have been made in these positions, then objected to."""
    with door_to(instance) as door:
        for board, position in enumerate(positions, start=1):
            at = f"{T}/rounds/1/boards/{board}/rulings"
            assert (
                door.post(at, {"kind": "position", "ply": 0, "fen": position, "reason": "as it stood"}).status_code
                == 200
            )
            assert door.post(at, {"kind": "start", "reason": "go on"}).status_code == 200
        found: dict[str, Any] = {}

        async def follow() -> None:
            async with following(live(door.desks)) as (spectator, _):
                for board, pair in enumerate(twins, start=1):
                    door.clock.wait(seconds=7)
                    body = {"move": pair.entered, "ply": 0}
                    answer = await asyncio.to_thread(door.post, f"{T}/rounds/1/boards/{board}/moves", body)
                    found[f"moved {board}"] = (answer.status_code, plain(answer.get_json()))
                lines = await spectator.have(len(twins))
                found["wire"] = [(line.id, line.event, plain(line.data)) for line in lines]

        asyncio.run(follow())
        found |= dict(everything(door, len(twins), seats))
        claim = {"ground": "irregular"} if objected == "claims" else {}
        boards = [f"{T}/rounds/1/boards/{board}" for board in range(1, len(twins) + 1)]
        turns = [door.get(at).get_json()["turn"] for at in boards]
        asked = [(f"{at}/{objected}", {**claim, "side": side}) for at, side in zip(boards, turns, strict=True)]
        found["objected"] = [plain(door.post(*one).get_json()) for one in asked]
    return found


def compared(folder: Path, variant: str, policy: str, twins: list[Twin]) -> tuple[list[str], bool]:
    """Return where two tournaments with these twins differ, and whether they differ once somebody has objected."""
    begun, other = folder / "irregular", folder / "legal"
    with door_to(begun) as door:
        door.tournament(
            2 * len(twins), variant=variant, switches={"irregular_policy": policy, "objections_answered_by": "service"}
        )
        seats = {"a tablet": tablet(door, 1)}
        door.sign_in()
    shutil.copytree(begun, other)
    objected = "objections" if policy == "opponent" else "claims"
    wrong = got(begun, twins, [pair.irregular for pair in twins], seats, objected)
    right = got(other, twins, [pair.legal for pair in twins], seats, objected)
    assert wrong.keys() == right.keys()
    answered = wrong.pop("objected") != right.pop("objected")
    return [
        f"{path}: {first_difference(wrong[path], right[path])}" for path in wrong if wrong[path] != right[path]
    ], answered


def first_difference(one: object, other: object) -> str:
    """The place where two answers begin to differ."""
    texts = [json.dumps(told, ensure_ascii=False) for told in (one, other)]
    begins = max(0, next(at for at, (a, b) in enumerate(zip_longest(*texts)) if a != b) - 60)
    return " / ".join(text[begins : begins + 160] for text in texts)


ALL = [(variant, policy) for variant in VARIANTS for policy in SEALING]


@pytest.mark.parametrize(("variant", "policy"), ALL if TWINS else [("international", "opponent")])
def test_nobody_can_get_anything_that_tells_an_irregular_move(tmp_path: Path, variant: str, policy: str) -> None:
    random = Random(f"{variant} {policy}")
    twins = [twin(random, VARIANTS[variant]) for _ in range(BOARDS)]
    different, answered = compared(tmp_path, variant, policy, twins)

    assert different == []
    assert answered


@contextmanager
def steps_taken() -> Iterator[dict[str, None]]:
    """The steps of a ruling at a board, in their order: every function of the rules or rulings that it calls."""
    taken: dict[str, None] = {}

    def seen(frame: FrameType, event: str, _: object) -> None:
        of, by = frame.f_code, frame.f_back.f_code.co_filename if frame.f_back else ""
        if event == "call" and STEP_BY.search(by) and STEP_OF.search(of.co_filename) and "<" not in of.co_qualname:
            taken[of.co_qualname] = None

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        yield taken
    finally:
        sys.setprofile(before)


def left_by(variant: str, policy: str, position: str, entered: str) -> tuple[Hall, list[Any], Any, list[str]]:
    """The hall after that move, its lines and state with fixed words for position and hashes, and the steps taken."""
    at_once = ("objections_answered_by", "service")
    hall = Hall(players=2, variant=variant, switches=(("irregular_policy", policy), at_once))
    hall.put(position)
    hall.wait(seconds=7)
    with steps_taken() as steps:
        hall.play(entered)
    lines = [(line.kind, plain(json.loads(line.body))) for line in hall.journal.lines]
    game, nowhere = hall.game(), parse_fen("W:W32:B19", VARIANTS["international"])
    plays = tuple(replace(play, seal="", kept="") for play in game.plays)
    tally = begin(nowhere, (), VARIANTS["international"].board)
    return (
        hall,
        lines,
        hall.state.put(replace(game, plays=plays, start=nowhere, position=nowhere, tally=tally)),
        list(steps),
    )


@pytest.mark.timeout(0 if TWINS else 900)
@settings(max_examples=TWINS or 24)
@given(st.integers(0, 10_000), st.sampled_from(sorted(VARIANTS)), st.sampled_from(SEALING))
def test_no_state_no_line_and_no_work_tells_an_irregular_move(seed: int, variant: str, policy: str) -> None:
    """Nothing that is made from the state or from the lines can tell what they do not hold, in any game.

    The ruling takes the same steps for both, so that the time of its answer tells nothing either.
    """
    pair = twin(Random(seed), VARIANTS[variant])
    wrong, lines, state, steps = left_by(variant, policy, pair.irregular, pair.entered)
    right, other_lines, other_state, other_steps = left_by(variant, policy, pair.legal, pair.entered)

    assert steps == other_steps
    assert "PlayMove._finding" in steps
    assert lines == other_lines
    assert state == other_state
    assert [len(line.body) for line in wrong.journal.lines] == [len(line.body) for line in right.journal.lines]
    assert wrong.game().plays[0].seal != right.game().plays[0].seal
    raises: Any = Object if policy == "opponent" else ClaimIrregular
    codes = []
    for hall in (wrong, right):
        recorded = hall.submit(raises(round=1, board=1, by=BY))
        opened = [one for event in recorded.events if isinstance(event, FindingsOpened) for one in event.opened]
        assert all(one.digest == hall.game().plays[0].seal for one in opened)
        codes.append([one.code for one in opened if one.code])
    assert [len(found) for found in codes] == [1, 0]
