/** Cards and tokens that move: where an element was, where it is, and the way between.
 *
 * Elements that are the same thing before and after carry `data-moves="name"`. What has no lasting
 * element, such as a token, flies as a copy from one place to another.
 */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

const WAY_MS = 420;
const EASING = "cubic-bezier(.2,.7,.2,1)";

/** Whether the person wants to see things move. */
export function motionWanted(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let the elements with `data-moves` inside travel to their new places whenever `when` changes.
 *
 * A name that was nowhere before comes from the element with `data-origin` of that name's first
 * word (`data-moves="card 25"` from `data-origin="card"`), if `originOf` says which.
 */
export function useTravel(
  box: RefObject<HTMLElement | SVGElement | null>,
  when: unknown,
  originOf?: (name: string) => string | null,
): void {
  const seen = useRef(when);
  const places = useRef<Map<string, DOMRect>>(new Map());
  // Measured when the page is about to change, so that scrolling before it counts for nothing.
  if (seen.current !== when) {
    seen.current = when;
    places.current = motionWanted() ? placesIn(box.current) : new Map();
  }
  useLayoutEffect(() => {
    const root = box.current;
    const before = places.current;
    if (!root || before.size === 0) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-moves]")) {
      const name = element.dataset["moves"] ?? "";
      const from = before.get(name) ?? origin(root, originOf?.(name) ?? null);
      if (from) travel(element, from, element.getBoundingClientRect());
    }
  }, [when]);
}

/** Let a copy of `element` fly to `target` and vanish there. */
export function fly(element: Element, target: Element, delay = 0): void {
  if (!motionWanted()) return;
  const from = element.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    pointerEvents: "none",
    zIndex: "50",
  });
  document.body.append(copy);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const way = copy.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.6 }],
    { duration: WAY_MS, delay, easing: EASING, fill: "backwards" },
  );
  way.onfinish = way.oncancel = () => copy.remove();
}

function placesIn(root: Element | null): Map<string, DOMRect> {
  const elements = root?.querySelectorAll<HTMLElement>("[data-moves]") ?? [];
  return new Map(Array.from(elements, (element) => [element.dataset["moves"] ?? "", element.getBoundingClientRect()]));
}

function origin(root: Element, name: string | null): DOMRect | null {
  if (name === null) return null;
  return root.querySelector(`[data-origin="${CSS.escape(name)}"]`)?.getBoundingClientRect() ?? null;
}

function travel(element: Element, from: DOMRect, to: DOMRect): void {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  const scale = to.width ? from.width / to.width : 1;
  element.animate(
    [
      { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` },
      { transformOrigin: "0 0", transform: "none" },
    ],
    { duration: WAY_MS, easing: EASING },
  );
}
