/** The list of moves and the playback controls. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameKind } from "../games/kind";
import type { Rules } from "../server/types";
import { t } from "../texts";
import { Icon, type IconName } from "../ui";
import type { Step } from "./state";
import { turnsOf } from "./turns";

interface MoveListProps {
  kind: GameKind;
  rules: Rules;
  line: readonly Step[];
  names: readonly string[];
  at: number;
  go: (at: number) => void;
  /** An annotation next to a move, by the position it leads to. */
  remark?: (at: number) => ComponentChildren;
}

export function MoveList({ kind, rules, line, names, at, go, remark }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  const turns = useMemo(() => turnsOf(line), [line]);
  useEffect(() => {
    // In the next frame, when layout is computed anyway.
    const frame = requestAnimationFrame(() => {
      const box = list.current;
      const current = box?.querySelector<HTMLElement>('[aria-current="true"]');
      if (!box || !current) return;
      // Scrolls the list only, never the page.
      const top = current.offsetTop;
      if (top < box.scrollTop) box.scrollTop = top - 8;
      const bottom = top + current.offsetHeight - box.clientHeight;
      if (bottom > box.scrollTop) box.scrollTop = bottom + 8;
    });
    return () => cancelAnimationFrame(frame);
  }, [at, turns]);
  if (turns.length === 0) return <p class="quiet">{t.table.noMoves}</p>;
  return (
    <ol class="tb-moves" ref={list} tabIndex={0} aria-label={t.table.moves}>
      {turns.map((turn) => (
        <li key={turn.number} class="tb-turn">
          <span class="tb-turn-who" data-tooltip={names[turn.seat]}>
            <span class="quiet">{turn.number}.</span> {names[turn.seat]}
          </span>
          <span class="tb-turn-moves">
            {turn.moves.map((move) => (
              <button
                key={move.at}
                type="button"
                class="tb-move notation"
                aria-current={move.at === at ? "true" : undefined}
                data-tooltip={descriptionOf(kind, rules, line, move.at, names)}
                onClick={() => go(move.at)}
              >
                {move.move}
                {remark?.(move.at)}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Cached by step: a game has hundreds, and the list is rendered with every move. */
const descriptions = new WeakMap<Step, string>();

function descriptionOf(
  kind: GameKind,
  rules: Rules,
  line: readonly Step[],
  at: number,
  names: readonly string[],
): string {
  const [before, step] = [line[at - 1], line[at]];
  if (!before || !step?.decision) return "";
  const known = descriptions.get(step) ?? kind.describeMove(before.view, step.decision.move, names, null, rules);
  descriptions.set(step, known);
  return known;
}

/** Buttons to step through the positions. */
export function PlaybackControls({
  at,
  last,
  go,
  children,
}: {
  at: number;
  last: number;
  go: (at: number) => void;
  children?: ComponentChildren;
}) {
  const buttons: [IconName, string, number][] = [
    ["first", t.table.playback.first, 0],
    ["previous", t.table.playback.previous, at - 1],
    ["next", t.table.playback.next, at + 1],
    ["last", t.table.playback.last, last],
  ];
  const button = ([icon, name, to]: [IconName, string, number]) => {
    const useless = to < 0 || to > last || to === at;
    return (
      <button
        key={icon}
        type="button"
        class="button tb-playback-button"
        aria-label={name}
        data-tooltip={name}
        aria-disabled={useless}
        onClick={() => !useless && go(to)}
      >
        <Icon name={icon} size={16} />
      </button>
    );
  };
  return (
    <div class="tb-playback">
      {buttons.slice(0, 2).map(button)}
      {children}
      <span class="tb-position">
        <span aria-hidden="true">{t.table.playback.at(at, last)}</span>
        <span class="hidden-text">{t.table.playback.spoken(at, last)}</span>
      </span>
      {buttons.slice(2).map(button)}
    </div>
  );
}

/** Steps through the positions with the arrow keys. */
export function useArrowKeys(onStep: (step: number) => void): void {
  const latest = useRef(onStep);
  latest.current = onStep;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = arrowKeyStep(event);
      if (step) latest.current(step);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The step for an arrow key, or 0 if the focused element uses the key itself. */
function arrowKeyStep(event: KeyboardEvent): number {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  const where = event.target as Element | null;
  if (where?.closest?.("input, textarea, select, dialog, [role=menu], .tb-board")) return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}
