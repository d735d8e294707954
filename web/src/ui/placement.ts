/** Positions popovers next to an element: below it, or above if there is no room. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const DISTANCE = 6;
const MARGIN = 8;

/** The upper left corner of a box of that size, inside the screen. */
export function computePosition(
  anchor: Box,
  size: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const below = anchor.top + anchor.height + DISTANCE;
  const above = anchor.top - size.height - DISTANCE;
  const fits = below + size.height + MARGIN <= screen.height;
  const top = fits || above < MARGIN ? below : above;
  const left = anchor.left + anchor.width / 2 - size.width / 2;
  return {
    left: within(left, screen.width - size.width - MARGIN),
    top: within(top, screen.height - size.height - MARGIN),
  };
}

function within(value: number, most: number): number {
  return Math.max(MARGIN, Math.min(value, most));
}

/** Moves a popover next to its anchor. */
export function placeNextTo(element: HTMLElement, anchor: Element): void {
  // Near an edge, the popover would be measured narrower than it can be.
  Object.assign(element.style, { left: "0", top: "0" });
  const { left, top } = computePosition(anchor.getBoundingClientRect(), element.getBoundingClientRect(), {
    width: document.documentElement.clientWidth,
    height: window.innerHeight,
  });
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}
