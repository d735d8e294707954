/** Games and views: positions that can be played on. */

import { type Core, EngineError, type Handle, Owned } from "./core.js";
import { checkedSeed, type Deal } from "./deal.js";
import type { GameKind, Reason, Rules } from "./kind.js";
import { read, written } from "./record.js";
import type { View as ViewJson } from "./view.js";

const ENDINGS = [null, "finished", "dead end", "turn limit"] as const;
const SPECTATOR = -1;

/** The refusal of a move in notation that is not legal. */
export class IllegalMove extends EngineError {
  override name = "IllegalMove";
  /** Null for a text that is no move here. */
  readonly reason: Reason | null;

  constructor(move: string, reason: Reason | null) {
    const why = reason === null ? "it is none of this game's moves" : reason.code.replaceAll("_", " ");
    super(`${JSON.stringify(move)} is not a legal move now: ${why}.`);
    this.reason = reason;
  }
}

/** The rules of a game, prepared. */
export class Variant<Position = unknown, Why extends Reason = Reason> extends Owned {
  readonly kind: GameKind<Position, Why>;
  readonly rules: Rules;
  readonly players: number;
  readonly actionCount: number;
  readonly observationSize: number;
  readonly networkInputsVersion: number;

  constructor(core: Core, kind: GameKind<Position, Why>, rules: Rules) {
    core.writeIntegers(written(kind.rules, rules));
    const size = written(kind.rules, rules).length;
    const handle = core.call((exports) => exports.rules_new(kind.number, size));
    super(core, handle, (freed) => core.call((exports) => exports.rules_free(freed)));
    this.kind = kind;
    this.rules = rules;
    this.players = Number(rules.players);
    const [actions, observation, inputs] = core.integers((exports) => exports.rules_sizes(handle));
    this.actionCount = actions!;
    this.observationSize = observation!;
    this.networkInputsVersion = inputs!;
  }

  /** Plays random games to their ends; returns how many decisions were made. */
  playouts(games: number, seed: number | bigint): number {
    return this.core.call((exports) => exports.rules_playouts(this.handle, games, checkedSeed(seed)));
  }

  /** The number of a seat for the core. */
  seat(seat: number | null): number {
    if (seat === null) return SPECTATOR;
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.players) {
      throw new EngineError(`There is no seat ${seat}; this game has seats 0 to ${this.players - 1}.`);
    }
    return seat;
  }
}

/** What games and views have in common. */
export abstract class Table<Position = unknown, Why extends Reason = Reason> extends Owned {
  readonly variant: Variant<Position, Why>;

  constructor(variant: Variant<Position, Why>, handle: Handle) {
    super(variant.core, handle, (freed) => variant.core.call((exports) => exports.game_free(freed)));
    this.variant = variant;
  }

  get name(): string {
    return this.variant.kind.name;
  }

  get toMove(): number {
    return this.core.call((exports) => exports.game_to_move(this.handle));
  }

  get over(): boolean {
    return this.core.call((exports) => exports.game_over(this.handle)) !== 0;
  }

  /** Null until the game is over. */
  get ending(): (typeof ENDINGS)[number] {
    return ENDINGS[this.core.call((exports) => exports.game_ending(this.handle))]!;
  }

  get scores(): number[] {
    return this.core.integers((exports) => exports.game_scores(this.handle));
  }

  /** The winning seats; empty until the game is over. */
  get winners(): number[] {
    const bits = this.core.call((exports) => exports.game_winners(this.handle));
    return Array.from({ length: this.variant.players }, (_, seat) => seat).filter((seat) => (bits >> seat) & 1);
  }

  /** The place of each seat, 1 for the winners; empty until the game is over. */
  get places(): number[] {
    return this.core.integers((exports) => exports.game_places(this.handle));
  }

  /** The position by named fields, as Python's `Variant.fields`. */
  get position(): Position {
    return read(
      this.variant.kind.position,
      this.core.integers((exports) => exports.game_record(this.handle)),
    );
  }

  /** The position as bytes, equal if and only if the positions are. */
  get state(): Uint8Array {
    return this.core.bytes((exports) => exports.game_state(this.handle));
  }

  /** The actions that are legal now, in ascending order; none in the view of a seat that is not to move. */
  legalActions(): number[] {
    return this.core.integers((exports) => exports.game_legal_actions(this.handle));
  }

  /** The same in notation. */
  legalMoves(): string[] {
    const at = this.position;
    return this.legalActions().map((action) => this.variant.kind.moveText(at, action));
  }

  /** One flag for each action. */
  mask(): Uint8Array {
    const mask = new Uint8Array(this.variant.actionCount);
    for (const action of this.legalActions()) mask[action] = 1;
    return mask;
  }

  /** An action in notation. */
  move(action: number): string {
    return this.variant.kind.moveText(this.position, action);
  }

  /** Why the seat to move cannot play an action; null if it can. */
  reason(action: number): Why | null {
    const record = this.core.integers((exports) => exports.game_reason(this.handle, action));
    return record.length ? read(this.variant.kind.reasons, record) : null;
  }

