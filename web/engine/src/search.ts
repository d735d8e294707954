/** The search: information-set Monte Carlo tree search over what a seat can see. */

import { type Core, EngineError, Owned } from "./core.js";
import { checkedSeed } from "./deal.js";
import type { Table, Variant } from "./game.js";
import type { Network } from "./network.js";

/** The parameters of a search; native/search/options.h explains them. */
export interface SearchOptions {
  seed?: number | bigint;
  /** Takes the place of the game's own priors and evaluation. */
  network?: Network | null;
  exploration?: number;
  priorWeight?: number;
  fpuReduction?: number;
  root?: "halving" | "puct";
  rootNoise?: number;
  rollout?: "prior" | "random";
  /** The decisions of a rollout; null: to the end of the game. */
  cutoff?: number | null;
}

/** At least one of them. */
export interface Limits {
  iterations?: number;
  seconds?: number;
  /** The action that every iteration begins with. */
  only?: number;
}

export interface RootMove {
  action: number;
  visits: number;
  /** How many iterations could have chosen it. */
  available: number;
  prior: number;
  /** The probability that the search would give the action. */
  improved: number;
  /** Each seat's mean result. */
  values: number[];
}

export interface SearchResult {
  /** Those kept from earlier positions included. */
  iterations: number;
  /** Each seat's mean result. */
  values: number[];
  /** The best first. */
  moves: RootMove[];
  /** The principal variation as action numbers, up to the first hidden card. */
  pv: number[];
}

const SLICE = 50;
const GAME_DEFAULT = -1;
const TO_THE_END = -1;
const ANY_ACTION = -1;

/** Searches one decision after another; the tree of a game is kept from one to the next. */
export class Search {
  readonly #core: Core;
  readonly #options: SearchOptions;
  #native: { variant: Variant; owned: Owned } | null = null;
  #only = ANY_ACTION;
  #end = Infinity;

  constructor(core: Core, options: SearchOptions = {}) {
    this.#core = core;
    this.#options = options;
  }

  /** Searches a position within the limits, and returns what was found. */
  run(position: Table, limits: Limits): SearchResult {
    this.begin(position, limits);
    while (!this.step(SLICE));
    return this.result();
  }

  /** Begins a search, which `step` continues. The position must be a game or the view of the seat to move. */
  begin(position: Table, limits: Limits): void {
    const { iterations = 0, seconds = 0, only = ANY_ACTION } = limits;
    if (!(iterations > 0) && !(seconds > 0)) throw new EngineError("A search needs a number of iterations or seconds.");
    const { handle } = this.#nativeFor(position.variant);
    this.#core.call((exports) => exports.search_set_position(handle, position.handle));
    this.#core.call((exports) => exports.search_begin(handle, iterations, seconds));
    this.#only = only;
    this.#end = seconds > 0 ? performance.now() + 1000 * seconds : Infinity;
  }

  /** Searches for some milliseconds; returns true once the limits are reached. */
  step(milliseconds: number): boolean {
    const { handle } = this.#begun();
    const left = Math.min(milliseconds, this.#end - performance.now());
    const done = this.#core.call((exports) => exports.search_run(handle, left, this.#only));
    return done !== 0 || performance.now() >= this.#end;
  }

  /** The iterations so far. */
  get iterations(): number {
    const { handle } = this.#begun();
    return this.#core.call((exports) => exports.search_iterations(handle));
  }

  /** What has been found so far. */
  result(): SearchResult {
    const owned = this.#begun();
    const numbers = this.#core.reals((exports) => exports.search_result(owned.handle));
    const players = this.#native?.variant.players ?? 0;
    let at = 0;
    const next = () => numbers[at++]!;
    const values = () => Array.from({ length: players }, next);
    const iterations = next();
    const all = values();
    const moves = Array.from({ length: next() }, (): RootMove => {
      const [action, visits, available, prior, improved] = [next(), next(), next(), next(), next()];
      return { action, visits, available, prior, improved, values: values() };
    });
    return { iterations, values: all, moves, pv: numbers.slice(at) };
  }

  /** Forgets earlier searches, and frees their memory. */
  free(): void {
    this.#native?.owned.free();
    this.#native = null;
  }

  #begun(): Owned {
    if (!this.#native) throw new EngineError("The search has no position yet.");
    return this.#native.owned;
  }

  #nativeFor(variant: Variant): Owned {
    if (this.#native?.variant === variant) return this.#native.owned;
    this.free();
    const { network = null } = this.#options;
    if (network) checkFits(network, variant);
    this.#core.writeReals(this.#numbers());
    const seed = checkedSeed(this.#options.seed ?? 0);
    const handle = this.#core.call((exports) => exports.search_new(variant.handle, network?.handle ?? 0, seed));
    const owned = new Owned(this.#core, handle, (freed) => this.#core.call((exports) => exports.search_free(freed)));
    this.#native = { variant, owned };
    return owned;
  }

  /** The options as native/wasm/exports.cpp takes them. */
  #numbers(): number[] {
    const { exploration, priorWeight, fpuReduction, rootNoise, root, rollout, cutoff } = this.#options;
    return [
      exploration ?? GAME_DEFAULT,
      priorWeight ?? 1,
      fpuReduction ?? GAME_DEFAULT,
      rootNoise ?? 0,
      root === "puct" ? 0 : 1,
      rollout === "random" ? 0 : 1,
      cutoff === null ? TO_THE_END : (cutoff ?? 0),
    ];
  }
}

function checkFits(network: Network, variant: Variant): void {
  const { name } = variant.kind;
  if (network.game !== name || network.players !== variant.players) {
    throw new EngineError(
      `The network plays ${network.game} with ${network.players} players; this is ${name} with ${variant.players}.`,
    );
  }
  if (network.inputsVersion !== variant.networkInputsVersion) {
    throw new EngineError(
      `The network was trained on version ${network.inputsVersion} of the network inputs; this program has version ` +
        `${variant.networkInputsVersion}.`,
    );
  }
}
