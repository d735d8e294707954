/** The first page: play at once, go on, or find others. */

import { useState } from "preact/hooks";
import { GAMES } from "../games";
import { paths } from "../router";
import * as api from "../server/api";
import { identity } from "../server/identity";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { Icon, Problem, Waiting, useLoaded, useTitle } from "../ui";
import { CreateDialog } from "./create";
import { GameCard } from "./gamecard";
import { isFree, sits, useLobby } from "./listing";
import { Tables } from "./tables";

/** How many of one's own games are shown here. */
const MOST_MINE = 5;

export function HomePage() {
  const offered = useLoaded(api.games);
  const bots = useLoaded(api.bots);
  const [creating, setCreating] = useState(false);
  useTitle("");
  return (
    <>
      <div class="lb-hero">
        <h1 tabIndex={-1}>{t.lobby.tagline}</h1>
        <p class="quiet">{t.lobby.taglineMore}</p>
      </div>
      {(offered.problem || bots.problem) && (
        <Problem
          text={offered.problem ?? bots.problem ?? ""}
          again={() => {
            offered.again();
            bots.again();
          }}
        />
      )}
      <div class="lb-games">
        {GAMES.map((kind) => (
          <GameCard
            key={kind.name}
            kind={kind}
            offered={offered.value?.find((game) => game.game === kind.name) ?? null}
            bots={bots.value}
          />
        ))}
      </div>
      <Mine />
      <Lobby create={() => setCreating(true)} />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** What was shown last, so that coming back does not make the page jump. */
let before: { me: string | null; tables: ListedTable[] } | null = null;

function Mine() {
  const me = identity.value?.player ?? null;
  const mine = useLoaded(() => api.myTables({ status: ["open", "playing"], limit: MOST_MINE }), [me]);
  if (mine.value) before = { me, tables: mine.value.tables };
  const tables = before?.me === me ? before.tables : [];
  if (tables.length === 0) return null;
  return (
    <section class="lb-section">
      <div class="lb-section-head">
        <h2>{t.lobby.continueTitle}</h2>
        <a href={paths.mine}>{t.lobby.allMine}</a>
      </div>
      <Tables tables={tables} label={t.lobby.continueTitle} />
    </section>
  );
}

function Lobby({ create }: { create: () => void }) {
  const tables = useLobby().value;
  const me = identity.value?.player ?? null;
  const others = (tables ?? []).filter((table) => !sits(table, me));
  const open = others.filter((table) => table.status === "open" && table.seats.some(isFree));
  const playing = others.filter((table) => table.status === "playing");
  return (
    <>
      <section class="lb-section">
        <div class="lb-section-head">
          <h2>{t.lobby.openTitle}</h2>
          <button type="button" class="button" onClick={create}>
            <Icon name="plus" />
            {t.lobby.createGame}
          </button>
        </div>
        {tables === null ? (
          <Waiting />
        ) : open.length ? (
          <Tables tables={open} label={t.lobby.openTitle} />
        ) : (
          <p class="lb-empty">{t.lobby.openNone}</p>
        )}
      </section>
      {playing.length > 0 && (
        <section class="lb-section">
          <h2>{t.lobby.watchTitle}</h2>
          <Tables tables={playing} label={t.lobby.watchTitle} />
        </section>
      )}
    </>
  );
}
