"""Whatever happens at a table can be verified from its log, and from its public events."""

import msgspec
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from gemgrove.server.domain import commands
from gemgrove.server.domain.events import Unknown, kind_of, write
from gemgrove.server.journal import StoredEvent, packed
from gemgrove.server.verification.public_game import replay_public
from gemgrove.server.verification.replay import replay
from tests.server.domain.tables import ID, SECRET, TableHarness
from tests.server.domain.test_life_cycle import LifeCycle


def log_of(harness: TableHarness) -> list[StoredEvent]:
    """The events as a server stores them."""
    stored = []
    for event, (public, seats) in zip(harness.events, harness.told, strict=True):
        assert not isinstance(event.body, Unknown)
        text = msgspec.json.encode(public).decode()
        own = [msgspec.json.encode(form or public).decode() for form in seats]
        body, kind = write(event.body), kind_of(event.body)
        stored.append(
            StoredEvent(event.seq, event.at, event.by, kind, body, text, packed(text, own))
        )
    return stored


class VerifiedLifeCycle(LifeCycle):
    """A table's life cycle, verified at its end."""

    def ask(self, by: str | None, command: commands.Command) -> None:
        """Send a command a little later than the one before."""
        self.harness.now += 0.25
        super().ask(by, command)

    def teardown(self) -> None:
        """Verify the table."""
        super().teardown()
        if not hasattr(self, "harness"):
            return
        followed = replay(ID, SECRET, log_of(self.harness))
        assert (followed.faults, followed.complete) == ([], True)
        assert followed.table == self.table
        if self.table.ended:
            public = replay_public(ID, [form for form, _ in self.harness.told])
            assert (public.faults, public.complete) == ([], True)


def test_every_life_of_a_table_verifies() -> None:
    run_state_machine_as_test(
        VerifiedLifeCycle, settings=settings(max_examples=60, stateful_step_count=30)
    )
