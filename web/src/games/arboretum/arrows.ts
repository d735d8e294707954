/** Arrow keys inside a group of buttons, of which only one is on the way of the Tab key. */

import { useState } from "preact/hooks";

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much worse a step aside is than one straight ahead. */
const ASIDE = 3;

/** Go to the nearest button in the direction of the key. */
export function goByArrow(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const box = event.currentTarget as HTMLElement;
  const from = document.activeElement;
  if (!way || !from || !box.contains(from)) return;
  event.preventDefault();
  const [dx, dy] = way;
  const start = middle(from);
  let nearest: HTMLElement | null = null;
  let least = Infinity;
  for (const button of box.querySelectorAll<HTMLElement>("[data-goes]")) {
    const there = middle(button);
    const [x, y] = [there[0] - start[0], there[1] - start[1]];
    const ahead = x * dx + y * dy;
    const distance = ahead + ASIDE * Math.abs(x * dy + y * dx);
    if (ahead > 1 && distance < least) [nearest, least] = [button, distance];
  }
  nearest?.focus();
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

interface Stop {
  tabIndex: 0 | -1;
  "data-goes": true;
  onFocus: () => void;
}

/** What each button needs so that one of them, the one last used, is reached by Tab. */
export function useOneStop(keys: readonly string[]): (key: string) => Stop {
  const [used, use] = useState<string | undefined>();
  const current = used !== undefined && keys.includes(used) ? used : keys[0];
  return (key) => ({
    tabIndex: key === current ? 0 : -1,
    "data-goes": true,
    onFocus: () => use(key),
  });
}
