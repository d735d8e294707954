"""Refusals under a table's rules: a stable code, a sentence, and an HTTP status."""

_CODES = {
    # The request can never be fulfilled.
    422: """bad_bot bad_clock bad_deal bad_move bad_name bad_nonce bad_position bad_rules bad_seat
        bad_text no_such_game""",
    # The table does not exist.
    404: "no_such_table",
    # This player may not do it.
    403: "not_seated server_only",
    # The table's current state does not allow it.
    409: """already_agreed already_created already_offered already_ready already_seated
        already_started archived frozen game_over illegal_move no_bot_there no_clock no_offer
        not_over not_started not_your_turn nothing_to_undo offer_declined own_offer rematch_made
        resign_instead seat_taken something_was_seen stale_position table_full time_left
        too_much_said unseen_cards""",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""The status of each code. Codes are stable: once listed here, a code keeps its meaning."""


class Refused(Exception):  # noqa: N818 - a table's answer, not an error of the program
    """The rules do not allow the command. Nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        """Take the status from the code, which must be in `STATUS`."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = STATUS[code]
