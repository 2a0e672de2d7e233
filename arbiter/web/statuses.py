"""The HTTP status of each kind of refusal (`contract.md`).

One row a kind, and 409 for whatever the state does not allow.
"""

from __future__ import annotations

from arbiter.sentences.pairing.trf import TRF_FAULTS

STATUSES: dict[int, frozenset[str]] = {
    400: frozenset(
        {
            "json_unreadable",
            "relay_unreadable",
            "field_unreadable",
            "field_missing",
            "move_unreadable",
            "square_unreadable",
            "fen_unreadable",
            *TRF_FAULTS,
            "document_unreadable",
            "list_unreadable",
        }
    ),
    401: frozenset({"sign_in_first", "token_bad"}),
    403: frozenset(
        {
            "account_needed",
            "another_sector",
            "role_not_yours",
            "sealed_waits",
            "sector_only",
            "not_yours",
            "key_of_another",
            "taken_down",
            "only_shown",
            "no_node",
            "own_board",
            "binding_closed",
            "wrong_letters",
            "wrong_password",
            "link_revoked",
            "link_used",
            "foreign_page",
            "form_old",
        }
    ),
    404: frozenset(
        {
            "no_account",
            "no_hall",
            "no_hall_key",
            "not_relayed",
            "no_code",
            "no_credential",
            "no_device",
            "no_tournament",
            "no_round",
            "no_board",
            "no_announcement",
            "no_screen",
            "no_ban",
            "no_proposal",
            "no_such_appeal",
            "no_page",
            "no_sheet",
            "no_format",
            "no_ballot",
            "engine_unknown",
        }
    ),
    405: frozenset({"wrong_method"}),
    413: frozenset(
        {"text_too_long", "too_large", "too_many_fields", "too_many_lines", "list_too_long", "workbook_swells"}
    ),
    422: frozenset(
        {
            "ambiguous",
            "announced_irregular",
            "ballot_barred",
            "ballots_of_another_game",
            "code_needed",
            "column_twice",
            "control_impossible",
            "control_of_one",
            "control_of_whom",
            "control_one_glass",
            "control_unreadable",
            "kept_not_playable",
            "kept_without_times",
            "control_unsupported",
            "fen_impossible",
            "document_altered",
            "engine_unnamed",
            "expires_impossible",
            "lines_refused",
            "list_empty",
            "listed_twice",
            "lots_needed",
            "name_too_long",
            "name_unreadable",
            "no_entry",
            "no_name_column",
            "no_piece",
            "no_rating_column",
            "not_an_own_address",
            "number_out_of_range",
            "occupied",
            "paired_twice",
            "password_common",
            "password_short",
            "points_unreadable",
            "sealed_irregular",
            "set_up_over",
            "set_up_turn",
            "square_not_in_play",
            "rating_impossible",
            "query_unknown",
            "regulations_of_another_game",
            "result_unreadable",
            "text_needed",
            "text_unreadable",
            "tiebreak_not_counted",
            "tiebreak_unreadable",
            "time_needed",
            "time_out_of_range",
            "unknown_key",
            "word_too_long",
            "word_unreadable",
        }
    ),
    429: frozenset({"too_many_tries", "too_many_wires"}),
    503: frozenset(
        {
            "cannot_write_disk_full",
            "cannot_write_read_only",
            "cannot_write_busy",
            "cannot_write_io",
            "cannot_write_damaged",
            "cannot_write_unreachable",
            "cannot_write_overtaken",
            "led_elsewhere",
            "store_forbids",
            "cannot_write_followed",
            "leader_unreachable",
            "no_room",
            "journal_damaged",
            "file_damaged",
            "file_of_a_later_version",
            "event_of_a_later_release",
        }
    ),
}


def status_of(code: str) -> int:
    """The status for that code of a refusal."""
    return next((status for status, codes in STATUSES.items() if code in codes), 409)
