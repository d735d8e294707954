/** Modal dialogs, based on the browser's own. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";
import { Icon } from "./icons";

export interface DialogProps {
  title: string;
  /** Called on Escape, the close button or a click outside; the owner then removes the dialog. */
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

/** Open while rendered. The focus then returns to where it was. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const name = useId();
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? "ui-dialog wide" : "ui-dialog"}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && isOutside(event, event.currentTarget)) onClose();
      }}
    >
      <div class="ui-dialog-head">
        <h2 id={name}>{title}</h2>
        <button type="button" class="ui-plain" aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

function isOutside(event: MouseEvent, box: Element): boolean {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

interface Question {
  title: string;
  text: string;
  yes: string;
  answer(askConfirmation: boolean): void;
}

const question = signal<Question | null>(null);

/** Asks before something that cannot be undone. */
export function askConfirmation(title: string, text: string, yes: string = t.common.confirm): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((answer) => {
    question.value = {
      title,
      text,
      yes,
      answer: (agreed) => {
        question.value = null;
        answer(agreed);
      },
    };
  });
}

/** Renders the question of `askConfirmation`; once per page. */
export function ConfirmDialog() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog title={asked.title} onClose={() => asked.answer(false)}>
      <p>{asked.text}</p>
      <div class="row ui-dialog-foot">
        <button type="button" class="button" onClick={() => asked.answer(false)}>
          {t.common.cancel}
        </button>
        <button type="button" class="button primary" onClick={() => asked.answer(true)}>
          {asked.yes}
        </button>
      </div>
    </Dialog>
  );
}
