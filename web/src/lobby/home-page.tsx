/** The home page: start a game, continue one, or find others to play with. */

import { useState } from "preact/hooks";
import { GAMES } from "../games";
import { paths } from "../router";
import * as api from "../server/api";
import { identity } from "../server/identity";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { local } from "../texts/local";
import { ErrorAlert, Icon, LoadingText, useLoaded, useTitle } from "../ui";
import { CreateDialog } from "./create-dialog";
import { GameCard } from "./game-card";
import { SharedScreen, SharedScreenDialog } from "./shared-screen";
import { isFree, isSeated, useLobby } from "./table-info";
import { TableList } from "./table-list";

/** The most of the player's own games to show here. */
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
        <p class="quiet">{HAS_SERVER ? t.lobby.taglineMore : local.taglineMore}</p>
      </div>
      {(offered.problem || bots.problem) && (
        <ErrorAlert
          text={offered.problem ?? bots.problem ?? ""}
          retry={() => {
            offered.retry();
            bots.retry();
          }}
        />
      )}
      <div class="lb-games">
        {GAMES.map((cover) => (
          <GameCard
            key={cover.name}
            cover={cover}
            offered={offered.value?.find((game) => game.game === cover.name) ?? null}
            bots={bots.value}
          />
        ))}
      </div>
      <OwnGames />
      {HAS_SERVER ? <OpenGames create={() => setCreating(true)} /> : <SharedScreen play={() => setCreating(true)} />}
      {creating &&
        (HAS_SERVER ? (
          <CreateDialog onClose={() => setCreating(false)} />
        ) : (
          <SharedScreenDialog onClose={() => setCreating(false)} />
        ))}
    </>
  );
}

/** The tables shown last, so that the page does not jump when the player returns to it. */
let lastShown: { me: string | null; tables: ListedTable[] } | null = null;

function OwnGames() {
  const me = identity.value?.player ?? null;
  const mine = useLoaded(() => api.myTables({ status: ["open", "playing"], limit: MOST_MINE }), [me]);
  if (mine.value) lastShown = { me, tables: mine.value.tables };
  const tables = lastShown?.me === me ? lastShown.tables : [];
  if (tables.length === 0) return null;
  return (
    <section class="lb-section">
      <div class="lb-section-head">
        <h2>{t.lobby.continueTitle}</h2>
        <a href={paths.mine}>{t.lobby.allMine}</a>
      </div>
      <TableList tables={tables} label={t.lobby.continueTitle} />
    </section>
  );
}

function OpenGames({ create }: { create: () => void }) {
  const tables = useLobby().value;
  const me = identity.value?.player ?? null;
  const others = (tables ?? []).filter((table) => !isSeated(table, me));
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
          <LoadingText />
        ) : open.length ? (
          <TableList tables={open} label={t.lobby.openTitle} />
        ) : (
          <p class="lb-empty">{t.lobby.openNone}</p>
        )}
      </section>
      {playing.length > 0 && (
        <section class="lb-section">
          <h2>{t.lobby.watchTitle}</h2>
          <TableList tables={playing} label={t.lobby.watchTitle} />
        </section>
      )}
    </>
  );
}
