/** The engine: creates games, networks and searches. */

import { EngineError } from "./core.js";
import { Deal, dealOfSeed } from "./deal.js";
import type { Game } from "./game.js";
import { Network } from "./network.js";
import { type GameName, type Games, Positions, type VariantOptions } from "./positions.js";
import { Search, type SearchOptions } from "./search.js";

export type { GameName, Games, VariantOptions } from "./positions.js";

export interface GameOptions<Name extends GameName> extends VariantOptions<Name> {
  /** The same deal as `gemgrove.new(..., seed=...)` in Python. */
  seed?: number | bigint;
  /** A deal's id. */
  deal?: string | Deal;
}

export class Engine extends Positions {
  /** Deals a game; without a seed or a deal, a random one. */
  newGame<Name extends GameName>(
    name: Name,
    options: GameOptions<Name> = {},
  ): Game<Games[Name]["position"], Games[Name]["reason"]> {
    return this.dealGame(this.variant(name, options), this.#deal(options));
  }

  /** A network from the bytes of its model file. */
  network(bytes: Uint8Array): Network {
    return new Network(this.core, bytes);
  }

  newSearch(options: SearchOptions = {}): Search {
    return new Search(this.core, options);
  }

  #deal({ seed, deal }: { seed?: number | bigint; deal?: string | Deal }): Deal {
    if (seed !== undefined && deal !== undefined) throw new EngineError("Give a seed or a deal, not both.");
    if (seed !== undefined) return dealOfSeed(this.core, seed);
    if (deal === undefined) return Deal.random();
    return deal instanceof Deal ? deal : Deal.parse(deal);
  }
}
