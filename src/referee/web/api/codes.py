"""Every code an error of the API may carry: its status, when it comes, a sentence as it may read.

The tests hold this list to what the services really refuse with.
"""

from collections.abc import Mapping
from typing import Final

from referee.core.values import Value


class Code(Value):
    """One code. ``example`` is a sentence as it may come; it may change, the code does not."""

    status: int
    when: str
    example: str


def _code(status: int, when: str, example: str) -> Code:
    return Code(status=status, when=when, example=example)


CODES: Final[Mapping[str, Code]] = {
    # Keys
    "key-missing": _code(
        401,
        "A key is needed and none was shown.",
        "This seat opens with its own link. Open the link you were given, or ask the referee for a new one.",
    ),
    "key-unknown": _code(
        401,
        "The token stands for nothing.",
        "This link opens nothing here. Check that it is complete, or ask the referee for a new one.",
    ),
    "key-revoked": _code(
        401,
        "The link has been replaced or withdrawn, or its seat has changed hands.",
        "This link has been replaced by a newer one, or its seat was given up or given to somebody else. Use "
        "the newest link you were given, or ask the referee for one.",
    ),
    "key-unopened": _code(
        401,
        "The link is an invitation that nobody has opened yet: `POST /api/key` exchanges it for a token of one's own.",
        "This link is an invitation. Open it first: it then gives you a link of your own.",
    ),
    "key-opened": _code(
        401,
        "The link is an invitation that has been opened, and opens nothing any more.",
        "This link was opened on 2030-01-31 20:00 UTC. If that was not you, ask the referee for a new one; if "
        "it was, use the link of your own that you were given then.",
    ),
    "not-yours": _code(
        403, "The key is good, but for something else.", "This link belongs to another seat."
    ),
    "foreign-origin": _code(
        403,
        "A browser sent this from another site.",
        "This came from another site, or your browser hides where it came from. Open the page here "
        "and send it again.",
    ),
    # What there is
    "not-found": _code(404, "Nothing is at this address.", "Nothing stands at this address."),
    "match-not-found": _code(
        404, "There is no such match.", "There is no such match here. Check the address."
    ),
    "seat-not-found": _code(404, "The match has no such seat.", "This match has no such seat."),
    "phase-not-found": _code(
        404,
        "The match has no such phase, or it has not closed yet.",
        "This match has no such round yet. Reload its page.",
    ),
    "post-not-found": _code(404, "The match has no such post.", "This match has no such post."),
    "game-not-found": _code(
        404, "There is no such game.", "There is no such game here. The start page lists the games."
    ),
    "method-not-allowed": _code(
        405, "The address takes another method.", "This address takes GET, not PUT."
    ),
    # What was sent
    "body-too-large": _code(
        413, "More than 64 kB were sent.", "That is too large: at most 64 kB can be sent here."
    ),
    "body-unreadable": _code(
        422, "The body is not one JSON object.", "The body is not JSON. Send one JSON object."
    ),
    "field-invalid": _code(
        422, "A field is missing, unknown or of another kind.", "“phase” must be a whole number."
    ),
    "request-id-invalid": _code(
        422,
        "A request's id is too short or too long.",
        "A request's id has 16 to 128 random characters.",
    ),
    "request-used": _code(
        409,
        "The request's id has been used already, and its answer is no longer kept or was for another body.",
        "This form has been used already, and what it made stands. If you have lost its link, ask for a new "
        "one; if you want another, send a fresh form.",
    ),
    # Starting a match
    "title-empty": _code(422, "The title is empty.", "The title is empty. Type one."),
    "title-too-long": _code(
        422,
        "The title is too long.",
        "A title may have at most 80 characters; this one has 93.",
    ),
    "title-invalid": _code(
        422,
        "The title holds something no title can hold.",
        "A title cannot hold a control character. Leave it out.",
    ),
    "zone-unknown": _code(
        422,
        "There is no such time zone.",
        "There is no time zone “Mars/Olympus”. Use a name such as Europe/Berlin or UTC.",
    ),
    "length-out-of-range": _code(
        422,
        "A round's or choice's length is zero, negative or longer than 60 days.",
        "A round lasts from one minute to sixty days.",
    ),
    "weekdays-all-off": _code(
        422,
        "No weekday is left on which anything could be due.",
        "Every weekday is a day off, so nothing would ever be due. Leave at least one.",
    ),
    "never-due": _code(
        422,
        "So many dates are off that nothing could be due for more than a year.",
        "From 2027-01-01 on nothing could be due for 400 days. Take out some of the dates off.",
    ),
    "country-unknown": _code(
        422,
        "No holidays are known for this country, or this part of it.",
        "No holidays are known for the country “XX”.",
    ),
    "seats-out-of-range": _code(
        422,
        "The game does not take that many seats.",
        "With these house rules a match has 2 to 8 seats.",
    ),
    "options-invalid": _code(
        422,
        "A house rule is unknown or has a value it cannot have; `problems` names each.",
        "The house rules cannot be read. Starting life: input should be greater than or equal to 1.",
    ),
    # Names and seats
    "name-empty": _code(422, "The name is empty.", "The name is empty. Type one."),
    "name-too-long": _code(
        422,
        "The name has more than 32 characters.",
        "A name may have at most 32 characters; this one has 40.",
    ),
    "name-invalid": _code(
        422,
        "The name holds something no name can hold.",
        "A name cannot hold “[”. Use letters, digits, spaces and the signs _ - . '",
    ),
    "name-reserved": _code(
        422,
        "The name would read like somebody else's words.",
        "“nobody” would read like somebody else's words in a post. Choose another name.",
    ),
    "name-taken": _code(
        409,
        "Somebody in the match has this name.",
        "The name “Ann” is already taken in this match. Choose another one.",
    ),
    "name-lookalike": _code(
        409,
        "The name can be mistaken for another one in the match.",
        "“Аnn” looks too much like “Ann”, who is already in this match. Choose a name that nobody can "
        "mistake for it.",
    ),
    "match-full": _code(409, "All seats are taken.", "All 8 seats of this match are taken."),
    "already-started": _code(
        409,
        "The signup is over.",
        "The match has started; its seats can no longer be changed.",
    ),
    "too-few-seats": _code(
        409,
        "Too few have signed up to start.",
        "The match needs at least 2 players, and 1 has signed up.",
    ),
    "links-unopened": _code(
        409,
        "The start would deal hidden hands, and somebody has not opened their link.",
        "Not yet opened: the link of “Bob”. The start deals the hands; wait for them, or say to go ahead.",
    ),
    "practice-seat": _code(
        409,
        "A practice player's seat has no link.",
        "A practice player plays by itself and has no link.",
    ),
    # The course of a match
    "not-started": _code(409, "The match has not started.", "The match has not started yet."),
    "match-over": _code(409, "The match is over.", "The match is over."),
    "match-cancelled": _code(
        409, "The match has been cancelled.", "The match has been cancelled. Nothing was sent."
    ),
    "match-quarantined": _code(
        409,
        "The match is halted because its round could not be resolved.",
        "The match is halted, because its round could not be resolved. The operator must see to it.",
    ),
    "phase-closed": _code(
        409,
        "The phase has closed; a move for it is kept as late.",
        "Round 3 had closed before your move came. It does not count; it is kept, and the referee can "
        "see that it came late.",
    ),
    "phase-open": _code(
        409,
        "The phase has not closed, so there is no report of it yet.",
        "Round 3 has not closed yet.",
    ),
    "phase-stale": _code(
        409,
        "Another phase than the one named is open.",
        "Round 3 is not the round that is open now. Reload the page and look again.",
    ),
    "move-late": _code(
        409,
        "The deadline has passed; the move is kept as late.",
        "Your move came after the deadline of Round 3. It does not count; it is kept, and the referee "
        "can see that it came late.",
    ),
    "move-locked": _code(
        409,
        "The deadline has passed, and in the minutes of grace only those may move who have not.",
        "The deadline of Round 3 has passed and your move is in: it can no longer be changed, and what you "
        "sent before counts. What you sent now is kept, and the referee can see that it came late.",
    ),
    "nothing-sent": _code(
        409,
        "A seat is ready with the move it has sent, and it has sent none.",
        "Send your move first; then say that you are ready.",
    ),
    "not-asked-ready": _code(
        409,
        "The match does not close rounds early.",
        "In this match a round closes at its deadline, whoever is ready.",
    ),
    "extension-earlier": _code(
        422,
        "The new deadline is not later than the old one.",
        "A deadline can only be moved to a later time. To end the round sooner, close it now.",
    ),
    "extension-too-far": _code(
        422,
        "The new deadline is further away than the match's settings allow.",
        "A deadline can be moved to at most 14 days from now. Choose an earlier time.",
    ),
    "extensions-used-up": _code(
        409,
        "The deadline has been extended as often as the match's settings allow.",
        "Round 3 has been extended 10 times, which is the most in this match.",
    ),
    "match-paused": _code(409, "The phase is paused.", "Round 3 is paused. Resume it first."),
    "phase-due": _code(
        409,
        "The deadline has passed, so there is no time left to stop.",
        "The deadline of Round 3 has passed; there is no time left to stop. Extend it, if everybody should "
        "have more.",
    ),
    "time-not-aware": _code(
        422, "A time has no offset from UTC.", "Say the time with its offset from UTC."
    ),
    "reason-empty": _code(422, "No reason was given.", "Say why, so that the players know."),
    "reason-too-long": _code(
        422,
        "The reason has more than 500 characters.",
        "A reason may have at most 500 characters; this one has 612.",
    ),
    # Moves
    "seat-out": _code(
        409,
        "Nothing is asked of this seat: it is out, or owes nothing in this phase.",
        "Nothing is asked of your seat in Round 3.",
    ),
    "receipt-unreadable": _code(
        422,
        "What was sent holds no receipt.",
        "There is no receipt in this. Paste one as you saved it; the line that matters is SHA-256, with its "
        "64 digits and letters.",
    ),
    "move-unreadable": _code(
        422,
        "The move is not one the decision offers: an unknown card or target, or another shape.",
        "The move cannot be read: choose card, one of strike, lunge, assail.",
    ),
    "move-illegal": _code(
        422,
        "The rules do not allow the move; `problems` says what and by which rulings.",
        "Cal is out of the match and cannot be targeted. Choose somebody who still plays.",
    ),
    "move-too-long": _code(
        422, "The move does not fit under its seal.", "The move is too long. Choose fewer things."
    ),
    "nothing-to-withdraw": _code(
        409,
        "This seat has sent nothing in this phase.",
        "Your seat has sent nothing in this round.",
    ),
    "too-many-versions": _code(
        409,
        "This seat has changed its move 200 times in this phase.",
        "Your seat has sent 200 versions in this round, which is the most. The last one stands.",
    ),
    "hidden-information": _code(
        403,
        "The game hides too much to tell what others are asked.",
        "In this game players hold secrets, so nobody can suppose moves for the others.",
    ),
    "match-not-running": _code(
        409,
        "Nothing is asked, because no round is open.",
        "There is something to suppose once the match runs.",
    ),
    "not-open": _code(
        409,
        "The game hides too much to suppose moves for others.",
        "In this game too much is hidden to suppose moves for others.",
    ),
    # Absences
    "absence-past": _code(
        422,
        "The absence would be over already.",
        "This absence would be over already. Choose a later end.",
    ),
    "absence-empty": _code(
        422,
        "The absence would end before it begins.",
        "An absence ends after it begins. Choose a later end.",
    ),
    "absence-too-long": _code(
        422,
        "The absence would last longer than 60 days.",
        "An absence lasts at most 60 days. Choose an earlier end; you can announce another one after it.",
    ),
    "absence-too-far": _code(
        422,
        "The absence would begin more than a year from now.",
        "An absence is announced at most a year ahead. Choose an earlier beginning.",
    ),
    "absence-overlaps": _code(
        409,
        "The seat has announced an absence for a part of this time.",
        "You have announced an absence for a part of this time already. Take that one back first, or choose "
        "another time.",
    ),
    "too-many-absences": _code(
        409,
        "The seat has announced as many absences as it may.",
        "You have announced 5 absences that are still to come, which is the most at once.",
    ),
    "standing-unknown": _code(
        422,
        "The match offers no standing move of this name.",
        "This match has no such standing move. Choose one of those offered.",
    ),
    "absence-not-found": _code(
        404, "The seat has no such absence.", "Your seat has announced no such absence."
    ),
    "absence-over": _code(
        409, "The absence is over.", "This absence is over; there is nothing to take back."
    ),
    # Notices
    "address-unusable": _code(
        422,
        "What was named is no address that notices can be sent to here.",
        "That is no e-mail address that can be written to. One looks like ann@example.org.",
    ),
    "contacts-full": _code(
        409,
        "The seat has as many addresses for notices as it may have.",
        "A seat can have 3 addresses for notices. Take one away first.",
    ),
    "contact-not-found": _code(
        404,
        "The seat has no such contact, or no longer.",
        "No notices go there any more. Reload the page.",
    ),
    "notice-link-unknown": _code(
        404,
        "The token belongs to no notices.",
        "No notices belong to this link. Check that it is complete; or they have ended, and nothing is left "
        "to stop.",
    ),
    "notice-link-over": _code(
        409,
        "The contact was taken away, or was not confirmed in time.",
        "This was taken away, or it has waited too long. Ask for notices again on your seat’s page.",
    ),
    "too-many-notices": _code(
        429,
        "Too many addresses were named: by one seat, from one address, or the same one too often.",
        "That has been asked for often today. Try again in 3 hours.",
    ),
    # Seats that change hands
    "seat-open": _code(
        409,
        "Nobody holds this seat: too much was missed.",
        "Nobody holds this seat. Say first that you are back.",
    ),
    "seat-taken": _code(
        409,
        "Somebody else holds this seat now.",
        "You no longer hold this seat. Ask the referee for another.",
    ),
    # Limits and faults
    "too-many-create": _code(
        429,
        "Too many matches were started from this address.",
        "Many matches have been started from your address. Wait 12 minutes, then try again.",
    ),
    "too-many-sign-up": _code(
        429,
        "Too many signups came from this address.",
        "Many people have signed up from your address. Wait 12 minutes, then try again.",
    ),
    "too-many-guess": _code(
        429,
        "Too many unknown tokens came from this address.",
        "Too many unknown links have been tried from your address. Wait 40 seconds, then open yours "
        "again.",
    ),
    "too-many-suppose": _code(
        429,
        "Too many suppositions came from this address.",
        "That is a lot of supposing. Wait 40 seconds, then try again.",
    ),
    "too-many-streams": _code(
        429,
        "Too many live streams are open.",
        "Too many pages are watching at once. Close some, or reload this one by hand.",
    ),
    "fault": _code(
        500,
        "A fault of ours; the operator finds it by its reference.",
        "That was our fault, and nothing of yours was wrong. Try again; if it stays, tell the operator "
        "“k3v9q0x2”.",
    ),
}
