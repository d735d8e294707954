/** Pages whose code is loaded when they are first shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts";
import { LoadingText } from "../ui";
import { focusHeading } from "./focus";

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let found: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Page, setPage] = useState<ComponentType<Props> | null>(() => found);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Page) return;
      let wanted = true;
      load().then(
        (page) => {
          found = page;
          if (wanted) setPage(() => page);
        },
        () => wanted && setFailed(true),
      );
      return () => {
        wanted = false;
      };
    }, []);
    useEffect(() => {
      if (Page && document.activeElement?.id === "main") focusHeading();
    }, [Page]);
    if (failed) return <ReloadPrompt text={t.lobby.newVersion} />;
    return Page ? <Page {...props} /> : <LoadingText />;
  };
}

/** An error that only a reload can fix. */
export function ReloadPrompt({ text }: { text: string }) {
  return (
    <div class="ui-problem" role="alert">
      <span>{text}</span>
      <button type="button" class="button small" onClick={() => location.reload()}>
        {t.lobby.reload}
      </button>
    </div>
  );
}
