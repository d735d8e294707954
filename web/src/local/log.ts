/** The log of a table on this device, and the events for each audience. */

import type { Game, Variant } from "../../engine/src/game";
import type { GameName, Positions } from "../../engine/src/positions";
import type { Rules, TableEvent, View } from "../server/types";
import { decisionOf } from "./decisions";

/** An event without what depends on the audience: a view, or the effects of decisions. */
export type LoggedEvent = { seq: number; at: number } & EventBody;

export type EventBody =
  | { kind: "started"; first: number }
  | { kind: "played"; seat: number; actions: number[]; by_bot: boolean }
  | { kind: "undone"; to: number }
  | Plain<Exclude<TableEvent, { kind: "started" | "played" | "undone" }>>;

/** An event that is the same for everybody, without what follows from the position. */
type Plain<Event> = Event extends TableEvent
  ? Omit<Event, "seq" | "at" | "position" | "to_move" | "clock" | "extras" | "dealt" | "start">
  : never;

export interface StartOfGame {
  game: GameName;
  rules: Rules;
  /** The id of the deal; null for a game that begins with a position. */
  deal: string | null;
  position: unknown;
}

/** A table as it is stored. */
export interface StoredTable extends StartOfGame {
  id: string;
  log: LoggedEvent[];
}

const POSITION_CHANGING: ReadonlySet<string> = new Set(["started", "played", "undone", "taken_over", "over"]);

export function changesPosition(event: { kind: string }): boolean {
  return POSITION_CHANGING.has(event.kind);
}

/** The game of a table at its start. */
export function dealt(engine: Positions, { game, rules, deal, position }: StartOfGame): Game {
  return engine.startGame(engine.variant(game, { rules }) as Variant, deal ?? position);
}

/** The events of a table as a seat, or a spectator (null), may know them. */
export class EventFeed {
  readonly events: TableEvent[] = [];
  readonly #engine: Positions;
  readonly #table: StoredTable;
  readonly #seat: number | null;
  #game: Game | null = null;
  #view: View | null = null;
  #position = 0;
  #over = false;
  readonly #people = new Set<number>();

  constructor(engine: Positions, table: StoredTable, seat: number | null) {
    this.#engine = engine;
    this.#table = table;
    this.#seat = seat;
  }

  /** Tells what has happened since the last call. */
  catchUp(): readonly TableEvent[] {
    for (const event of this.#table.log.slice(this.events.length)) this.events.push(this.#payload(event));
    return this.events;
  }

  free(): void {
    this.#game?.free();
    this.#game = null;
  }

  #payload(event: LoggedEvent): TableEvent {
    const own = this.#ofAudience(event);
    const ends = event.kind === "over" || event.kind === "aborted";
    const common = { ...event, ...(ends ? { dealt: this.#table.deal, start: this.#table.position } : {}) };
    if (!changesPosition(event)) return common as TableEvent;
    this.#position = event.seq;
    this.#over ||= event.kind === "over";
    const to_move = this.#over || this.#game!.over ? null : this.#game!.toMove;
    return { ...common, position: this.#position, to_move, clock: null, extras: {}, ...own } as unknown as TableEvent;
  }

  #ofAudience(event: LoggedEvent): Record<string, unknown> {
    switch (event.kind) {
      case "started":
        this.#game = dealt(this.#engine, this.#table);
        return { view: this.#look(), hints: this.#isAlone() };
      case "joined":
        this.#people.add(event.seat);
        return {};
      case "played":
        return { actions: undefined, decisions: event.actions.map((action) => this.#decision(action)) };
      case "undone":
        for (let back = this.#game!.actions.length; back > event.to; back -= 1) this.#game!.undo();
        return { view: this.#look() };
      default:
        return {};
    }
  }

  /** Whether the audience meets bots alone, and may ask for hints. */
  #isAlone(): boolean {
    return this.#seat !== null && this.#people.size === 1 && this.#people.has(this.#seat);
  }

  #decision(action: number) {
    const move = this.#game!.move(action);
    const before = this.#view!;
    this.#game!.play(action);
    this.#look();
    return decisionOf(before, move, this.#view!);
  }

  /** The view of the audience now, without its seat, as in events. */
  #look(): View {
    const seen = this.#game!.view(this.#seat);
    const { seat: _, ...view } = seen.toJSON();
    seen.free();
    this.#view = view;
    return view;
  }
}
