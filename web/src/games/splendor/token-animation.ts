/** Tokens that fly between the bank and the players. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fly } from "../../ui/animation";
import { tokenKey } from "./board-model";
import { type SplendorView, TOKENS } from "./types";

/** A turn has few decisions; a larger step is a jump through the game. */
const MOST_DECISIONS = 8;
const BETWEEN_MS = 70;

export function useTokenAnimation(box: RefObject<HTMLElement | null>, view: SplendorView): void {
  const before = useRef(view);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = view;
    const made = view.actions.length - old.actions.length;
    if (!box.current || made < 1 || made > MOST_DECISIONS) return;
    let delay = 0;
    for (const player of view.players) {
      for (const token of TOKENS) {
        const more = player.tokens[token] - (old.players[player.seat]?.tokens[token] ?? 0);
        const bank = box.current.querySelector(`[data-bank="${token}"] svg`);
        const purse = box.current.querySelector(`[data-purse="${tokenKey(player.seat, token)}"] svg`);
        for (let count = Math.abs(more); bank && purse && count > 0; count -= 1) {
          if (more > 0) fly(bank, purse, delay);
          else fly(purse, bank, delay);
          delay += BETWEEN_MS;
        }
      }
    }
  }, [view]);
}
