/** The guide of a first game: advice from the game module about each position. */

import { useRef, useState } from "preact/hooks";
import { stopGuide } from "../games/guided-game";
import type { GameKind } from "../games/kind";
import type { Rules, View } from "../server/types";
import { t } from "../texts";
import { Icon } from "../ui";

interface GuideProps {
  kind: GameKind;
  view: View;
  rules: Rules;
  seat: number;
  /** The turn of that seat, from 1. */
  turn: number;
  waiting: boolean;
}

export function Guide({ kind, view, rules, seat, turn, waiting }: GuideProps) {
  const [hidden, setHidden] = useState(false);
  // The last advice stays while others move, so that there is time to read it.
  const last = useRef<string | null>(t.table.guide.waiting);
  if (!waiting) last.current = kind.guide(view, rules, seat, turn);
  const text = last.current;
  if (hidden || !text) return null;
  const hide = () => {
    setHidden(true);
    stopGuide();
  };
  return (
    <aside class="tb-guide" aria-label={t.table.guide.title}>
      <Icon name="help" size={24} />
      <p aria-live="polite">{text}</p>
      <button
        type="button"
        class="ui-plain"
        aria-label={t.table.guide.hide}
        data-tooltip={t.table.guide.hide}
        onClick={hide}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
