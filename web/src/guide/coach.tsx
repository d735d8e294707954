/** A guided first game: a word about each position, from the game itself. */

import { useRef, useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import type { Rules, View } from "../server/types";
import { t } from "../texts";
import { Icon } from "../ui";

const KEY = "gemgrove.guide";

/** Whether a table is that of the guided game. */
export function isGuided(table: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === table;
  } catch {
    return false;
  }
}

interface CoachProps {
  kind: GameKind;
  view: View;
  rules: Rules;
  seat: number;
  /** The turn of that seat, from 1. */
  turn: number;
  waiting: boolean;
}

export function Coach({ kind, view, rules, seat, turn, waiting }: CoachProps) {
  const [hidden, setHidden] = useState(false);
  // While others move, the last word stays: it may still be read.
  const last = useRef<string | null>(t.table.guide.waiting);
  if (!waiting) last.current = kind.guide(view, rules, seat, turn);
  const text = last.current;
  if (hidden || !text) return null;
  const hide = () => {
    setHidden(true);
    sessionStorage.removeItem(KEY);
  };
  return (
    <aside class="tb-coach" aria-label={t.table.guide.title}>
      <Icon name="help" size={24} />
      <p aria-live="polite">{text}</p>
      <button type="button" class="ui-plain" aria-label={t.table.guide.hide} data-tip={t.table.guide.hide} onClick={hide}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
