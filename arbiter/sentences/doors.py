"""Who may come in, and to do what."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

DOORS: Mapping[str, str] = {
    "sign_in_first": N_("Sign in first."),
    "not_yours": N_("That is not yours to do."),
    "token_bad": N_("This token opens nothing here."),
    "link_used": N_("This link has been used or is too old. The service prints a new one when it starts."),
    "link_revoked": N_("This link opens no board any more. Ask the arbiter for a new card."),
    "wrong_pin": N_("That is not the PIN of this board."),
    "too_many_tries": N_("Too many wrong tries. Wait {seconds} s."),
    "wrong_password": N_("That name and password do not belong together."),
    "password_short": N_("A password has {least} characters or more."),
    "form_old": N_("This form is too old. Load the page again, and send it once more."),
    "no_page": N_("There is nothing at this address."),
    "wrong_method": N_("This address does not take that kind of request."),
    "too_large": N_("That is too large; the most is {most} bytes."),
    "fault": N_("Something went wrong in the service, and it was written to its log. Nothing was recorded."),
    "too_many_wires": N_("Too many spectators follow from this address."),
}