  /** The legal action that a text in notation means. */
  action(move: string): number {
    const wanted = move.trim().replaceAll(/\s+/g, " ");
    const at = this.position;
    const means = (action: number) => this.variant.kind.moveText(at, action) === wanted;
    const found = this.legalActions().find(means);
    if (found !== undefined) return found;
    const illegal = Array.from({ length: this.variant.actionCount }, (_, action) => action).find(means);
    throw new IllegalMove(move, illegal === undefined ? null : this.reason(illegal));
  }

  /** What a seat, or a spectator (null), sees, as numbers for learning. */
  observe(seat: number | null): Uint8Array {
    return this.core.bytes((exports) => exports.game_observe(this.handle, this.variant.seat(seat)));
  }

  /** The heuristic scores of the legal actions, in their order. */
  actionScores(): number[] {
    return this.core.reals((exports) => exports.game_action_scores(this.handle));
  }

  /** Each seat's chance of winning by the game's hand-made evaluation, as `seat` sees it. */
  evaluate(seat: number): number[] {
    return this.core.reals((exports) => exports.game_evaluate(this.handle, this.variant.seat(seat)));
  }

  protected playAction(move: number | string): number {
    const action = typeof move === "number" ? move : this.action(move);
    this.core.call((exports) => exports.game_play(this.handle, action));
    return action;
  }
}

/** A game with all its cards. */
export class Game<Position = unknown, Why extends Reason = Reason> extends Table<Position, Why> {
  /** Null for a game that began with a position. */
  readonly deal: Deal | null;

  constructor(variant: Variant<Position, Why>, handle: Handle, deal: Deal | null) {
    super(variant, handle);
    this.deal = deal;
  }

  /** The actions so far; -1 for a skipped turn. */
  get actions(): number[] {
    return this.core.integers((exports) => exports.game_history(this.handle));
  }

  /** Plays a legal move: its action number or its text. */
  play(move: number | string): void {
    this.playAction(move);
  }

  /** Plays the actions of another game that began in the same way. */
  replay(actions: readonly number[]): void {
    for (const action of actions) {
      if (action < 0) this.skip();
      else this.play(action);
    }
  }

  /** Ends a turn before its action, where the game allows it. */
  skip(): void {
    if (!this.core.call((exports) => exports.game_skip(this.handle))) {
      throw new EngineError("The turn cannot be skipped now.");
    }
  }

  /** Takes back the last decision; false if there is none. */
  undo(): boolean {
    return this.core.call((exports) => exports.game_undo(this.handle)) !== 0;
  }

  copy(): Game<Position, Why> {
    return new Game(
      this.variant,
      this.core.call((exports) => exports.game_copy(this.handle)),
      this.deal,
    );
  }

  /** What a seat, or a spectator (null), sees. */
  view(seat: number | null): View<Position, Why> {
    const number = this.variant.seat(seat);
    const handle = this.core.call((exports) => exports.game_view(this.handle, number));
    return new View(this.variant, handle, seat, this.variant.kind.knownActions(this.position, this.actions, seat));
  }
}

/** A decision as an audience knows it: the part of a server's event by which `follow` goes on. */
export interface DecisionPayload {
  /** The decisions that have become known. */
  actions: readonly number[];
  /** The ids of the cards seen for the first time, in the event's order. */
  revealed: readonly (number | string)[];
}

/** A position as a seat sees it. */
export class View<Position = unknown, Why extends Reason = Reason> extends Table<Position, Why> {
  /** Null for a spectator. */
  readonly seat: number | null;
  readonly #actions: number[];

  constructor(variant: Variant<Position, Why>, handle: Handle, seat: number | null, actions: readonly number[]) {
    super(variant, handle);
    this.seat = seat;
    this.#actions = [...actions];
  }

  /** The actions so far that the seat knows. */
  get actions(): number[] {
    return [...this.#actions];
  }

  copy(): View<Position, Why> {
    const handle = this.core.call((exports) => exports.game_copy(this.handle));
    return new View(this.variant, handle, this.seat, this.#actions);
  }

  /** Follows the game by the next decision. */
  follow(decision: DecisionPayload): void {
    this.core.writeIntegers([...decision.actions, ...decision.revealed.map((id) => this.variant.kind.cardNumber(id))]);
    this.core.call((exports) => exports.game_follow(this.handle, decision.actions.length, decision.revealed.length));
    this.#actions.push(...decision.actions);
  }

  /** Looks ahead: plays a move, and whatever it brings into sight stays hidden. */
  imagine(move: number | string): void {
    this.#actions.push(this.playAction(move));
  }

  /** A game that could be the one seen. */
  sample(seed: number | bigint): Game<Position, Why> {
    const handle = this.core.call((exports) => exports.game_sample(this.handle, checkedSeed(seed)));
    return new Game(this.variant, handle, null);
  }

  /** The view as the server sends it. */
  toJSON(): ViewJson & Record<string, unknown> {
    return {
      game: this.name,
      seat: this.seat,
      to_move: this.toMove,
      over: this.over,
      ending: this.ending,
      scores: this.scores,
      winners: this.winners,
      ...this.variant.kind.table(this.position),
      actions: this.actions,
    };
  }
}
