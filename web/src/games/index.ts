/** The games that the table knows. */

import type { GameKind } from "./kind";
import { arboretum } from "./arboretum";
import { splendor } from "./splendor";

// Each has a view of its own.
export const GAMES: readonly GameKind<any>[] = [splendor, arboretum];

/** The game of that name, if it can be shown here. */
export function kindOf(name: string): GameKind<any> | undefined {
  return GAMES.find((game) => game.name === name);
}
