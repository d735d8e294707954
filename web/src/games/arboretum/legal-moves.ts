/** Legal moves of the seat to move. */

import { isKnown, known } from "./cards";
import type { ArboretumView, Planted } from "./types";

export interface Cell {
  x: number;
  y: number;
}

/** In notation, in the order of their numbers; the view must be the mover's. */
export function legal(view: ArboretumView): string[] {
  const player = view.players[view.to_move];
  if (view.over || !player) return [];
  switch (view.phase) {
    case "draw":
    case "second draw":
      return sources(view).map((seat) => (seat === null ? "draw deck" : `draw ${seat + 1}`));
    case "pick":
      return known(player).map((card) => `pick ${card.id}`);
    case "plant":
      return view.picked && isKnown(view.picked) ? freeCells(player.arboretum).map(at) : [];
    case "discard":
      return known(player).map((card) => `discard ${card.id}`);
    case "over":
      return [];
  }
}

/** The seats whose piles have a card; null stands for the deck. */
function sources(view: ArboretumView): (number | null)[] {
  const piles = view.players.filter((player) => player.pile.length).map((player) => player.seat);
  return view.deck > 0 ? [null, ...piles] : piles;
}

/** The cells where a card may be planted, row by row from the bottom. */
export function freeCells(arboretum: readonly Planted[]): Cell[] {
  if (!arboretum.length) return [{ x: 0, y: 0 }];
  const taken = new Set(arboretum.map(cellKey));
  const free = new Map<string, Cell>();
  for (const card of arboretum) {
    for (const cell of neighbors(card)) {
      if (!taken.has(cellKey(cell))) free.set(cellKey(cell), cell);
    }
  }
  return [...free.values()].sort((one, other) => one.y - other.y || one.x - other.x);
}

export function neighbors({ x, y }: Cell): Cell[] {
  return [
    { x: x - 1, y },
    { x: x + 1, y },
    { x, y: y - 1 },
    { x, y: y + 1 },
  ];
}

/** A cell as a map key. */
export function cellKey({ x, y }: Cell): string {
  return `${x} ${y}`;
}

/** The move that plants the picked card in a cell. */
export function at(cell: Cell): string {
  return `at ${cellKey(cell)}`;
}
