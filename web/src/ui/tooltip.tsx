/** Tooltips: on hover, on focus, and for disabled elements on touch.
 *
 * There is one bubble for the whole page. Screen readers get the text through `aria-describedby`.
 */

import { effect, signal } from "@preact/signals";
import { cloneElement, type VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { placeNextTo } from "./placement";

const HOVER_MS = 250;
const TOUCHED_MS = 4_000;

export interface TooltipProps {
  /** No tooltip is added if there is no text. */
  text: string | null | undefined;
  /** A single element that takes attributes, SVG included. */
  children: VNode<{ "aria-describedby"?: string }>;
}

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  if (!text) return children;
  const described = [children.props["aria-describedby"], id].filter(Boolean).join(" ");
  return (
    <>
      {cloneElement(children, { "data-tooltip": text, "aria-describedby": described })}
      <span id={id} hidden class="ui-tooltip-text">
        {text}
      </span>
    </>
  );
}

const target = signal<Element | null>(null);
/** The bubble's text, which can change while it is open. */
const currentText = signal("");

/** The bubble; once per page. */
export function TooltipLayer() {
  const bubble = useRef<HTMLDivElement>(null);
  const anchor = target.value;
  const text = currentText.value;
  useLayoutEffect(startTooltips, []);
  useLayoutEffect(() => effect(followText), []);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    // Reopened, so that it is above a dialog that was opened since.
    if (element.matches(":popover-open")) element.hidePopover();
    if (!anchor || !text) return;
    element.showPopover();
    placeNextTo(element, anchor);
  }, [anchor, text]);
  return (
    <div ref={bubble} class="ui-tooltip" popover="manual" aria-hidden="true">
      {text}
    </div>
  );
}

/** Keeps the text up to date as the page changes; a removed element has none. */
function followText(): (() => void) | undefined {
  const anchor = target.value;
  const read = () => (currentText.value = (anchor?.isConnected && anchor.getAttribute("data-tooltip")) || "");
  read();
  if (!anchor) return undefined;
  const watch = new MutationObserver(read);
  watch.observe(document, { subtree: true, childList: true, attributeFilter: ["data-tooltip"] });
  return () => watch.disconnect();
}

function startTooltips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // An element that appears under a resting pointer was not pointed at.
  let [x, y] = [-1, -1];
  const rests = (event: MouseEvent) => {
    const rested = event.clientX === x && event.clientY === y;
    [x, y] = [event.clientX, event.clientY];
    return rested;
  };
  const show = (element: Element | null, inMs: number) => {
    clearTimeout(timer);
    if (element === target.value) return;
    if (!element || inMs === 0) target.value = element;
    else timer = setTimeout(() => (target.value = element), inMs);
  };
  const hide = () => show(null, 0);
  const listening = new AbortController();
  const on = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, handle, { capture: true, signal: listening.signal });
  on("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const element = rests(event) ? null : withTooltip(event);
    show(element, element && !isDisabled(element) ? HOVER_MS : 0);
  });
  on("pointermove", rests);
  on("focusin", (event) => {
    const element = withTooltip(event);
    if (!element || (event.target as Element).matches(":focus-visible")) show(element, 0);
  });
  on("focusout", hide);
  on("click", (event) => {
    const element = withTooltip(event);
    if (!element || !isDisabled(element)) return hide();
    show(element, 0);
    clearTimeout(timer);
    timer = setTimeout(hide, TOUCHED_MS);
  });
  on("keydown", (event) => event.key === "Escape" && hide());
  on("scroll", hide);
  return () => listening.abort();
}

function withTooltip(event: Event): Element | null {
  return (event.target as Element | null)?.closest?.("[data-tooltip]") ?? null;
}

function isDisabled(element: Element): boolean {
  return element.getAttribute("aria-disabled") === "true";
}
