/** Toasts, and announcements for screen readers. */

import { type Signal, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";
import { errorMessage } from "./error-message";
import { Icon } from "./icons";

interface Message {
  key: number;
  text: string;
  problem: boolean;
}

const SPOKEN_MS = 5_000;
const SHOWN_MS = 7_000;

const spoken = signal<readonly Message[]>([]);
const shown = signal<readonly Message[]>([]);
let count = 0;

/** Announces a text to screen readers. */
export function announce(text: string): void {
  add(spoken, text, false, SPOKEN_MS);
}

/** Takes back all announcements, which may be about hidden cards. */
export function clearAnnouncements(): void {
  spoken.value = [];
}

/** Shows a message for a while, and announces it. */
export function toast(text: string, { problem = false }: { problem?: boolean } = {}): void {
  if (shown.value.some((message) => message.text === text)) return;
  add(shown, text, problem, SHOWN_MS);
  announce(text);
}

/** Shows what went wrong. */
export function toastError(error: unknown): void {
  toast(errorMessage(error), { problem: true });
}

function add(to: Signal<readonly Message[]>, text: string, problem: boolean, forMs: number): void {
  count += 1;
  const key = count;
  to.value = [...to.value, { key, text, problem }];
  setTimeout(() => remove(to, key), forMs);
}

function remove(from: Signal<readonly Message[]>, key: number): void {
  from.value = from.value.filter((message) => message.key !== key);
}

/** Renders toasts and announcements; once per page. */
export function Toaster() {
  return (
    <>
      <div class="hidden-text" role="log" aria-live="polite" aria-relevant="additions">
        {spoken.value.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
      <Toasts />
    </>
  );
}

function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  const messages = shown.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Reopened, so that they are above a dialog that was opened since.
    if (element.matches(":popover-open")) element.hidePopover();
    if (messages.length) element.showPopover();
  }, [messages]);
  return (
    <div ref={box} class="ui-toasts" popover="manual" role="region" aria-label={t.common.messages}>
      {messages.map(({ key, text, problem }) => (
        <div key={key} class={problem ? "ui-toast problem" : "ui-toast"}>
          <span>{text}</span>
          <button type="button" class="ui-plain" aria-label={t.common.close} onClick={() => remove(shown, key)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
