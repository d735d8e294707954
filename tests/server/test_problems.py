"""Problems as HTTP responses."""

import pytest

from gemgrove.server import problems
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.problems import Fault, Problem


def test_a_problem_has_the_members_of_the_standard_and_a_code() -> None:
    problem = Problem("table_full", "All seats are taken.", 409)
    assert problem.body() == {
        "type": "urn:gemgrove:problem:table_full",
        "title": "Table full",
        "status": 409,
        "detail": "All seats are taken.",
        "code": "table_full",
    }


def test_a_problem_names_its_request() -> None:
    assert problems.internal().body("r_1")["request"] == "r_1"


def test_what_the_domain_refuses_becomes_a_problem() -> None:
    refused = Refused("not_your_turn", "It is the turn of player 2.")
    problem = Problem.refused(refused)
    assert (problem.code, problem.detail, problem.status) == (
        "not_your_turn",
        "It is the turn of player 2.",
        409,
    )


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        (problems.malformed("This is no JSON."), 400, "malformed"),
        (problems.invalid("players is 7."), 422, "invalid"),
        (problems.unauthenticated(), 401, "unauthenticated"),
        (problems.not_found("table"), 404, "not_found"),
        (problems.too_large(65536), 413, "too_large"),
        (problems.too_many_requests(3), 429, "too_many_requests"),
        (problems.key_reused(), 422, "key_reused"),
        (problems.unavailable("The server is starting."), 503, "unavailable"),
        (problems.internal(), 500, "internal"),
    ],
)
def test_each_kind_has_its_status_a_code_and_a_sentence(
    problem: Problem, status: int, code: str
) -> None:
    assert (problem.status, problem.code) == (status, code)
    assert problem.detail.endswith((".", "..."))
    assert str(problem) == problem.detail


@pytest.mark.parametrize(("wait", "header"), [(0.001, "1"), (1, "1"), (1.2, "2"), (60, "60")])
def test_a_rate_limited_client_is_told_how_long_to_wait(wait: float, header: str) -> None:
    problem = problems.too_many_requests(wait)
    assert problem.headers == {"Retry-After": header}
    assert f"in {header} second" in problem.detail


def test_the_faults_of_single_fields_are_listed() -> None:
    problem = problems.invalid("One value is wrong.", Fault("players", "7 is more than 4."))
    assert problem.body()["faults"] == [{"where": "players", "what": "7 is more than 4."}]
    assert "faults" not in problems.invalid("It is wrong.").body()
