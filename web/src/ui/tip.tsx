/** A hint about an element: on hover, on focus, and where something cannot be done on a touch.
 *
 * There is one bubble for the whole page. Who listens is told the same by `aria-describedby`.
 */

import { effect, signal } from "@preact/signals";
import { cloneElement, type VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { place } from "./placing";

const HOVER_MS = 250;
const TOUCHED_MS = 4_000;

export interface TipProps {
  /** Nothing is added where there is no text. */
  text: string | null | undefined;
  /** One element that takes attributes, also of an SVG. */
  children: VNode<any>;
}

export function Tip({ text, children }: TipProps) {
  const id = useId();
  if (!text) return children;
  const described = [children.props["aria-describedby"], id].filter(Boolean).join(" ");
  return (
    <>
      {cloneElement(children, { "data-tip": text, "aria-describedby": described })}
      <span id={id} hidden class="ui-tip-text">
        {text}
      </span>
    </>
  );
}

const about = signal<Element | null>(null);
/** What is said about it: it can change while the pointer rests. */
const said = signal("");

/** The bubble; once in the page. */
export function TipBubble() {
  const bubble = useRef<HTMLDivElement>(null);
  const anchor = about.value;
  const text = said.value;
  useLayoutEffect(startTips, []);
  useLayoutEffect(() => effect(followText), []);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    // Shown anew, so that it is above a dialog that was opened since.
    if (element.matches(":popover-open")) element.hidePopover();
    if (!anchor || !text) return;
    element.showPopover();
    place(element, anchor);
  }, [anchor, text]);
  return (
    <div ref={bubble} class="ui-tip" popover="manual" aria-hidden="true">
      {text}
    </div>
  );
}

/** Read the text, and read it again whenever the page changes; what is gone has none. */
function followText(): (() => void) | undefined {
  const anchor = about.value;
  const read = () => (said.value = (anchor?.isConnected && anchor.getAttribute("data-tip")) || "");
  read();
  if (!anchor) return undefined;
  const watch = new MutationObserver(read);
  watch.observe(document, { subtree: true, childList: true, attributeFilter: ["data-tip"] });
  return () => watch.disconnect();
}

function startTips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What comes to lie under a pointer that rests was not pointed at.
  let [x, y] = [-1, -1];
  const rests = (event: MouseEvent) => {
    const rested = event.clientX === x && event.clientY === y;
    [x, y] = [event.clientX, event.clientY];
    return rested;
  };
  const show = (element: Element | null, inMs: number) => {
    clearTimeout(timer);
    if (element === about.value) return;
    if (!element || inMs === 0) about.value = element;
    else timer = setTimeout(() => (about.value = element), inMs);
  };
  const hide = () => show(null, 0);
  const listeners: [string, (event: any) => void][] = [
    ["pointerover", (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const element = rests(event) ? null : tipped(event);
      show(element, element && !isRefused(element) ? HOVER_MS : 0);
    }],
    ["pointermove", rests],
    ["focusin", (event: FocusEvent) => {
      const element = tipped(event);
      if (!element || (event.target as Element).matches(":focus-visible")) show(element, 0);
    }],
    ["focusout", hide],
    ["click", (event: MouseEvent) => {
      const element = tipped(event);
      if (!element || !isRefused(element)) return hide();
      show(element, 0);
      clearTimeout(timer);
      timer = setTimeout(hide, TOUCHED_MS);
    }],
    ["keydown", (event: KeyboardEvent) => event.key === "Escape" && hide()],
    ["scroll", hide],
  ];
  for (const [kind, heard] of listeners) document.addEventListener(kind, heard, true);
  return () => {
    for (const [kind, heard] of listeners) document.removeEventListener(kind, heard, true);
  };
}

function tipped(event: Event): Element | null {
  return (event.target as Element | null)?.closest?.("[data-tip]") ?? null;
}

function isRefused(element: Element): boolean {
  return element.getAttribute("aria-disabled") === "true";
}
