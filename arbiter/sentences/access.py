"""Sentences about signing in, and about permissions."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

DOORS: Mapping[str, str] = {
    "sign_in_first": N_("Sign in first."),
    "not_yours": N_("That is not yours to do."),
    "sector_only": N_("Your boards are {boards}: name those of them that it is about."),
    "bounds_not_yours": N_(
        "You are bound to certain tournaments, boards or days, and cannot give or change an account that is allowed more."
    ),
    "in_their_name": N_(
        "A link or a token of somebody else's account lets in whoever holds it. Only a chief arbiter makes one, for an account that has a password."
    ),
    "role_not_yours": N_("An account of the role “{role}” is not yours to give, change or end."),
    "not_public": N_("The format {format} holds what is not for everybody: it cannot be published."),
    "no_account": N_("There is no account {name}."),
    "no_account_but": N_("There is no account {name}. Names like it: {close}."),
    "account_twice": N_("{name} has an account already. Names of accounts are told apart."),
    "account_ended": N_("The account {name} has ended."),
    "no_credential": N_("There is no session and no token {number}."),
    "last_chief": N_(
        "A hall has a chief arbiter who can sign in, without a last day and bound to nothing: give the role to somebody else first, who sets a password."
    ),
    "name_plays": N_("An entry has the name {name} too: another official gives your account another name."),
    "name_number": N_("{name} would be taken for a number or a word of the journal. Choose another name."),
    "name_mixed": N_("{name} mixes letters of two scripts that look alike. Write it in one script."),
    "name_alike": N_("{name} looks like {other}, which is an account already. Names of accounts are told apart."),
    "no_password": N_("A display has no password: its link lets it in."),
    "account_needed": N_("A token of the machine has no account. Sign in with yours."),
    "expires_impossible": N_("A token is good for {days} days at the most, and for an instant to come."),
    "token_bad": N_("This token opens nothing here."),
    "link_used": N_(
        "This link has been used or is too old. Ask for a new one; at the machine “arbiter account reset” prints one."
    ),
    "link_revoked": N_("This link opens no board any more. Ask the arbiter for a new card."),
    "wrong_letters": N_("Those are not the letters of this board."),
    "binding_closed": N_(
        "Boards are opened by hand only while the office has binding open. Scan the code of the card, or ask the arbiter."
    ),
    "code_needed": N_("Several tournaments are played: type the two signs of yours too, as on the card."),
    "no_code": N_("No tournament is called {key} here: the two signs stand on the card."),
    "no_device": N_("There is no device {number} at the boards."),
    "too_many_tries": N_("Too many wrong tries. Wait {seconds} s."),
    "hub_address": N_(
        "No hub may be at {address}: that is this machine itself, an address of one network segment, or one of many machines. At the machine “arbiter relay” and the setting hub_here allow this machine."
    ),
    "no_hub": N_(
        "{hub} is no hub: something else answers there. Look at the address, and whether the hub is of this release."
    ),
    "sign_ins_wait": N_("Many passwords are being checked just now. Wait a few seconds, and try again."),
    "wrong_password": N_("That name and password do not belong together."),
    "password_short": N_("A password has {least} characters or more."),
    "password_common": N_(
        "That password is among the first that are tried: a common one, perhaps with a year, a name, or keys in a row. Take three or four words."
    ),
    "form_old": N_("This form is too old. Load the page again, and send it once more."),
    "foreign_page": N_("Another site has sent this. Open the page here, and send it once more."),
    "no_page": N_("There is nothing at this address."),
    "wrong_method": N_("This address does not take that kind of request."),
    "too_large": N_("That is too large; the most is {most} bytes."),
    "too_many_fields": N_("That form has too many fields; the most is {most}."),
    "no_room": N_("Too much is being sent to the service just now. Nothing was recorded; send it again in a moment."),
    "fault": N_("Something went wrong in the service, and it was written to its log. Nothing was recorded."),
    "too_many_wires": N_("Too many spectators follow from this address."),
}
