/** Chooses the moves of bots: what a worker does, without the worker. */

import { Bot, levelSettings } from "../../engine/src/bots";
import type { Engine, GameName } from "../../engine/src/engine";
import type { DecisionPayload, Variant } from "../../engine/src/game";
import type { Network } from "../../engine/src/network";

/** A decision for a bot, with all that its seat knows, and nothing else. */
export interface BotRequest {
  /** The same for all decisions of a bot in a game, so that it can keep its search. */
  bot: string;
  level: string;
  game: string;
  /** Every option by name. */
  rules: Readonly<Record<string, number | boolean | string>>;
  seat: number;
  /** The position at the start, as the seat saw it. */
  start: unknown;
  /** The decisions since. */
  decisions: readonly DecisionPayload[];
}

export class BotPlayer {
  readonly #engine: Engine;
  readonly #network: (variant: Variant) => Promise<Network | null>;
  /** The bot that played last. */
  #kept: { name: string; bot: Bot } | null = null;

  /** `network` returns the network for a variant. */
  constructor(engine: Engine, network: (variant: Variant) => Promise<Network | null>) {
    this.#engine = engine;
    this.#network = network;
  }

  /** The bot's choice, as an action number. */
  async choose({ bot: name, level, game, rules, seat, start, decisions }: BotRequest): Promise<number> {
    const variant = this.#engine.variant(game as GameName, { rules }) as Variant;
    const settings = levelSettings(level, variant);
    const network = settings.network === null ? null : await this.#network(variant);
    if (this.#kept?.name !== name) {
      this.free();
      this.#kept = { name, bot: new Bot(this.#engine, settings, { network }) };
    }
    // Follows the game from its start: with its history the search finds its tree again.
    const view = this.#engine.viewFrom(variant, start, seat);
    try {
      for (const decision of decisions) view.follow(decision);
      return this.#kept.bot.choose(view);
    } finally {
      view.free();
    }
  }

  free(): void {
    this.#kept?.bot.free();
    this.#kept = null;
  }
}
