/** The rules, about and not-found pages. */

import { coverOf } from "../games";
import type { GameCover } from "../games/kind";
import { paths } from "../router";
import * as api from "../server/api";
import { t } from "../texts";
import { local } from "../texts/local";
import { Loaded, useLoaded, useTitle } from "../ui";
import { GameCard } from "./game-card";

export function RulesPage({ game }: { game: string }) {
  const cover = coverOf(game);
  const offered = useLoaded(api.games);
  const bots = useLoaded(api.bots);
  useTitle(cover ? t.lobby.rulesOf(cover.title) : t.lobby.unknownTitle);
  if (!cover) return <NotFoundPage />;
  return (
    <div class="lb-rules">
      <article class="lb-reading">
        <h1 tabIndex={-1}>{cover.title}</h1>
        <h2>{t.lobby.rules}</h2>
        <Rules load={cover.load} />
      </article>
      <aside>
        <GameCard cover={cover} offered={offered.value?.find((one) => one.game === game) ?? null} bots={bots.value} />
      </aside>
    </div>
  );
}

function Rules({ load }: Pick<GameCover, "load">) {
  return <Loaded of={useLoaded(load)}>{(kind) => <kind.RulesText />}</Loaded>;
}

export function AboutPage() {
  useTitle(t.lobby.about);
  return (
    <article class="lb-reading">
      <h1 tabIndex={-1}>{t.lobby.aboutTitle}</h1>
      {(HAS_SERVER ? t.lobby : local).aboutText.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        {t.lobby.aboutTerminal} <code>gemgrove play</code>
      </p>
      {HAS_SERVER && (
        <p>
          {t.lobby.aboutPrograms} <a href="/api">{t.lobby.aboutApi}</a>
        </p>
      )}
    </article>
  );
}

/** In the place of a page that only a server has. */
export function NeedsServerPage() {
  useTitle(local.needsServerTitle);
  return (
    <div class="lb-reading">
      <h1 tabIndex={-1}>{local.needsServerTitle}</h1>
      <p>{local.needsServer}</p>
      <a class="button primary" href={paths.home}>
        {t.lobby.toHome}
      </a>
    </div>
  );
}

export function NotFoundPage() {
  useTitle(t.lobby.unknownTitle);
  return (
    <div class="lb-reading">
      <h1 tabIndex={-1}>{t.lobby.unknownTitle}</h1>
      <p>{t.lobby.unknownText}</p>
      <a class="button primary" href={paths.home}>
        {t.lobby.toHome}
      </a>
    </div>
  );
}

/** For browsers that cannot run the engine. */
export function UnsupportedPage() {
  useTitle(t.lobby.unsupportedTitle);
  return (
    <div class="lb-reading">
      <h1 tabIndex={-1}>{t.lobby.unsupportedTitle}</h1>
      <p>{t.lobby.unsupportedText}</p>
    </div>
  );
}
