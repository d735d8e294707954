/** Searches positions in slices: what a worker does, without the worker. */

import { Engine } from "../../engine/src/engine";
import type { Variant, View } from "../../engine/src/game";
import type { Network } from "../../engine/src/network";
import type { GameName } from "../../engine/src/positions";
import type { SearchResult } from "../../engine/src/search";
import type { Addresses, Found, LineStep, SearchRequest } from "./requests";

/** The server's reviews use the same: equal iterations find the same. */
const SEED = 10499958131665514997n;
const SLICE_MS = 20;
const PROGRESS_MS = 150;
const LONGEST_LINE = 6;

/** Answers true once the search is no longer wanted. */
export type Cancelled = () => boolean;

export class Searcher {
  readonly engine: Engine;
  readonly #addresses: Addresses["networks"];
  readonly #networks = new Map<string, Promise<Network | null>>();

  constructor(engine: Engine, networks: Addresses["networks"]) {
    this.engine = engine;
    this.#addresses = networks;
  }

  static async load({ module, networks }: Addresses): Promise<Searcher> {
    return new Searcher(await Engine.load(module), networks);
  }

  /** Returns what was found; null if the search was cancelled. */
  async search(
    request: SearchRequest,
    report: (found: Found) => void = () => undefined,
    cancelled: Cancelled = () => false,
  ): Promise<Found | null> {
    const variant = this.engine.variant(request.game as GameName, { rules: request.rules }) as Variant;
    const network = await this.network(variant);
    const view = this.#view(variant, request);
    const { iterations, seconds, only } = request;
    const search = this.engine.newSearch({ seed: SEED, network });
    try {
      search.begin(view, {
        ...(iterations === undefined ? {} : { iterations }),
        ...(seconds === undefined ? {} : { seconds }),
        ...(only === undefined ? {} : { only }),
      });
      let reported = performance.now();
      while (!search.step(SLICE_MS)) {
        await messages();
        if (cancelled()) return null;
        if (performance.now() - reported < PROGRESS_MS) continue;
        reported = performance.now();
        report(described(view, search.result()));
      }
      return described(view, search.result());
    } finally {
      search.free();
      view.free();
    }
  }

  /** The champion's network for a variant, fetched when first needed; null if there is none. */
  network({ kind, players, networkInputsVersion }: Variant): Promise<Network | null> {
    const name = `${kind.name}-${players}p`;
    const known = this.#networks.get(name) ?? this.#fetched(name, networkInputsVersion);
    this.#networks.set(name, known);
    known.catch(() => this.#networks.delete(name));
    return known;
  }

  async #fetched(name: string, inputsVersion: number): Promise<Network | null> {
    const address = this.#addresses[name];
    if (address === undefined) return null;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`The network ${name} could not be loaded: status ${answer.status}.`);
    const network = this.engine.network(new Uint8Array(await answer.arrayBuffer()));
    // Networks of other versions see something else.
    return network.inputsVersion === inputsVersion ? network : null;
  }

  #view(variant: Variant, { position }: SearchRequest): View {
    if ("view" in position) return this.engine.readView(variant, position.view, position.seat);
    const replayed = this.engine.startGame(variant, position.start);
    try {
      replayed.replay(position.actions);
      return replayed.view(replayed.toMove) as View;
    } finally {
      replayed.free();
    }
  }
}

function described(view: View, { iterations, values, moves, pv }: SearchResult): Found {
  return {
    seat: view.toMove,
    iterations,
    values,
    moves: moves.map(({ action, visits, values: each }) => ({ action, move: view.move(action), visits, values: each })),
    line: lineOf(view, pv),
  };
}

function lineOf(view: View, actions: readonly number[]): LineStep[] {
  const ahead = view.copy();
  const line = actions.slice(0, LONGEST_LINE).map((action) => {
    const step = { view: ahead.toJSON(), move: ahead.move(action) };
    ahead.imagine(action);
    return step;
  });
  ahead.free();
  return line;
}

/** Lets waiting messages arrive; a timer would wait for longer. */
function messages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
