/** The moves of a game in notation, to be looked at one by one. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { GameKind } from "../games/kind";
import { t } from "../texts";
import { Icon, type IconName } from "../ui";
import type { Step } from "./state";
import { turnsOf } from "./turns";

interface MovesProps {
  kind: GameKind;
  line: readonly Step[];
  names: readonly string[];
  at: number;
  go: (at: number) => void;
  /** What is said of a move beside it, by the position it leads to. */
  remark?: (at: number) => ComponentChildren;
}

export function Moves({ kind, line, names, at, go, remark }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const turns = useMemo(() => turnsOf(line), [line]);
  useEffect(() => {
    // With the next frame: where things are is asked for when they are laid out anyway.
    const frame = requestAnimationFrame(() => {
      const box = list.current;
      const current = box?.querySelector<HTMLElement>('[aria-current="true"]');
      if (!box || !current) return;
      // Only the list is scrolled, never the page.
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
          <span class="tb-turn-who" data-tip={names[turn.seat]}>
            <span class="quiet">{turn.number}.</span> {names[turn.seat]}
          </span>
          <span class="tb-turn-moves">
            {turn.moves.map((move) => (
              <button
                key={move.at}
                type="button"
                class="tb-move notation"
                aria-current={move.at === at ? "true" : undefined}
                data-tip={described(kind, line, move.at)}
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

/** Told once for each step: a game has hundreds, and the list is drawn with every move. */
const told = new WeakMap<Step, string>();

function described(kind: GameKind, line: readonly Step[], at: number): string {
  const [before, step] = [line[at - 1], line[at]];
  if (!before || !step?.decision) return "";
  const known = told.get(step) ?? kind.described(before.view, step.decision.move);
  told.set(step, known);
  return known;
}

/** Buttons to go through the positions. */
export function Scrub({
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
    ["first", t.table.scrub.first, 0],
    ["previous", t.table.scrub.previous, at - 1],
    ["next", t.table.scrub.next, at + 1],
    ["last", t.table.scrub.last, last],
  ];
  const button = ([icon, name, to]: [IconName, string, number]) => {
    const useless = to < 0 || to > last || to === at;
    return (
      <button
        key={icon}
        type="button"
        class="button tb-scrub"
        aria-label={name}
        data-tip={name}
        aria-disabled={useless}
        onClick={() => !useless && go(to)}
      >
        <Icon name={icon} size={16} />
      </button>
    );
  };
  return (
    <div class="tb-scrubs">
      {buttons.slice(0, 2).map(button)}
      {children}
      <span class="tb-scrub-at">
        <span aria-hidden="true">{t.table.scrub.at(at, last)}</span>
        <span class="hidden-text">{t.table.scrub.spoken(at, last)}</span>
      </span>
      {buttons.slice(2).map(button)}
    </div>
  );
}

/** Let the arrow keys go through the positions, unless they mean something where the focus is. */
export function arrowSteps(event: KeyboardEvent): number {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  const where = event.target as Element | null;
  if (where?.closest?.("input, textarea, select, dialog, [role=menu], .tb-board")) return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}
