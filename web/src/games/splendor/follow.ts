/** The view after a decision, by what was told of it alone. */

import type { Decision } from "../../server/types";
import {
  type Player,
  ROWS,
  type Row,
  type SplendorDecision,
  type SplendorView,
  type Token,
  playerAt,
  some,
} from "./types";

/** A new view; the one given stays as it is. */
export function follow(view: SplendorView, decision: Decision): SplendorView {
  const told = decision as SplendorDecision;
  const after: SplendorView = {
    ...view,
    ...(told.now as Partial<SplendorView>),
    actions: [...view.actions, ...told.actions],
  };
  const bank = { ...view.bank };
  for (const [color, count] of some(told.tokens ?? {})) bank[color] -= count;
  after.bank = bank;
  const { refilled } = told;
  if (refilled) {
    const tier = ROWS.indexOf(refilled.place[0] as Row);
    const slot = Number(refilled.place[1]) - 1;
    after.market = view.market.map((row, number) => (number === tier ? row.with(slot, refilled.card) : row));
  }
  const gone = new Set(told.nobles?.map((visit) => visit.place - 1));
  if (gone.size) after.nobles = view.nobles.map((noble, slot) => (gone.has(slot) ? null : noble));
  after.players = view.players.with(told.seat, playerAfter(playerAt(view, told.seat), told, after));
  return after;
}

function playerAfter(player: Player, told: SplendorDecision, view: SplendorView): Player {
  const tokens: Record<Token, number> = { ...player.tokens };
  for (const [color, count] of some(told.tokens ?? {})) tokens[color] += count;
  let { bonuses, bought, reserved, nobles } = player;
  if (told.bought) {
    const { card, from } = told.bought;
    bought = byId([...bought, card]);
    bonuses = { ...bonuses, [card.color]: bonuses[card.color] + 1 };
    if (from.startsWith("r")) reserved = reserved.toSpliced(Number(from[1]) - 1, 1);
  }
  if (told.reserved) reserved = [...reserved, told.reserved.card];
  if (told.nobles) nobles = byId([...nobles, ...told.nobles.map((visit) => visit.noble)]);
  // What is being paid for is known to all.
  if (view.buying?.place.startsWith("r")) {
    reserved = reserved.with(Number(view.buying.place[1]) - 1, { ...view.buying.card, blind: false });
  }
  return { ...player, points: view.scores[told.seat] ?? 0, tokens, bonuses, bought, reserved, nobles };
}

function byId<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => one.id - other.id);
}
