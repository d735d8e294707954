/** The games this page can show. */

import { cover as arboretum } from "./arboretum/cover";
import type { AnyGame, GameCover } from "./kind";
import { cover as splendor } from "./splendor/cover";

export const GAMES: readonly GameCover[] = [splendor, arboretum];

const loaded = new Map<string, AnyGame>();

/** What the lobby knows of a game, if this page can show it. */
export function coverOf(name: string): GameCover | undefined {
  return GAMES.find((game) => game.name === name);
}

/** Loads what a table needs of a game; nothing if this page cannot show it. */
export async function loadGame(name: string): Promise<void> {
  if (loaded.has(name)) return;
  const game = await coverOf(name)?.load();
  if (game) loaded.set(name, game);
}

/** What a table needs of a game, once `loadGame` has loaded it. */
export function kindOf(name: string): AnyGame | undefined {
  return loaded.get(name);
}
