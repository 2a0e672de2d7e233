"""Sentences about categories, prizes, entry fees and the end of a tournament."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PRIZES: Mapping[str, str] = {
    "too_many_categories": N_("There can be at most {most} categories."),
    "category_twice": N_("Two categories have the same {field}, {text}."),
    "category_in_use": N_("The category {category} has prizes or an entry fee. Change those first."),
    "range_reversed": N_("The limits are the wrong way round: {least} to {most}."),
    "table_emptied": N_(
        "The form is empty, so nothing has been changed. To remove what is saved ({count}), tick “Remove all” and save again."
    ),
    "table_changed": N_(
        "Somebody has saved this meanwhile. Load the page anew to see it, or save again to replace it with what stands here."
    ),
    "currency_in_use": N_("Entry fees have been paid in {currency}. Pay them back before you change the currency."),
    "too_many_prizes": N_("There can be at most {most} prizes."),
    "currency_unknown": N_("{currency} is not a currency code of ISO 4217, such as EUR."),
    "amount_unreadable": N_("“{text}” is not an amount of money, such as 12.50."),
    "prize_gap": N_("There is a prize for place {place} but none for place {before}. Give that prize by hand instead."),
    "more_than_paid": N_("More would be paid back than was paid for entry {entry}."),
    "final_not_yet": N_(
        "The final standings cannot be signed yet: not all rounds are played, or a game has no result."
    ),
    "final_undecided": N_(
        "The final standings cannot be signed yet: undecided appeals {appeals}, undecided proposals {proposals}."
    ),
    "final_changed": N_("The standings or the prizes have changed meanwhile. Check them, and sign again."),
    "signed_by_two": N_("Two officials have signed these final standings already."),
    "signed_already": N_("You have signed these final standings already."),
}

WORKINGS: Mapping[str, str] = {
    "place": N_("Prize for place {place}."),
    "place in": N_("Prize for place {place} in {category}."),
    "passed": N_("Players who are placed higher get another prize."),
    "shared": N_("{count} equal players share {pool} ({prizes}): {amount} each."),
    "shared odd": N_("{count} equal players share {pool} ({prizes}): {amount}, with the odd cents by place."),
    "half": N_(
        "Half of the prize for this place ({own}). The other half of the prizes {prizes} (together {pool}) is shared equally by {count} players. Together: {amount}."
    ),
    "half odd": N_(
        "Half of the prize for this place ({own}). The other half of the prizes {prizes} (together {pool}) is shared equally by {count} players. Together: {amount}, with the odd cents by fraction and place."
    ),
    "hand": N_("Given by hand."),
    "waits": N_("Special prize: nobody has been named yet."),
    "lots": N_("Equal after all tie-breaks: {names}. Decide by lot or by a game, and give the prize by hand."),
    "nobody": N_("Nobody is left to take the prize."),
    "nobody in": N_("Nobody in the category {category} is left to take the prize."),
    "empty": N_("Nobody is in the category {category}."),
    "signed": N_("This is the award that the officials signed."),
}
"""The sentences that say how an award came about, by the code of its working."""
