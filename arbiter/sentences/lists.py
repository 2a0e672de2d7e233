"""Sentences about lists of players and other files, imported or exported."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

LISTS: Mapping[str, str] = {
    "list_empty": N_("The list has no players."),
    "list_unreadable": N_("The list cannot be read. Use a CSV file, an Excel workbook (.xlsx) or a TRF."),
    "list_too_long": N_("The list has more than {most} lines. Split it."),
    "workbook_swells": N_("The workbook needs more than {most} MB to read. Save the list as CSV."),
    "no_name_column": N_("No column is chosen for the names. Choose one."),
    "no_rating_column": N_("No column is chosen for the ratings. Choose one."),
    "column_twice": N_("Two columns have the same field: {field}. Leave one of them out."),
    "listed_twice": N_("That name is also on line {line} of the list."),
    "document_broken": N_("Line {line}, column {column}: “{text}” is not JSON. The file is damaged or not complete."),
    "document_unreadable": N_("The file is not a tournament. Use a JSON file from Arbiter, or a TRF."),
    "document_cut": N_(
        "The rounds in the file are not those of its journal, which has {lines} lines: lines were cut off, or the rounds were changed. Nothing was imported."
    ),
    "document_altered": N_("Line {line} of the journal in the file has been altered or damaged. Nothing was imported."),
    "minors_unsaid": N_("Somebody here is under 18, or may be: say first how such names are shown in public."),
    "lines_refused": N_("No player was entered: {lines} lines are not usable. Leave them out, or correct the list."),
}
