/** A game on the home page: description, opponents and a button to start. */

import { useState } from "preact/hooks";
import type { GameCover } from "../games/kind";
import { paths } from "../router";
import type { BotOffered, GameOffered } from "../server/types";
import { t } from "../texts";
import { Icon, toastError } from "../ui";
import { SegmentedControl } from "../ui/segmented-control";
import { defaultBot, defaultPlayers, lastBot, lastPlayers, levelsOf, playGuided, playNow } from "./quick-start";

export interface GameCardProps {
  cover: GameCover;
  /** Null until the server has answered; playing is possible before that. */
  offered: GameOffered | null;
  bots: readonly BotOffered[] | null;
}

export function GameCard({ cover, offered, bots }: GameCardProps) {
  const [busy, setBusy] = useState(false);
  const { name, title, about, Logo } = cover;
  const start = (begin: (game: string) => Promise<void>) => () => {
    if (busy) return;
    setBusy(true);
    // The board is loaded while the table is made; a table tells if it cannot be.
    void cover.load().catch(() => undefined);
    begin(name)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const players = defaultPlayers(offered?.players ?? [2], name);
  const bot = defaultBot(bots ?? [], name);
  return (
    <article class="lb-game panel" aria-labelledby={`game-${name}`}>
      <div class="lb-game-head">
        <span class="lb-logo" aria-hidden="true">
          <Logo />
        </span>
        <div>
          <h2 id={`game-${name}`}>{title}</h2>
          <p class="lb-game-about">{about}</p>
        </div>
      </div>
      <div class="lb-game-choices">
        <div class="lb-opponents">
          <SegmentedControl
            legend={players > 2 ? t.lobby.opponentsMany : t.lobby.opponents}
            choices={levelsOf(bots ?? []).map((one) => ({ value: one.bot, label: one.title }))}
            value={bot}
            onChoose={(value) => (lastBot.value = { ...lastBot.value, [name]: value })}
          />
        </div>
        <div class="lb-players">
          <SegmentedControl
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
      <button type="button" class="button primary lb-play" aria-disabled={busy} onClick={start(playNow)}>
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
