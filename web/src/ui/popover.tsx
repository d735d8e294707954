/** Popovers and menus next to an element. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { placeNextTo } from "./placement";

export interface PopoverProps {
  /** The element to open next to. */
  anchor: Element;
  label: string;
  /** Called on Escape, a click elsewhere, or when Tab leaves it. */
  onClose: () => void;
  role?: "dialog" | "menu";
  children: ComponentChildren;
}

/** Open while rendered. Escape returns the focus to the anchor. */
export function Popover({ anchor, label, onClose, role = "dialog", children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover();
    placeNextTo(element, anchor);
    (element.querySelector<HTMLElement>(FOCUSABLE) ?? element).focus();
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.contains(target)) close.current();
    };
    const again = () => placeNextTo(element, anchor);
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerdown", outside, { capture: true, signal });
    document.addEventListener("focusin", outside, { signal });
    addEventListener("resize", again, { signal });
    addEventListener("scroll", again, { capture: true, signal });
    return () => {
      listening.abort();
      if (element.contains(document.activeElement)) (anchor as HTMLElement).focus?.();
    };
  }, [anchor]);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support a name
    <div
      ref={box}
      class="ui-popover"
      popover="manual"
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

export interface MenuItem {
  key?: string;
  label: ComponentChildren;
  /** Below the label, in small print. */
  detail?: ComponentChildren;
  /** Why the item is disabled; it can still be read. */
  refused?: string | null | undefined;
  choose: () => void;
}

export interface MenuProps {
  anchor: Element;
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  /** Shown above the items. */
  children?: ComponentChildren;
}

/** A list of items; arrow keys, Home and End move among them. */
export function Menu({ anchor, label, items, onClose, children }: MenuProps) {
  return (
    <Popover anchor={anchor} label={label} role="menu" onClose={onClose}>
      {children}
      {items.map((item, number) => (
        <button
          key={item.key ?? number}
          type="button"
          role="menuitem"
          class="ui-menu-item"
          aria-disabled={item.refused ? "true" : undefined}
          onKeyDown={moveFocus}
          onClick={() => {
            if (item.refused) return;
            onClose();
            item.choose();
          }}
        >
          <span>{item.label}</span>
          {(item.refused || item.detail) && <small>{item.refused || item.detail}</small>}
        </button>
      ))}
    </Popover>
  );
}

const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex="0"]';

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const item = event.currentTarget as HTMLElement;
  const all = [...(item.parentElement?.querySelectorAll<HTMLElement>(":scope > [role=menuitem]") ?? [])];
  if (!step) return;
  event.preventDefault();
  all[step(all.indexOf(item), all.length - 1)]?.focus();
}
