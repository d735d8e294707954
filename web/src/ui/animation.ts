/** Animations of cards and tokens between two renderings (FLIP).
 *
 * Elements that persist between renderings carry `data-moves="name"`. Things without a lasting element, such
 * as tokens, fly as a copy from one place to another.
 */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const DURATION_MS = 420;
const EASING = "cubic-bezier(.2,.7,.2,1)";

/** Whether animations may run: the user has not asked for reduced motion. */
export function prefersMotion(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Animates the elements with `data-moves` to their new places whenever `when` changes.
 *
 * A new element starts at the element whose `data-origin` is what `originOf` returns for its name.
 */
export function useFlip(
  box: RefObject<HTMLElement | SVGElement | null>,
  when: unknown,
  originOf?: (name: string) => string | null,
): void {
  const seen = useRef(when);
  const places = useRef<Map<string, DOMRect>>(new Map());
  // Measured just before the page changes, so that earlier scrolling does not matter.
  if (seen.current !== when) {
    seen.current = when;
    places.current = prefersMotion() ? placesIn(box.current) : new Map();
  }
  useLayoutEffect(() => {
    const root = box.current;
    const before = places.current;
    if (!root || before.size === 0) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-moves]")) {
      const name = element.dataset.moves ?? "";
      const from = before.get(name) ?? origin(root, originOf?.(name) ?? null);
      if (from) travel(element, from, element.getBoundingClientRect());
    }
  }, [when]);
}

/** Flies a copy of `element` to `target`, where it disappears. */
export function fly(element: Element, target: Element, delay = 0): void {
  if (!prefersMotion()) return;
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
  const animation = copy.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.6 }],
    { duration: DURATION_MS, delay, easing: EASING, fill: "backwards" },
  );
  animation.onfinish = animation.oncancel = () => copy.remove();
}

function placesIn(root: Element | null): Map<string, DOMRect> {
  const elements = root?.querySelectorAll<HTMLElement>("[data-moves]") ?? [];
  return new Map(Array.from(elements, (element) => [element.dataset.moves ?? "", element.getBoundingClientRect()]));
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
    { duration: DURATION_MS, easing: EASING },
  );
}
