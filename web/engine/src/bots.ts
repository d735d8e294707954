/** The levels that people choose from, and the bots that play at them: see src/gemgrove/agents/levels.py. */

import { EngineError } from "./core.js";
import { LEVEL_BOTS, LEVELS as LEVEL_ROWS } from "./data.js";
import type { Engine } from "./engine.js";
import type { Variant, View } from "./game.js";
import type { Network } from "./network.js";
import type { RootMove, Search } from "./search.js";

export interface Level {
  name: string;
  /** The name that people see. */
  title: string;
  /** A sentence that tells it from its neighbors. */
  about: string;
}

/** All levels, weakest first. */
export const LEVELS: readonly Level[] = LEVEL_ROWS.map(([name, title, about]) => ({ name, title, about }));

/** How a bot chooses its moves. */
export interface BotSettings {
  /** The network it plays by, such as `splendor-2p`; null for the game's own priors and evaluation. */
  network: string | null;
  /** Whether it searches; otherwise it plays by the network's policy. */
  searches: boolean;
  iterations: number;
  /** Above 0, moves are drawn: the higher, the more evenly. */
  temperature: number;
}

type Row = readonly [network: boolean, searches: boolean, iterations: number, temperature: number];

/** The bot that plays these rules at a level. */
export function levelSettings(level: string, variant: Variant): BotSettings {
  const place = LEVELS.findIndex(({ name }) => name === level);
  if (place < 0) {
    const names = LEVELS.map(({ name }) => name).join(", ");
    throw new EngineError(`There is no level ${JSON.stringify(level)}; the levels are ${names}.`);
  }
  const { name } = variant.kind;
  const bots: Readonly<Record<string, Readonly<Record<number, readonly Row[]>>>> = LEVEL_BOTS;
  const [network, searches, iterations, temperature] = bots[name]![variant.players]![place]!;
  return { network: network ? `${name}-${variant.players}p` : null, searches, iterations, temperature };
}

export interface BotOptions {
  /** The network that the settings name. */
  network?: Network | null;
  /** Decides the search and the draws; random unless told. */
  seed?: number | bigint;
}

/** A bot for one game. */
export class Bot {
  readonly #settings: BotSettings;
  readonly #search: Search;
  readonly #random: () => number;

  constructor(engine: Engine, settings: BotSettings, { network = null, seed = randomSeed() }: BotOptions = {}) {
    if ((settings.network === null) !== (network === null)) {
      throw new EngineError(network ? "The bot plays without a network." : `The bot needs ${settings.network}.`);
    }
    this.#settings = settings;
    this.#search = engine.newSearch({ seed, network });
    this.#random = generator(BigInt(seed));
  }

  /** The bot's choice for the seat to move, whose view it is. */
  choose(view: View): number {
    const actions = view.legalActions();
    if (actions.length <= 1) return only(actions);
    if (this.#settings.temperature === 0 && this.#settings.searches) return this.#searched(view)[0]!.action;
    let drawn = this.#random();
    const chances = [...this.chances(view)];
    for (const [action, chance] of chances) {
      drawn -= chance;
      if (drawn < 0) return action;
    }
    return chances[0]![0];
  }

  /** The chance that the bot draws each legal action, the likeliest first. */
  chances(view: View): Map<number, number> {
    const { searches, temperature } = this.#settings;
    const found = this.#searched(view).map((move) => ({ move, weight: searches ? move.improved : move.prior }));
    const best = Math.max(...found.map(({ weight }) => weight));
    const powers = found.map(({ move, weight }): [number, number] => {
      const share = Math.max(weight, LEAST) / best;
      return [move.action, temperature > 0 ? share ** (1 / temperature) : Number(share === 1)];
    });
    const sum = powers.reduce((total, [, power]) => total + power, 0);
    return new Map(
      powers.map(([action, power]): [number, number] => [action, power / sum]).sort((a, b) => b[1] - a[1]),
    );
  }

  /** Frees the memory of its search. */
  free(): void {
    this.#search.free();
  }

  #searched(view: View): RootMove[] {
    // The policy is that of this position, not of an earlier sample of it.
    if (!this.#settings.searches) this.#search.free();
    return this.#search.run(view, { iterations: this.#settings.iterations }).moves;
  }
}

/** Below this a probability makes no difference, and its logarithm none in Python. */
const LEAST = 1e-9;

function only(actions: readonly number[]): number {
  if (actions[0] === undefined) throw new EngineError("This seat has nothing to decide now.");
  return actions[0];
}

function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

/** Numbers from 0 to below 1: the SplitMix64 generator. */
function generator(seed: bigint): () => number {
  const bits = (value: bigint) => BigInt.asUintN(64, value);
  let state = bits(seed);
  return () => {
    state = bits(state + 0x9e3779b97f4a7c15n);
    let mixed = bits((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = bits((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  };
}
