/** The chat at a table. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { Icon } from "../ui";
import type { SendCommand } from "./commands";
import type { ChatMessage } from "./state";

const LONGEST = 500;

export function Chat({
  messages,
  names,
  seated,
  send,
}: {
  messages: readonly ChatMessage[];
  names: readonly string[];
  seated: boolean;
  send: SendCommand;
}) {
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.length]);
  if (!seated && messages.length === 0) return null;
  const submit = async (event: Event) => {
    event.preventDefault();
    const saying = text.trim();
    if (!saying) return;
    setText("");
    // A message that was not sent stays in the field.
    if (!(await send({ do: "say", text: saying }))) setText((now) => now || saying);
  };
  return (
    <section class="panel tb-chat">
      <h2>{t.table.chat}</h2>
      {messages.length > 0 && (
        <ul class="tb-messages" ref={list} tabIndex={0} aria-label={t.table.chat}>
          {messages.map(({ seq, seat, text: words }) => (
            <li key={seq}>
              <b>{speaker(seat, names)}</b> {words}
            </li>
          ))}
        </ul>
      )}
      {seated && (
        <form class="tb-say" onSubmit={submit}>
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
