/** Passing the screen from one person to the next, so that nobody sees another player's cards. */

import { useLayoutEffect } from "preact/hooks";
import { become, forget, identity } from "../server/identity";
import { local } from "../texts/local";
import { Icon } from "../ui";
import { clearAnnouncements } from "../ui/toasts";
import { lastDecisions, seatOf, type TableState } from "./state";

/** The person whose turn it is, if somebody else, or nobody, sits at the screen. */
export function nextPerson(state: TableState): TableState["seats"][number] | null {
  const seat = state.toMove === null ? undefined : state.seats[state.toMove];
  const waits = seat && seat.player !== null && seat.gone === null && seat.player !== identity.value?.player;
  return waits ? seat : null;
}

/** Whether the person at the screen has just seen a card, and may want to look at it. */
export function hasNews(state: TableState): boolean {
  const seat = seatOf(state, identity.value?.player ?? null);
  const turn = lastDecisions(state.line, state.line.length - 1);
  return seat !== null && turn[0]?.seat === seat && turn.some(({ revealed }) => revealed.length > 0);
}

/** What is shown in the place of the table until the next person has the device. */
export function HandOver({ next }: { next: TableState["seats"][number] }) {
  const name = next.name ?? "";
  useLayoutEffect(clearAnnouncements, []);
  const take = () => become({ player: next.player ?? "", name, kind: "local", token: "", recovery: null });
  return (
    <section class="panel tb-unavailable tb-hand-over">
      <h2>{local.handOver(name)}</h2>
      <p>{local.handOverText(name)}</p>
      <button type="button" class="button primary tb-big" onClick={take}>
        <Icon name="eye" />
        {local.uncover(name)}
      </button>
    </section>
  );
}

/** Offers to cover the screen, once the person has read everything. */
export function CoverBanner({ next }: { next: TableState["seats"][number] }) {
  const name = next.name ?? "";
  return (
    <div class="tb-banner" role="status">
      <Icon name="lock" />
      <span>{local.mustRead(name)}</span>
      <button type="button" class="button small primary" onClick={() => forget(identity.value?.token ?? "")}>
        {local.cover(name)}
      </button>
    </div>
  );
}
