"""The director's hand at the office's pages: what a change bends is shown before it is recorded."""

from __future__ import annotations

import re

from tests.web.conftest import Door
from tests.web.office import Office


def words(page: str) -> str:
    """The text of a page, its spaces single."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_change_that_bends_a_rule_is_shown_with_its_pairs_and_byes_before_it_is_recorded(
    door: Door, office: Office
) -> None:
    t = door.tournament(5, started=False, system="swiss", rounds=5)
    door.post(f"/tournaments/{t}/rounds", {"draft": True})
    (out,) = office.state(t).round(1).byes
    (one, left), _ = office.state(t).round(1).pairs
    door.post(f"/tournaments/{t}/forbidden", {"entries": [one, out], "reason": "sisters"})
    before = office.state(t).version
    pair = {"kind": "set", "white": out, "black": one}
    page = words(office.send(f"/{t}/rounds/1/change", **pair).get_data(as_text=True))

    assert f"This breaks pairing rules: Player {out} – Player {one}: The director has decided that these two" in page
    assert (
        f"Round after the change Board White Black 1 Player {out} Player {one} "
        f"Player {left}: pairing-allocated bye Reason" in page
    )
    assert office.state(t).version == before
    done = office.send(f"/{t}/rounds/1/change", **pair, accepted="1", reason="they have agreed")
    assert done.status_code == 303
    assert office.state(t).round(1).byes == (left,)
