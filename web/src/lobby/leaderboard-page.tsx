/** The best players of each game, by number of players. */

import { useState } from "preact/hooks";
import { GAMES } from "../games";
import * as api from "../server/api";
import { identity } from "../server/identity";
import type { Leader } from "../server/types";
import { t } from "../texts";
import { Icon, Loaded, useLoaded, useTitle } from "../ui";
import { SegmentedControl } from "../ui/segmented-control";

export function LeaderboardPage() {
  const [game, setGame] = useState(GAMES[0]?.name ?? "");
  const [players, setPlayers] = useState(2);
  const offered = useLoaded(api.games);
  const board = useLoaded(() => api.leaders(game, players), [game, players]);
  useTitle(t.lobby.leaders);
  const counts = offered.value?.find((one) => one.game === game)?.players ?? [players];
  return (
    <>
      <h1 tabIndex={-1}>{t.lobby.leaders}</h1>
      <p class="quiet">{t.lobby.leadersAbout}</p>
      <div class="lb-filters">
        <SegmentedControl
          legend={t.lobby.game}
          choices={GAMES.map(({ name, title }) => ({ value: name, label: title }))}
          value={game}
          onChoose={setGame}
        />
        <SegmentedControl
          legend={t.lobby.players}
          choices={counts.map((count) => ({ value: count, label: String(count) }))}
          value={players}
          onChoose={setPlayers}
        />
      </div>
      <Loaded of={board}>
        {({ leaders }) =>
          leaders.length ? <Board leaders={leaders} /> : <p class="lb-empty">{t.lobby.leadersNone}</p>
        }
      </Loaded>
    </>
  );
}

const KINDS: Record<string, string> = { bot: t.lobby.bot, guest: t.lobby.guest };

function Board({ leaders }: { leaders: readonly Leader[] }) {
  const me = identity.value?.player ?? null;
  return (
    <table class="lb-leaders panel">
      <thead>
        <tr>
          <th scope="col">{t.lobby.rank}</th>
          <th scope="col">{t.lobby.player}</th>
          <th scope="col" class="number">
            {t.lobby.level}
          </th>
          <th scope="col" class="number">
            {t.lobby.games}
          </th>
        </tr>
      </thead>
      <tbody>
        {leaders.map((leader) => (
          <tr key={leader.player} class={leader.player === me ? "me" : ""}>
            <td>{leader.rank}</td>
            <th scope="row">
              <span class="lb-seat">
                <Icon name={leader.kind === "bot" ? "robot" : "person"} size={16} />
                {leader.player === me ? t.common.you : leader.name}
                {KINDS[leader.kind] && <small class="quiet lb-kind">{KINDS[leader.kind]}</small>}
              </span>
            </th>
            <td class="number">{leader.level.toFixed(1)}</td>
            <td class="number">{leader.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
