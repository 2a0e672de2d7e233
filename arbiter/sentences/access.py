"""Sentences about signing in and about permissions."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

DOORS: Mapping[str, str] = {
    "sign_in_first": N_("Sign in first."),
    "not_yours": N_("Your account may not do that."),
    "sector_only": N_("Your boards are {boards}: say which of them you mean."),
    "bounds_not_yours": N_(
        "Your account is limited to certain tournaments, boards or days. You cannot create or change an account with wider limits."
    ),
    "in_their_name": N_("Only a chief arbiter creates a link or a token for an account that already has a password."),
    "role_not_yours": N_("An account with the role “{role}” can be created, changed or ended only by a higher role."),
    "not_public": N_("The format {format} contains private data and cannot be published."),
    "no_account": N_("There is no account {name}."),
    "no_account_but": N_("There is no account {name}. Similar names: {close}."),
    "account_twice": N_("{name} already has an account. Account names must be different."),
    "account_ended": N_("The account {name} has ended."),
    "no_credential": N_("There is no session or token {number}."),
    "last_chief": N_(
        "This is the last chief arbiter who can sign in without limits. First give the role to another official, who must set a password."
    ),
    "name_plays": N_("A player is also called {name}: another official must rename your account."),
    "name_number": N_("{name} would be read as a number or a word of the journal. Choose another name."),
    "name_mixed": N_("{name} mixes letters of two scripts that look alike. Write it in one script."),
    "name_alike": N_("{name} looks like the existing account {other}. Account names must be clearly different."),
    "no_password": N_("A display has no password: it signs in with its link."),
    "account_needed": N_("A token made on the command line has no account. Sign in with your own account."),
    "expires_impossible": N_("A token is valid for at most {days} days and must end in the future."),
    "token_bad": N_("This token is not valid here. Ask for a new one."),
    "link_used": N_(
        "This link has been used or has expired. Ask for a new one, or run “arbiter account reset” on the computer of the service."
    ),
    "link_revoked": N_("This link is no longer valid. Ask the arbiter for a new card."),
    "wrong_letters": N_("These letters do not belong to this board. Check the card."),
    "binding_closed": N_("Binding by hand is closed. Scan the code on the card, or ask the arbiter to open it."),
    "code_needed": N_(
        "Several tournaments are being played: type the two characters of your tournament too. They are on the card."
    ),
    "no_code": N_("There is no tournament {key} here: the two characters are on the card."),
    "no_device": N_("There is no device {number} at the boards."),
    "too_many_tries": N_("Too many wrong tries. Wait {seconds} s."),
    "hub_address": N_(
        "Nothing is sent to {address}: it is this computer itself, a link-local address, or a multicast address. To use this computer, run “arbiter relay” on it, or set hub_here."
    ),
    "webhook_silent": N_("The receiver did not answer: {cause}."),
    "webhook_status": N_("The receiver answered with HTTP status {status}."),
    "webhook_waits": N_("{tournament}: {host} has not accepted a message about a publication, after {tries} attempts."),
    "static_copy_failed": N_("{tournament}: the static copy could not be written: {cause}."),
    "no_receiver": N_("No address has been named for messages on publication."),
    "embedding_off": N_(
        "This hall does not allow other sites to embed its pages. The setting embedding_sites names those that may."
    ),
    "no_hub": N_(
        "{hub} is not a hub: something else answers there. Check the address, and that the hub has the same version."
    ),
    "sign_ins_wait": N_("Many passwords are being checked just now. Wait a few seconds, and try again."),
    "wrong_password": N_("The name or the password is wrong."),
    "password_short": N_("A password needs at least {least} characters."),
    "password_common": N_(
        "That password is easy to guess: a common word, a year, a name, or neighbouring keys. Use three or four words."
    ),
    "form_old": N_("This form has expired. Reload the page, and send it again."),
    "foreign_page": N_("This was sent by another site. Open the page here, and send it again."),
    "no_page": N_("There is no page at this address."),
    "wrong_method": N_("This address does not accept that kind of request."),
    "too_large": N_("The data is too large; the limit is {most} bytes."),
    "too_many_fields": N_("The form has too many fields; the limit is {most}."),
    "no_room": N_("The service is receiving too much at the moment. Nothing was recorded; send it again soon."),
    "fault": N_("The service had a fault, which is in its log. Nothing was recorded."),
    "too_many_wires": N_("Too many spectators are connected from this address."),
}
