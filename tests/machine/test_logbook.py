"""The log of the service: what whoever repairs it needs, and nothing that is somebody's."""

from __future__ import annotations

import logging
from pathlib import Path

from arbiter.machine import logbook
from arbiter.machine.logbook import kept, log_file
from tests.service import service

log = logging.getLogger("arbiter.somewhere")
TOKEN = "eyJ0IjoiY2x1Yi1vcGVuIn0.ZxT4-kQ9abcDEF"
ANNA = "Anna d'Hondt"
NAMES = "“Bé” and \"Cas\" and 'Dirk' are twice there"


def written(instance: Path) -> str:
    return log_file(instance).read_text("utf-8")


def test_what_is_logged_is_written_down_from_its_level_on(tmp_path: Path) -> None:
    with kept(tmp_path, "warning"):
        log.info("a small thing")
        log.warning("the interruption of %s could not be written", "club-open")

    assert "a small thing" not in written(tmp_path)
    assert "WARNING arbiter.somewhere: the interruption of club-open could not be written" in written(tmp_path)


def test_a_log_that_is_full_is_turned_over_and_the_oldest_goes(tmp_path: Path) -> None:
    with kept(tmp_path, "info"):
        for number in range((logbook.LOG_FILES + 3) * logbook.LARGEST_LOG_BYTES // logbook.LONGEST_RECORD_CHARACTERS):
            log.info("%d %s", number, "x" * 2 * logbook.LONGEST_RECORD_CHARACTERS)
    files = list(log_file(tmp_path).parent.iterdir())

    assert len(files) == logbook.LOG_FILES + 1
    assert sum(file.stat().st_size for file in files) <= (logbook.LOG_FILES + 1) * logbook.LARGEST_LOG_BYTES


def test_a_fault_says_where_and_of_what_kind_and_neither_names_nor_keys(tmp_path: Path) -> None:
    def stumbles(name: str) -> None:
        raise LookupError(f"no entry of {name!r}")

    with kept(tmp_path, "debug"):
        try:
            try:
                stumbles(ANNA)
            except LookupError as cause:
                raise ValueError(NAMES) from cause
        except ValueError as cause:
            log.exception("a request to /t/%s found a fault", TOKEN)
            log.warning("%s was not used: %s; see /sign-in/%s and Bearer %s", "copy", cause, "short", TOKEN)
    told = written(tmp_path)

    assert "LookupError: no entry of …" in told
    assert "in stumbles" in told
    assert "copy was not used: … and … and … are twice there" in told
    assert not any(secret in told for secret in ("Anna", "Hondt", "Bé", "Cas", "Dirk'", "eyJ0", "ZxT4", "short"))


def test_a_disk_that_takes_no_log_holds_nobody_up(tmp_path: Path) -> None:
    log_file(tmp_path).mkdir(parents=True)
    with kept(tmp_path, "info"):
        log.info("nobody hears this")


def test_an_evening_leaves_neither_names_nor_keys_in_the_log(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER_LOG_LEVEL="debug") as served:
        token = served.token()
        with served.caller(token) as caller:
            id = caller.tournament(2, started=False)
            caller.post(f"/tournaments/{id}/entries", {"name": "Wonderlijk, Anna"})
            caller.post(f"/tournaments/{id}/rounds")
            caller.post(f"/tournaments/{id}/rounds/1/start")
            (card,) = caller.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"]
            caller.send("POST", f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "Wonderlijk", "ply": 0})
            caller.send("GET", card["url"].partition("/t/")[2], root="/t/")
        link = served.sign_in_link()
        served.stop()
    told = written(served.instance)

    assert "Arbiter" in told
    assert "ended" in told
    assert not [secret for secret in (token, link, card["url"], card["pin"], "Wonderlijk") if secret in told]
