/** Lists of tables, each with what can be done there. */

import { useState } from "preact/hooks";
import { kindOf } from "../games";
import { paths, rememberedInvite } from "../router";
import { identity } from "../server/identity";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { Icon, ago, dateAndTime, toastProblem } from "../ui";
import { gameTitle, hasEnded, isFree, nameOf, particulars, resultOf, sits, whoPlays } from "./listing";
import { joinGame } from "./starting";

export function Tables({ tables, label }: { tables: readonly ListedTable[]; label: string }) {
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
  const Emblem = kindOf(table.game)?.Emblem;
  const result = resultOf(table, me);
  const details = particulars(table);
  const when = table.status === "open" ? table.created : table.changed;
  return (
    <li class="lb-table">
      <span class="lb-table-emblem" aria-hidden="true">
        {Emblem && <Emblem />}
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
      <time class="quiet lb-when" dateTime={new Date(when * 1000).toISOString()} data-tip={dateAndTime(when)}>
        {ago(when)}
      </time>
      <Doing table={table} me={me} />
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
      {score !== undefined && <b aria-label={t.common.points(score)}>{score}</b>}
    </span>
  );
}

function Doing({ table, me }: { table: ListedTable; me: string | null }) {
  const [busy, setBusy] = useState(false);
  const what = t.lobby.against(gameTitle(table.game), t.common.listed(whoPlays(table, me)));
  const invite = table.public ? null : rememberedInvite(table.table);
  const here = paths.table(table.table, invite);
  if (hasEnded(table)) {
    return <Go href={paths.review(table.table, invite)} text={t.lobby.review} label={t.lobby.reviewGame(what)} />;
  }
  const goesOn = table.status === "open" || table.status === "playing";
  if (goesOn && sits(table, me)) {
    return <Go href={here} text={t.lobby.resume} label={t.lobby.resumeGame(what)} primary />;
  }
  if (table.status === "open" && table.seats.some(isFree)) {
    const join = () => {
      setBusy(true);
      joinGame(table.table)
        .catch(toastProblem)
        .finally(() => setBusy(false));
    };
    return (
      <span class="lb-doing">
        <Go href={here} text={t.lobby.look} label={t.lobby.lookGame(what)} />
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
  if (table.status === "playing") return <Go href={here} text={t.lobby.watch} label={t.lobby.watchGame(what)} />;
  return <Go href={here} text={t.lobby.look} label={t.lobby.lookGame(what)} />;
}

function Go({ href, text, label, primary = false }: { href: string; text: string; label: string; primary?: boolean }) {
  return (
    <a class={primary ? "button small primary lb-doing" : "button small lb-doing"} href={href} aria-label={label}>
      {text}
    </a>
  );
}
