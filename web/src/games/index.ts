/** The games this page can show. */

import { arboretum } from "./arboretum";
import type { GameKind } from "./kind";
import { splendor } from "./splendor";

// biome-ignore lint/suspicious/noExplicitAny: each game has its own type of view
export type AnyGame = GameKind<any>;

export const GAMES: readonly AnyGame[] = [splendor, arboretum];

/** The game of that name, if this page can show it. */
export function kindOf(name: string): AnyGame | undefined {
  return GAMES.find((game) => game.name === name);
}
