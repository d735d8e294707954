/** What was agreed when a table was set up, in words. */

import { differing, optionLabel, presetLabel, valueLabel } from "../lobby/options";
import type { GameOffered, Rules } from "../server/types";
import { t } from "../texts";
import { duration } from "../ui";
import type { TableState } from "./state";

/** One of the deal's own, wherever the table does not say otherwise. */
const USUAL_FIRST = "random";

/** The preset that is nearest to these rules, and what differs from it. */
export function nearest(
  rules: Rules,
  game: GameOffered,
  players: number,
): { preset: string; changed: Rules } {
  const found = Object.keys(game.presets).map((preset) => {
    const { first_player: first, ...changed } = differing(game, preset, rules, players);
    const told = first === undefined || first === USUAL_FIRST ? {} : { first_player: first };
    return { preset, changed: { ...changed, ...told } };
  });
  const size = ({ changed }: { changed: Rules }) => Object.keys(changed).length;
  return found.sort((one, other) => size(one) - size(other))[0] ?? { preset: "", changed: {} };
}

/** `game` is null while the server has not said which rules there are. */
export function termsOf(state: TableState, game: GameOffered | null): string[] {
  const words = t.table.terms;
  const said = [words.players(state.players)];
  if (game) {
    const { preset, changed } = nearest(state.rules, game, state.players);
    said.push(words.rules(presetLabel(game.game, preset)));
    for (const [option, value] of Object.entries(changed)) {
      said.push(words.changed(optionLabel(game.game, option), valueWords(game.game, option, value)));
    }
  }
  const seconds = state.turnSeconds;
  said.push(seconds === null ? words.noClock : words.clock(duration(seconds)));
  if (state.deal.kind === "open") said.push(words.open(state.deal.id ?? ""));
  else said.push(state.deal.kind === "sealed" ? words.sealed : words.position);
  if (state.practice) said.push(words.practice);
  said.push(state.public ? words.public : words.invited);
  return said;
}

function valueWords(game: string, option: string, value: number | boolean | string): string {
  if (typeof value === "boolean") return value ? t.table.terms.yes : t.table.terms.no;
  // A seat is a number as well, but only who begins is one.
  return typeof value === "number" && option !== "first_player" ? String(value) : valueLabel(game, option, value);
}
