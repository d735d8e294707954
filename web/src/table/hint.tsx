/** Hints for a player whose opponents are all bots, as the server allows. */

import { useRef, useState } from "preact/hooks";
import { prepare, search } from "../engine/analysis";
import type { GameKind } from "../games/kind";
import { t } from "../texts";
import { Icon, toastError } from "../ui";
import type { TableState } from "./state";

/** Of searching, so that with all that goes with it a hint takes less than a second. */
const SECONDS = 0.3;

export interface Hint {
  /** The move to make in the current position, in notation; null if nobody has asked. */
  move: string | null;
  ask: () => void;
}

/** Searches the current position, when asked, from the player's own view. */
export function useHint({ game, rules, line, position }: TableState, own: number | null): Hint {
  const [hint, setHint] = useState<{ position: number; move: string } | null>(null);
  const asked = useRef(0);
  const view = line.at(-1)?.view;
  const ask = () => {
    if (!view || own === null || asked.current === position) return;
    asked.current = position;
    search({ game, rules, position: { view, seat: own }, seconds: SECONDS }, { urgent: true }).then(
      ({ moves: [best] }) => setHint(best ? { position, move: best.move } : null),
      (error: unknown) => {
        asked.current = 0;
        toastError(error);
      },
    );
  };
  return { move: hint?.position === position ? hint.move : null, ask };
}

export function HintButton({ hint, active }: { hint: Hint; active: boolean }) {
  return (
    <button
      type="button"
      class="button"
      aria-disabled={!active}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => active && hint.ask()}
    >
      <Icon name="robot" />
      {t.table.hint}
    </button>
  );
}

/** On a phone, the words may be far above the button. */
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

interface HintTextProps {
  hint: Hint;
  kind: GameKind;
  state: TableState;
  names: readonly string[];
  own: number;
}

/** The hint in words. */
export function HintText({ hint, kind, state, names, own }: HintTextProps) {
  const view = state.line.at(-1)?.view;
  return (
    <div role="status">
      {hint.move !== null && view && (
        <p class="tb-hint" ref={scrollTo}>
          <Icon name="robot" size={16} /> {t.table.hinted(kind.describeMove(view, hint.move, names, own, state.rules))}
        </p>
      )}
    </div>
  );
}
