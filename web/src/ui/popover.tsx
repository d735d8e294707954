/** What opens next to an element: anything, or a menu of choices. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { place } from "./placing";

export interface PopoverProps {
  /** Next to what it opens. */
  anchor: Element;
  label: string;
  /** Asked for by Escape, a click elsewhere, or leaving it with Tab. */
  onClose: () => void;
  role?: "dialog" | "menu";
  children: ComponentChildren;
}

/** Open as long as it is in the page. Escape gives the focus back to the anchor. */
export function Popover({ anchor, label, onClose, role = "dialog", children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover();
    place(element, anchor);
    (element.querySelector<HTMLElement>(FOCUSABLE) ?? element).focus();
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.contains(target)) close.current();
    };
    const again = () => place(element, anchor);
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("focusin", outside);
    addEventListener("resize", again);
    addEventListener("scroll", again, true);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      document.removeEventListener("focusin", outside);
      removeEventListener("resize", again);
      removeEventListener("scroll", again, true);
      if (element.contains(document.activeElement)) (anchor as HTMLElement).focus?.();
    };
  }, [anchor]);
  return (
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
  /** Below the label, in small. */
  detail?: ComponentChildren;
  /** Why it cannot be chosen; it can be read then. */
  refused?: string | null | undefined;
  choose: () => void;
}

export interface MenuProps {
  anchor: Element;
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  /** Shown above the choices. */
  children?: ComponentChildren;
}

/** Choices: arrows, Home and End go through them. */
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
