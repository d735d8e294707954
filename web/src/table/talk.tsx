/** What is said at the table. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { Icon } from "../ui";
import type { Ask } from "./acting";
import type { Said } from "./state";

const LONGEST = 500;

export function Talk({ said, names, seated, ask }: { said: readonly Said[]; names: readonly string[]; seated: boolean; ask: Ask }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  if (!seated && said.length === 0) return null;
  const send = async (event: Event) => {
    event.preventDefault();
    const saying = text.trim();
    if (!saying) return;
    setText("");
    // What could not be said is there to be tried again.
    if (!(await ask({ do: "say", text: saying }))) setText((now) => now || saying);
  };
  return (
    <section class="panel tb-talk">
      <h2>{t.table.talk}</h2>
      {said.length > 0 && (
        <ul class="tb-said" ref={list} tabIndex={0} aria-label={t.table.talk}>
          {said.map(({ seq, seat, text: words }) => (
            <li key={seq}>
              <b>{speaker(seat, names)}</b> {words}
            </li>
          ))}
        </ul>
      )}
      {seated && (
        <form class="tb-say" onSubmit={send}>
          <input
            type="text"
            aria-label={t.table.say}
            placeholder={t.table.say}
            maxLength={LONGEST}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button" aria-label={t.table.send}>
            <Icon name="forward" />
          </button>
        </form>
      )}
    </section>
  );
}

export function speaker(seat: number | null, names: readonly string[]): string {
  return seat === null ? t.table.host : (names[seat] ?? t.table.somebody);
}
