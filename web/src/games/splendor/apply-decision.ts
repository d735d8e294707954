/** Computes the view after a decision from what the server reveals about it. */

import type { Decision } from "../../server/types";
import {
  type Player,
  playerAt,
  ROWS,
  type Row,
  type SplendorDecision,
  type SplendorView,
  some,
  type Token,
} from "./types";

/** `view` is not changed. */
export function apply(view: SplendorView, decision: Decision): SplendorView {
  const change = decision as SplendorDecision;
  const after: SplendorView = {
    ...view,
    ...(change.now as Partial<SplendorView>),
    actions: [...view.actions, ...change.actions],
  };
  const bank = { ...view.bank };
  for (const [color, count] of some(change.tokens ?? {})) bank[color] -= count;
  after.bank = bank;
  const { refilled } = change;
  if (refilled) {
    const tier = ROWS.indexOf(refilled.place[0] as Row);
    const slot = Number(refilled.place[1]) - 1;
    after.market = view.market.map((row, number) => (number === tier ? row.with(slot, refilled.card) : row));
  }
  const gone = new Set(change.nobles?.map((visit) => visit.place - 1));
  if (gone.size) after.nobles = view.nobles.map((noble, slot) => (gone.has(slot) ? null : noble));
  after.players = view.players.with(change.seat, playerAfter(playerAt(view, change.seat), change, after));
  return after;
}

function playerAfter(player: Player, change: SplendorDecision, view: SplendorView): Player {
  const tokens: Record<Token, number> = { ...player.tokens };
  for (const [color, count] of some(change.tokens ?? {})) tokens[color] += count;
  let { bonuses, bought, reserved, nobles } = player;
  if (change.bought) {
    const { card, from } = change.bought;
    bought = byId([...bought, card]);
    bonuses = { ...bonuses, [card.color]: bonuses[card.color] + 1 };
    if (from.startsWith("r")) reserved = reserved.toSpliced(Number(from[1]) - 1, 1);
  }
  if (change.reserved) reserved = [...reserved, change.reserved.card];
  if (change.nobles) nobles = byId([...nobles, ...change.nobles.map((visit) => visit.noble)]);
  // Everyone knows a card that is being paid for.
  if (view.buying?.place.startsWith("r")) {
    reserved = reserved.with(Number(view.buying.place[1]) - 1, { ...view.buying.card, blind: false });
  }
  return { ...player, points: view.scores[change.seat] ?? 0, tokens, bonuses, bought, reserved, nobles };
}

function byId<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => one.id - other.id);
}
