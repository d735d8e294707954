"""Refusals by the rules of a table: a stable code, a sentence, and an HTTP status."""

_CODES = {
    # The request can never be fulfilled.
    422: """bad_bot bad_clock bad_deal bad_move bad_name bad_nonce bad_position bad_rules bad_seat
        bad_text no_such_game""",
    # It does not exist.
    404: "no_such_table",
    # It is not for this player.
    403: "not_seated server_only",
    # The state of the table does not allow it now.
    409: """already_agreed already_created already_offered already_ready already_seated
        already_started archived frozen game_over illegal_move no_bot_there no_clock no_offer
        not_over not_started not_your_turn nothing_to_undo offer_declined own_offer rematch_made
        resign_instead seat_taken something_was_seen stale_position table_full time_left
        too_much_said unseen_cards""",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""The status of each code. Codes are stable: once listed here, a code keeps its meaning."""


class Refused(Exception):  # noqa: N818 - what a table does, and nothing is wrong with the program
    """The rules do not allow it. Nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        """`code` is one of `STATUS`."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = STATUS[code]
