/** The part of the engine that knows rules and positions, and neither makes deals nor searches. */

import { type ArboretumPosition, type ArboretumRules, arboretum } from "./arboretum/game.js";
import type { ArboretumReason } from "./arboretum/reasons.js";
import { Core, EngineError, type Source } from "./core.js";
import { Deal } from "./deal.js";
import { Game, Variant, View } from "./game.js";
import type { GameKind, Reason, Rules } from "./kind.js";
import { written } from "./record.js";
import { type SplendorPosition, type SplendorRules, splendor } from "./splendor/game.js";
import type { SplendorReason } from "./splendor/reasons.js";
import type { View as ViewJson } from "./view.js";

const KINDS = { splendor, arboretum } as const;

export interface Games {
  splendor: { position: SplendorPosition; rules: SplendorRules; reason: SplendorReason };
  arboretum: { position: ArboretumPosition; rules: ArboretumRules; reason: ArboretumReason };
}
export type GameName = keyof Games;

export interface VariantOptions<Name extends GameName> {
  /** A preset's name (`official` unless told), or options by name. */
  rules?: string | Partial<Games[Name]["rules"]>;
  players?: number;
}

export class Positions {
  /** The module, which engines can share. */
  readonly core: Core;
  readonly #variants = new Map<string, Variant>();

  constructor(core: Core) {
    this.core = core;
  }

  /** Loads the WebAssembly module: the one beside this package, or from an address or bytes. */
  static async load<Loaded>(
    this: new (
      core: Core,
    ) => Loaded,
    source: Source = new URL(/* @vite-ignore */ "./gemgrove.wasm", import.meta.url),
  ): Promise<Loaded> {
    return new this(await Core.load(source));
  }

  /** Bytes of memory that the module has taken so far. */
  get memory(): number {
    return this.core.memory;
  }

  /** The rules of a game, prepared once. */
  variant<Name extends GameName>(
    name: Name,
    options: VariantOptions<Name> = {},
  ): Variant<Games[Name]["position"], Games[Name]["reason"]> {
    const kind: GameKind<never> = KINDS[name] as unknown as GameKind<never>;
    if (!kind)
      throw new EngineError(`There is no game ${JSON.stringify(name)}; there are ${Object.keys(KINDS).join(", ")}.`);
    const rules = chosenRules(kind, options);
    const key = JSON.stringify([name, written(kind.rules, rules)]);
    const known = this.#variants.get(key) ?? new Variant(this.core, kind, rules);
    this.#variants.set(key, known as Variant);
    return known as unknown as Variant<Games[Name]["position"], Games[Name]["reason"]>;
  }

  /** Deals a game. */
  dealGame<Position, Why extends Reason>(variant: Variant<Position, Why>, deal: Deal): Game<Position, Why> {
    this.core.writeBytes(deal.keys(variant.kind.singleDeck));
    const handle = this.core.call((exports) => exports.game_deal(variant.handle));
    return new Game(variant, handle, deal);
  }

  /** A game at its start, which the id of a deal decides, or a position. */
  startGame<Position, Why extends Reason>(
    variant: Variant<Position, Why>,
    start: string | Position,
  ): Game<Position, Why> {
    return typeof start === "string" ? this.dealGame(variant, Deal.parse(start)) : this.gameFrom(variant, start);
  }

  /** A game that begins with a position. */
  gameFrom<Position, Why extends Reason>(variant: Variant<Position, Why>, position: Position): Game<Position, Why> {
    return new Game(variant, this.#handle(variant, position, false, null), null);
  }

  /** What a seat, or a spectator (null), sees: a position with hidden cards, and the actions so far. */
  viewFrom<Position, Why extends Reason>(
    variant: Variant<Position, Why>,
    position: Position,
    seat: number | null,
    actions: readonly number[] = [],
  ): View<Position, Why> {
    return new View(variant, this.#handle(variant, position, true, seat), seat, actions);
  }

  /** A view as the server sends it. Those in events do not say whose they are. */
  readView(variant: Variant, view: ViewJson, seat: number | null = view.seat ?? null): View {
    return this.viewFrom(variant, variant.kind.positionOf(view), seat, view.actions);
  }

  #handle<Position, Why extends Reason>(
    variant: Variant<Position, Why>,
    position: Position,
    redacted: boolean,
    seat: number | null,
  ) {
    const record = written(variant.kind.position, position);
    this.core.writeIntegers(record);
    return this.core.call((exports) =>
      exports.game_from_record(variant.handle, record.length, Number(redacted), variant.seat(seat)),
    );
  }
}

/** Every option; those that are not chosen are as in the printed rules. */
function chosenRules(kind: GameKind<never>, { rules = "official", players }: VariantOptions<GameName>): Rules {
  const named = typeof rules === "string" ? kind.presets[rules] : kind.presets.official;
  if (!named) {
    throw new EngineError(
      `There are no rules ${JSON.stringify(rules)}; the presets are ${Object.keys(kind.presets).join(", ")}.`,
    );
  }
  const options = typeof rules === "string" ? {} : rules;
  const unknown = Object.keys(options).find((option) => !(option in named));
  if (unknown !== undefined) {
    throw new EngineError(
      `The rules have no option ${JSON.stringify(unknown)}; they have ${Object.keys(named).join(", ")}.`,
    );
  }
  return { ...named, ...options, ...(players === undefined ? {} : { players }) } as Rules;
}
