/** The cells of an arboretum. */

import type { Planted } from "./types";

export interface Cell {
  x: number;
  y: number;
}

/** A cell as a map key. */
export function cellKey({ x, y }: Cell): string {
  return `${x} ${y}`;
}

/** The move that plants the picked card in a cell. */
export function at(cell: Cell): string {
  return `at ${cellKey(cell)}`;
}

/** The empty cells next to trees; at first, the one in the middle. */
export function emptyCells(arboretum: readonly Planted[]): Cell[] {
  if (!arboretum.length) return [{ x: 0, y: 0 }];
  const trees = new Set(arboretum.map(cellKey));
  const around = arboretum.flatMap(({ x, y }) => [
    { x: x - 1, y },
    { x: x + 1, y },
    { x, y: y - 1 },
    { x, y: y + 1 },
  ]);
  return [...new Map(around.map((cell) => [cellKey(cell), cell])).values()].filter((cell) => !trees.has(cellKey(cell)));
}
