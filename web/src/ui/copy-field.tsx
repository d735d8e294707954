/** A read-only text with a button that copies it. */

import { useId, useState } from "preact/hooks";
import { t } from "../texts";
import { copy } from "./clipboard";
import { Icon } from "./icons";
import { announce, toast } from "./toasts";

const COPIED_MS = 2_000;

export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div class="ui-copy">
      <label for={id}>{label}</label>
      <div class="ui-copy-row">
        <input
          id={id}
          type="text"
          class="notation"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={text} />
      </div>
    </div>
  );
}

export function CopyButton({ text, label = t.common.copy }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  const onClick = async () => {
    if (!(await copy(text))) return toast(t.common.notCopied, { problem: true });
    announce(t.common.copied);
    setDone(true);
    setTimeout(() => setDone(false), COPIED_MS);
  };
  return (
    <button type="button" class="button" onClick={onClick}>
      <Icon name={done ? "check" : "copy"} />
      {label}
    </button>
  );
}
