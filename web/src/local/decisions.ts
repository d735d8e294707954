/** What a decision did as far as an audience may know, as the server's events say it (`Variant.event_payload` in Python).
 *
 * It is made from what the audience sees before and after the decision, so it holds nothing else. */

import type { ArboretumView, Card, Hidden } from "../../engine/src/arboretum/view";
import { parseMove } from "../../engine/src/splendor/notation";
import { ROWS, type Row, type SplendorView, TOKENS } from "../../engine/src/splendor/view";
import type { Decision, View } from "../server/types";

export function decisionOf(before: View, move: string, after: View): Decision {
  const { to_move, over, ending, scores, winners } = after;
  const effects =
    before.game === "splendor"
      ? splendorDecision(before as SplendorView, move, after as SplendorView)
      : arboretumDecision(before as ArboretumView, move, after as ArboretumView);
  return {
    seat: before.to_move,
    ...effects,
    now: { ...effects.now, to_move, over, ending, scores, winners },
    actions: after.actions.slice(before.actions.length),
  };
}

type Effects = Pick<Decision, "move" | "revealed"> & { now: Record<string, unknown> } & Record<string, unknown>;

function splendorDecision(before: SplendorView, move: string, after: SplendorView): Effects {
  const old = before.players[before.to_move]!;
  const player = after.players[before.to_move]!;
  const parsed = parseMove(move);
  const place = before.buying?.place ?? ("place" in parsed ? parsed.place : "");
  const effects: Record<string, unknown> = {};
  const changed = TOKENS.filter((token) => old.tokens[token] !== player.tokens[token]);
  if (changed.length) {
    effects.tokens = Object.fromEntries(changed.map((token) => [token, player.tokens[token] - old.tokens[token]]));
  }
  const owned = new Set(old.bought.map(({ id }) => id));
  const bought = player.bought.find(({ id }) => !owned.has(id));
  const reserved = player.reserved.length > old.reserved.length ? player.reserved.at(-1) : undefined;
  if (bought) effects.bought = { from: place, card: bought };
  else if (reserved) effects.reserved = { from: place, card: reserved };
  const tier = ROWS.indexOf(place[0] as Row);
  if ((bought || reserved) && tier >= 0 && place.length > 1) {
    effects.refilled = { place, card: after.market[tier]![Number(place[1]) - 1] ?? null };
  }
  const nobles = before.nobles.flatMap((noble, slot) =>
    noble && !after.nobles[slot] ? [{ place: slot + 1, noble }] : [],
  );
  if (nobles.length) effects.nobles = nobles;
  const { phase, round, turns, passes, decks, buying, escrow } = after;
  return {
    move,
    ...effects,
    revealed: fresh(splendorCards(before), splendorCards(after)),
    now: { phase, round, turns, passes, decks, buying, escrow },
  };
}

/** The ids of the cards in sight, in the order of events. */
function splendorCards(view: SplendorView): number[] {
  const market = view.market.flat().flatMap((card) => (card ? [card.id] : []));
  const held = view.players.flatMap(({ bought, reserved }) =>
    [...bought, ...reserved].flatMap((card) => ("id" in card ? [card.id] : [])),
  );
  return [...market, ...held];
}

function arboretumDecision(before: ArboretumView, move: string, after: ArboretumView): Effects {
  const old = before.players[before.to_move]!;
  const player = after.players[before.to_move]!;
  const [kind = "", what = ""] = move.split(" ");
  const effects: Record<string, unknown> = {};
  if (kind === "draw") {
    const held = new Set(old.hand.map(idOf));
    const drawn = player.hand.find((card) => idOf(card) !== null && !held.has(idOf(card)));
    effects.drawn = { pile: what === "deck" ? null : Number(what) - 1, card: drawn ?? { hidden: true } };
  } else if (kind === "at") {
    const planted = new Set(old.arboretum.map(({ id }) => id));
    effects.planted = player.arboretum.find(({ id }) => !planted.has(id));
  } else if (kind === "discard") effects.discarded = player.pile.at(-1);
  if (after.phase === "over") effects.hands = after.players.map(({ hand }) => hand);
  const { phase, turns, deck, picked } = after;
  return {
    // Others learn which card was picked when it is planted.
    move: picked && "hidden" in picked ? kind : move,
    ...effects,
    revealed: fresh(arboretumCards(before), arboretumCards(after)),
    now: { phase, turns, deck, picked },
  };
}

/** The ids of the cards in sight, those in hands last. */
function arboretumCards(view: ArboretumView): string[] {
  const lying = view.players.flatMap(({ pile, arboretum }) => [...pile, ...arboretum].map(({ id }) => id));
  const held = view.players.flatMap(({ hand }) => hand.flatMap((card) => ("id" in card ? [card.id] : [])));
  return [...lying, ...held];
}

function idOf(card: Card | Hidden): string | null {
  return "id" in card ? card.id : null;
}

function fresh<Id>(before: readonly Id[], after: readonly Id[]): Id[] {
  const seen = new Set(before);
  return after.filter((id) => !seen.has(id));
}
