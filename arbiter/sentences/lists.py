"""Sentences about imported and exported lists and files."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

LISTS: Mapping[str, str] = {
    "list_empty": N_("There is nobody on the list."),
    "list_unreadable": N_("The list cannot be read: a CSV file, an Excel workbook (.xlsx) or a TRF is wanted."),
    "list_too_long": N_("The list has more than {most} lines. Split it."),
    "workbook_swells": N_("The workbook would take more than {most} MB to read. Save the list as CSV."),
    "no_name_column": N_("No column holds the names. Say which one does."),
    "no_rating_column": N_("No column holds the ratings. Say which one does."),
    "column_twice": N_("Two columns are to hold the same: {field}. Leave one of them out."),
    "listed_twice": N_("That name stands on line {line} of the list too."),
    "document_unreadable": N_("The file is no tournament: a document of this service (JSON) or a TRF is wanted."),
    "document_altered": N_("Line {line} of the journal in the file is not what was written. Nothing was taken over."),
    "trf_of_teams": N_("The file is of teams; a running tournament of teams cannot be taken over yet."),
    "lines_refused": N_("Nobody has been entered: {lines} lines cannot be. Leave them out, or mend the list."),
}
