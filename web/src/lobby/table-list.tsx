/** A list of tables, each with its action. */

import { useState } from "preact/hooks";
import { coverOf } from "../games";
import { paths, rememberedInvite } from "../router";
import { identity } from "../server/identity";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { ago, dateAndTime, Icon, toastError } from "../ui";
import { joinGame } from "./quick-start";
import { gameTitle, hasEnded, isFree, isSeated, nameOf, playerNames, resultOf, specialSettings } from "./table-info";

export function TableList({ tables, label }: { tables: readonly ListedTable[]; label: string }) {
  return (
    <ul class="lb-tables" aria-label={label}>
      {tables.map((table) => (
        <TableItem key={table.table} table={table} />
      ))}
    </ul>
  );
}

function TableItem({ table }: { table: ListedTable }) {
  const me = identity.value?.player ?? null;
  const Logo = coverOf(table.game)?.Logo;
  const result = resultOf(table, me);
  const details = specialSettings(table);
  const when = table.status === "open" ? table.created : table.changed;
  return (
    <li class="lb-table">
      <span class="lb-table-logo" aria-hidden="true">
        {Logo && <Logo />}
      </span>
      <div class="lb-table-text">
        <p class="lb-table-head">
          <strong>{gameTitle(table.game)}</strong>
          {result && <span class="lb-result">{result}</span>}
          {details.map((detail) => (
            <span key={detail} class="lb-tag">
              {detail}
            </span>
          ))}
        </p>
        <p class="lb-seats">
          {table.seats.map((_, number) => (
            <Seat key={number} table={table} number={number} me={me} />
          ))}
        </p>
      </div>
      <time class="quiet lb-when" dateTime={new Date(when * 1000).toISOString()} data-tooltip={dateAndTime(when)}>
        {ago(when)}
      </time>
      <TableAction table={table} me={me} />
    </li>
  );
}

function Seat({ table, number, me }: { table: ListedTable; number: number; me: string | null }) {
  const seat = table.seats[number];
  if (!seat || isFree(seat)) return <span class="lb-seat free">{t.lobby.freeSeat}</span>;
  const score = table.scores?.[number];
  return (
    <span class={table.places?.[number] === 1 ? "lb-seat first" : "lb-seat"}>
      <Icon name={seat.player === null ? "robot" : "person"} size={16} />
      {nameOf(seat, me)}
      {score !== undefined && (
        <b>
          <span aria-hidden="true">{score}</span>
          <span class="hidden-text">{t.common.points(score)}</span>
        </b>
      )}
    </span>
  );
}

function TableAction({ table, me }: { table: ListedTable; me: string | null }) {
  const [busy, setBusy] = useState(false);
  const what = t.lobby.against(gameTitle(table.game), t.common.listed(playerNames(table, me)));
  const invite = table.public ? null : rememberedInvite(table.table);
  const here = paths.table(table.table, invite);
  if (hasEnded(table)) {
    return (
      <ActionLink href={paths.review(table.table, invite)} text={t.lobby.review} label={t.lobby.reviewGame(what)} />
    );
  }
  const goesOn = table.status === "open" || table.status === "playing";
  if (goesOn && isSeated(table, me)) {
    return <ActionLink href={here} text={t.lobby.resume} label={t.lobby.resumeGame(what)} primary />;
  }
  if (table.status === "open" && table.seats.some(isFree)) {
    const join = () => {
      setBusy(true);
      joinGame(table.table)
        .catch(toastError)
        .finally(() => setBusy(false));
    };
    return (
      <span class="lb-action">
        <ActionLink href={here} text={t.lobby.look} label={t.lobby.lookGame(what)} />
        <button
          type="button"
          class="button small primary"
          disabled={busy}
          aria-label={t.lobby.joinGame(what)}
          onClick={join}
        >
          {t.lobby.join}
        </button>
      </span>
    );
  }
  if (table.status === "playing")
    return <ActionLink href={here} text={t.lobby.watch} label={t.lobby.watchGame(what)} />;
  return <ActionLink href={here} text={t.lobby.look} label={t.lobby.lookGame(what)} />;
}

function ActionLink({
  href,
  text,
  label,
  primary = false,
}: {
  href: string;
  text: string;
  label: string;
  primary?: boolean;
}) {
  return (
    <a class={primary ? "button small primary lb-action" : "button small lb-action"} href={href} aria-label={label}>
      {text}
    </a>
  );
}
