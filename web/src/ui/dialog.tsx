/** A dialog: the browser's own, so that what is behind it rests and Escape ends it. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";
import { Icon } from "./icons";

export interface DialogProps {
  title: string;
  /** Asked for by Escape, the cross, or a click beside it; the owner then takes the dialog away. */
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

/** Open as long as it is in the page. The focus then returns to where it was. */
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
  answer(agreed: boolean): void;
}

const question = signal<Question | null>(null);

/** Ask before something is done that cannot be taken back. */
export function agreed(title: string, text: string, yes: string = t.common.confirm): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((answer) => {
    question.value = {
      title,
      text,
      yes,
      answer: (said) => {
        question.value = null;
        answer(said);
      },
    };
  });
}

/** Where `agreed` asks; once in the page. */
export function Questions() {
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
