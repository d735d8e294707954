/** Roving focus: arrow keys move inside a group of buttons that is a single Tab stop. */

import { useState } from "preact/hooks";

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much more a sideways step counts than one straight ahead. */
const SIDEWAYS_PENALTY = 3;

/** Focuses the nearest button in the direction of the key. */
export function focusByArrow(event: KeyboardEvent): void {
  const direction = DIRECTIONS[event.key];
  const box = event.currentTarget as HTMLElement;
  const from = document.activeElement;
  if (!direction || !from || !box.contains(from)) return;
  event.preventDefault();
  const [dx, dy] = direction;
  const start = middle(from);
  let nearest: HTMLElement | null = null;
  let least = Infinity;
  for (const button of box.querySelectorAll<HTMLElement>("[data-goes]")) {
    const there = middle(button);
    const [x, y] = [there[0] - start[0], there[1] - start[1]];
    const ahead = x * dx + y * dy;
    const distance = ahead + SIDEWAYS_PENALTY * Math.abs(x * dy + y * dx);
    if (ahead > 1 && distance < least) [nearest, least] = [button, distance];
  }
  nearest?.focus();
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

interface RovingProps {
  tabIndex: 0 | -1;
  "data-goes": true;
  onFocus: () => void;
}

/** The attributes that make the last used button of a group its only Tab stop. */
export function useRovingTabIndex(keys: readonly string[]): (key: string) => RovingProps {
  const [used, use] = useState<string | undefined>();
  const current = used !== undefined && keys.includes(used) ? used : keys[0];
  return (key) => ({
    tabIndex: key === current ? 0 : -1,
    "data-goes": true,
    onFocus: () => use(key),
  });
}
