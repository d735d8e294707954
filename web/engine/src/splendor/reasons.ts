/** Why an action is not legal: the codes and arguments of native/splendor/reasons.h, in their order. */

import { cases, choice, number, type Readable, type ValueOf } from "../record.js";
import { COLORS, type Gems, gems, TOKENS, type Tokens, tokens } from "./view.js";

const color = choice(COLORS);
const token = choice(TOKENS);
/** What is lacking of each color. */
const lacking: Readable<Gems> = { read: (next) => gems(COLORS.map(next)) };
const returnable: Readable<Tokens> = { read: (next) => tokens(TOKENS.map(next)) };
/** Both count from 1; the tier of a reserved card is 0. */
const place = { tier: number, slot: number };

export const reasons = cases({
  game_over: {},
  must_return: { held: number, count: number },
  must_pay: { color },
  must_choose_noble: {},
  over_token_limit: { held: number, count: number, limit: number },
  pair_minimum: { color, left: number, needed: number },
  color_gone: { color },
  three_or_pair: {},
  more_colors_left: { count: number, colors: number },
  reserve_full: { limit: number },
  no_card: place,
  card_hidden: place,
  no_deck_reserve: {},
  deck_empty: { tier: number },
  no_reserved_card: { count: number },
  cannot_afford: { ...place, card: number, gold: number, lacking },
  nothing_to_return: { held: number, limit: number },
  gold_not_returned: {},
  token_not_held: { token },
  token_not_drawn: { token, returnable },
  no_noble_choice: {},
  no_noble: { slot: number },
  noble_requirement: { slot: number, noble: number, lacking },
  other_moves: {},
});
export type SplendorReason = ValueOf<typeof reasons>;
