/** A game on the first page: what it is, against whom, and a button that deals. */

import { useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { paths } from "../router";
import type { BotOffered, GameOffered } from "../server/types";
import { t } from "../texts";
import { Icon, toastProblem } from "../ui";
import { Segmented } from "../ui/segmented";
import { lastBot, lastPlayers, playGuided, playNow, usualBot, usualPlayers } from "./starting";

export interface GameCardProps {
  kind: GameKind<any>;
  /** Null until the server has said; one can play all the same. */
  offered: GameOffered | null;
  bots: readonly BotOffered[] | null;
}

export function GameCard({ kind, offered, bots }: GameCardProps) {
  const [busy, setBusy] = useState(false);
  const { name, title, about, Emblem } = kind;
  const start = (begin: (game: string) => Promise<void>) => () => {
    if (busy) return;
    setBusy(true);
    begin(name)
      .catch(toastProblem)
      .finally(() => setBusy(false));
  };
  const players = usualPlayers(offered?.players ?? [2], name);
  const bot = usualBot(bots ?? [], name);
  return (
    <article class="lb-game panel" aria-labelledby={`game-${name}`}>
      <div class="lb-game-head">
        <span class="lb-emblem" aria-hidden="true">
          <Emblem />
        </span>
        <div>
          <h2 id={`game-${name}`}>{title}</h2>
          <p class="lb-game-about">{about}</p>
        </div>
      </div>
      <div class="lb-game-choices">
        <div class="lb-opponents">
          <Segmented
            legend={players > 2 ? t.lobby.opponentsMany : t.lobby.opponents}
            choices={(bots ?? []).map((one) => ({ value: one.bot, label: one.title }))}
            value={bot}
            onChoose={(value) => (lastBot.value = { ...lastBot.value, [name]: value })}
          />
        </div>
        <div class="lb-players">
          <Segmented
            legend={t.lobby.players}
            choices={(offered?.players ?? []).map((count) => ({ value: count, label: String(count) }))}
            value={players}
            onChoose={(value) => (lastPlayers.value = { ...lastPlayers.value, [name]: value })}
          />
        </div>
        <p class="lb-bot-about" aria-live="polite">
          {bots?.find((one) => one.bot === bot)?.about}
        </p>
      </div>
      <button
        type="button"
        class="button primary lb-play"
        aria-disabled={busy}
        onClick={start(playNow)}
      >
        <Icon name="next" />
        <span>
          {busy ? t.lobby.dealing : t.lobby.playNow}
          <span class="hidden-text">: {title}</span>
        </span>
      </button>
      <p class="lb-game-foot">
        <button type="button" class="lb-link" onClick={start(playGuided)}>
          {t.lobby.guided}
          <span class="hidden-text">: {title}</span>
        </button>
        <a href={paths.rules(name)} aria-label={t.lobby.rulesOf(title)}>
          {t.lobby.rules}
        </a>
      </p>
    </article>
  );
}
