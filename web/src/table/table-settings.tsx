/** The settings of a table: players, rules, clock, deal. */

import { nearestPreset, optionLabel, presetLabel, valueLabel } from "../games/rule-options";
import * as api from "../server/api";
import type { GameOffered } from "../server/types";
import { t } from "../texts";
import { duration, useLoaded } from "../ui";
import type { TableState } from "./state";

export function TableSettings({ state }: { state: TableState }) {
  const games = useLoaded(api.games);
  const game = games.value?.find((offered) => offered.game === state.game) ?? null;
  return (
    <ul class="tb-settings">
      {settingsOf(state, game).map((setting) => (
        <li key={setting}>{setting}</li>
      ))}
    </ul>
  );
}

/** `game` is null until the server has sent the rules. */
export function settingsOf(state: TableState, game: GameOffered | null): string[] {
  const texts = t.table.settings;
  const settings = [texts.players(state.players)];
  if (game) {
    const { preset, changed } = nearestPreset(state.rules, game, state.players);
    settings.push(texts.rules(presetLabel(game.game, preset)));
    for (const [option, value] of Object.entries(changed)) {
      settings.push(texts.changed(optionLabel(game.game, option), valueText(game.game, option, value)));
    }
  }
  if (!HAS_SERVER) return settings;
  const seconds = state.turnSeconds;
  settings.push(seconds === null ? texts.noClock : texts.clock(duration(seconds)));
  if (state.deal.kind === "open") settings.push(texts.open(state.deal.id ?? ""));
  else settings.push(state.deal.kind === "sealed" ? texts.sealed : texts.position);
  if (state.practice) settings.push(texts.practice);
  settings.push(state.public ? texts.public : texts.invited);
  return settings;
}

function valueText(game: string, option: string, value: number | boolean | string): string {
  if (typeof value === "boolean") return value ? t.table.settings.yes : t.table.settings.no;
  // A first player is a seat; other numbers stand for themselves.
  return typeof value === "number" && option !== "first_player" ? String(value) : valueLabel(game, option, value);
}
