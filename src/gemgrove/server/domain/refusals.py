"""Refusals by the rules of a table: a stable code, a sentence, and an HTTP status."""

STATUS = {
    # The request can never be fulfilled.
    "bad_bot": 422,
    "bad_clock": 422,
    "bad_deal": 422,
    "bad_move": 422,
    "bad_name": 422,
    "bad_nonce": 422,
    "bad_position": 422,
    "bad_rules": 422,
    "bad_seat": 422,
    "bad_text": 422,
    "no_such_game": 422,
    # It does not exist.
    "no_such_table": 404,
    # It is not for this player.
    "not_seated": 403,
    "server_only": 403,
    # The state of the table does not allow it now.
    "already_agreed": 409,
    "already_created": 409,
    "already_offered": 409,
    "already_ready": 409,
    "already_seated": 409,
    "already_started": 409,
    "archived": 409,
    "frozen": 409,
    "game_over": 409,
    "illegal_move": 409,
    "no_bot_there": 409,
    "no_clock": 409,
    "no_offer": 409,
    "not_over": 409,
    "not_started": 409,
    "not_your_turn": 409,
    "nothing_to_undo": 409,
    "offer_declined": 409,
    "own_offer": 409,
    "rematch_made": 409,
    "resign_instead": 409,
    "seat_taken": 409,
    "something_was_seen": 409,
    "stale_position": 409,
    "table_full": 409,
    "time_left": 409,
    "too_much_said": 409,
    "unseen_cards": 409,
}
"""The status of each code. Codes are stable: once listed here, a code keeps its meaning."""


class Refused(Exception):  # noqa: N818 - what a table does, and nothing is wrong with the program
    """The rules do not allow it. Nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        """`code` is one of `STATUS`."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = STATUS[code]
