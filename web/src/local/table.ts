/** A table on this device: decides commands as a server would, and keeps the log.
 *
 * The whole game lives here; whoever sits at the screen gets what their seat may know. */

import { EngineError } from "../../engine/src/core";
import type { Game } from "../../engine/src/game";
import type { Positions } from "../../engine/src/positions";
import type { BotRequest } from "../engine/bot-player";
import { Refused } from "../server/problems";
import type { Done, ListedTable, TableCommand, TableEvent } from "../server/types";
import { t } from "../texts";
import { local } from "../texts/local";
import { changesPosition, dealt, type EventBody, EventFeed, type LoggedEvent, type StoredTable } from "./log";
import { rulesText } from "./rules";

export interface LocalSeat {
  /** The person's id; null for a bot. */
  player: string | null;
  name: string | null;
  bot: string | null;
  gone: "left" | "resigned" | null;
}

/** The bot that plays on for a person who has left. */
const STAND_IN = "intermediate";
const MOST_MOVES = 40;

export class LocalTable {
  readonly stored: StoredTable;
  readonly seats: LocalSeat[] = [];
  phase: "open" | "playing" | "over" | "aborted" = "open";
  /** The last event that changed the position: what a move must name. */
  position = 0;
  rematch: string | null = null;
  readonly #engine: Positions;
  readonly #feeds = new Map<number | null, EventFeed>();
  #game: Game | null = null;
  /** Who made each decision. */
  #movers: number[] = [];
  /** The seats that gave up after their first move. */
  #losers: number[] = [];
  #undos = 0;
  #result: { scores: number[]; places: number[] } | null = null;

  constructor(engine: Positions, stored: StoredTable) {
    this.#engine = engine;
    this.stored = stored;
    for (const event of stored.log) this.#apply(event);
  }

  get id(): string {
    return this.stored.id;
  }

  get lastSeq(): number {
    return this.stored.log.length;
  }

  /** The seat whose decision is awaited. */
  get toMove(): number | null {
    return this.phase === "playing" && this.#game && !this.#game.over ? this.#game.toMove : null;
  }

  /** The actions so far; those that were undone do not count. */
  get actions(): number[] {
    return this.#game?.actions ?? [];
  }

  /** The same in notation. */
  moves(): string[] {
    const game = dealt(this.#engine, this.stored);
    const texts = this.actions.map((action) => {
      const text = game.move(action);
      game.play(action);
      return text;
    });
    game.free();
    return texts;
  }

  /** The result of the game itself, whatever happened at the table. */
  get standing() {
    const { ending = null, scores = [], winners = [] } = this.#game ?? {};
    return { ending, scores, winners };
  }

  /** All events as the person, or a spectator (null), may know them. */
  events(player: string | null): readonly TableEvent[] {
    return this.#feedOf(this.seatOf(player)).catchUp();
  }

  seatOf(player: string | null): number | null {
    const seat = this.seats.findIndex((each) => player !== null && each.player === player && each.gone === null);
    return seat < 0 ? null : seat;
  }

  /** The seats of people who have not left. */
  get people(): number[] {
    return this.seats.flatMap(({ player, gone }, seat) => (player !== null && gone === null ? [seat] : []));
  }

  /** Whether two seats see the same. */
  seeAlike(one: number, other: number): boolean {
    const seen = [one, other].map((seat) => this.#game!.view(seat));
    const [first, second] = seen.map((view) => JSON.stringify([view.position, view.actions]));
    for (const view of seen) view.free();
    return first === second;
  }

  /** What the bot to move is asked with; null if it is a person's turn. */
  botRequest(): BotRequest | null {
    const seat = this.toMove;
    if (seat === null) return null;
    const { bot } = this.seats[seat]!;
    if (bot === null) return null;
    const start = dealt(this.#engine, this.stored);
    const view = start.view(seat);
    const request = { bot: `${this.id} ${seat} ${this.#undos}`, level: bot, seat, start: view.position };
    for (const each of [view, start]) each.free();
    const { game, rules } = this.stored;
    return { ...request, game, rules, decisions: this.#feedOf(seat).catchUp().reduce(decisionsAfter, []) };
  }

  /** Plays a bot's choice. */
  playBot(action: number): void {
    this.#play([action], true);
  }

  /** Carries out a person's command; throws `Refused` if it cannot be. */
  act(player: string, command: TableCommand): Done {
    const before = this.lastSeq;
    const seat = this.seatOf(player);
    if (command.do === "rematch" && this.phase !== "playing") this.#wantRematch(player);
    else if (seat === null) throw refused("not_seated", local.notSeated);
    else if (command.do === "play") {
      if (command.position !== this.position || this.toMove !== seat) throw refused("stale_position", local.stale);
      this.#play(command.moves, false);
    } else if (command.do === "offer_undo") this.#undo(seat);
    else if (command.do === "resign" || command.do === "leave") this.#depart(seat);
    else if (command.do !== "ready") throw refused("needs_server", local.needsServer);
    return {
      table: this.id,
      events: this.events(player).slice(before),
      last_seq: this.lastSeq,
      position: this.position,
      seat: this.seatOf(player),
    };
  }

  /** Adds events, all at the same time. */
  add(...bodies: EventBody[]): void {
    const at = Date.now() / 1000;
    for (const body of bodies) {
      const event = { seq: this.lastSeq + 1, at, ...body } as LoggedEvent;
      this.#apply(event);
      this.stored.log.push(event);
    }
  }

  listed(): ListedTable {
    const { id, game, rules, deal, log } = this.stored;
    return {
      table: id,
      game,
      rules: rulesText(game, rules),
      players: this.seats.length,
      seats: this.seats.map(({ player, name, bot }) => ({ player, name, bot })),
      status: this.phase,
      scores: this.#result?.scores ?? null,
      places: this.#result?.places ?? null,
      created: log[0]?.at ?? 0,
      changed: log.at(-1)?.at ?? 0,
      deal_kind: deal === null ? "position" : "sealed",
      last_seq: log.length,
      // Neither differs from one table on this device to another.
      practice: false,
      public: true,
      turn_seconds: null,
    };
  }

  /** Frees the games. */
  free(): void {
    for (const feed of this.#feeds.values()) feed.free();
    this.#feeds.clear();
    this.#game?.free();
    this.#game = null;
  }

  #feedOf(seat: number | null): EventFeed {
    const known = this.#feeds.get(seat) ?? new EventFeed(this.#engine, this.stored, seat);
    this.#feeds.set(seat, known);
    return known;
  }

  #apply(event: LoggedEvent): void {
    if (changesPosition(event)) this.position = event.seq;
    switch (event.kind) {
      case "created":
        for (let seat = 0; seat < event.players; seat += 1) {
          this.seats.push({ player: null, name: null, bot: null, gone: null });
        }
        return;
      case "joined":
        Object.assign(this.seats[event.seat]!, { player: event.player, name: event.name });
        return;
      case "bot_added":
        Object.assign(this.seats[event.seat]!, { name: event.bot, bot: event.bot });
        return;
      case "started":
        this.phase = "playing";
        this.#game = dealt(this.#engine, this.stored);
        return;
      case "played":
        for (const action of event.actions) {
          this.#movers.push(event.seat);
          this.#game!.play(action);
        }
        return;
      case "undone":
        this.#undos += 1;
        for (; this.#movers.length > event.to; this.#movers.pop()) this.#game!.undo();
        return;
      case "resigned":
      case "left":
        this.seats[event.seat]!.gone = event.kind;
        if (event.kind === "resigned") this.#losers.push(event.seat);
        return;
      case "taken_over":
        this.seats[event.seat]!.bot = event.bot;
        return;
      case "over":
        this.phase = "over";
        this.#result = { scores: event.scores, places: event.places };
        return;
      case "aborted":
        this.phase = "aborted";
        return;
      case "rematch":
        this.rematch = event.table;
        return;
    }
  }

  /** Plays all moves, or none. */
  #play(moves: readonly (string | number)[], byBot: boolean): void {
    if (!moves.length || moves.length > MOST_MOVES) throw refused("bad_move", local.stale);
    const seat = this.toMove!;
    const trial = this.#game!.copy();
    const actions = moves.map((move) => {
      try {
        if (trial.over || trial.toMove !== seat) throw new EngineError(local.turnEnds);
        const action = typeof move === "number" ? move : trial.action(move);
        trial.play(action);
        return action;
      } catch (error) {
        trial.free();
        throw error instanceof EngineError ? refused("illegal_move", error.message) : error;
      }
    });
    trial.free();
    this.add({ kind: "played", seat, actions, by_bot: byBot });
    const game = this.#game!;
    if (game.over) this.add(this.#over(game.ending!, game.places, this.#losers));
  }

  #undo(seat: number): void {
    if (this.#movers.at(-1) !== seat) throw refused("nothing_to_undo", t.table.undoNotYours);
    const to = 1 + this.#movers.findLastIndex((mover) => mover !== seat);
    if (this.#revealedSince(to)) throw refused("something_was_seen", t.table.undoSeen);
    this.add({ kind: "undo_offered", seat, to }, { kind: "undone", to });
  }

  /** Whether anybody has seen a new card since then. */
  #revealedSince(to: number): boolean {
    return [null, ...this.seats.keys()].some((audience) =>
      this.#feedOf(audience)
        .catchUp()
        .reduce(decisionsAfter, [])
        .slice(to)
        .some(({ revealed }) => revealed.length > 0),
    );
  }

  #depart(seat: number): void {
    const moved = this.#movers.includes(seat);
    const others = this.people.filter((other) => other !== seat);
    this.add({ kind: moved ? "resigned" : "left", seat });
    const contenders = this.seats.length - new Set([...this.#losers, seat]).size;
    if (others.length && (moved ? contenders > 1 : this.seats.length > 2)) {
      this.add({ kind: "taken_over", seat, bot: STAND_IN });
    } else if (moved) {
      this.add(this.#over("resigned", Array<number>(this.seats.length).fill(1), this.#losers));
    } else this.add({ kind: "aborted", why: local.leftEarly(seat + 1), secret: null });
  }

  /** The end: the seats that gave up come last, the first of them at the very end. */
  #over(ending: string, places: readonly number[], losers: readonly number[]): EventBody {
    const left = [...places.keys()].filter((seat) => !losers.includes(seat));
    const ranked = places.map((place, seat) =>
      losers.includes(seat)
        ? places.length - losers.indexOf(seat)
        : 1 + left.filter((other) => places[other]! < place).length,
    );
    const winners = [...ranked.keys()].filter((seat) => ranked[seat] === 1);
    return { kind: "over", ending, scores: this.#game!.scores, places: ranked, winners, secret: null };
  }

  #wantRematch(player: string): void {
    const seat = this.seats.findIndex((each) => each.player === player);
    if (seat < 0 || this.rematch !== null) throw refused("rematch_made", local.notSeated);
    const people = this.seats.flatMap((each, number) => (each.player === null ? [] : [number]));
    // Whoever sits at the screen speaks for all.
    this.add(...people.map((each): EventBody => ({ kind: "rematch_wanted", seat: each })), {
      kind: "rematch",
      table: newTableId(),
    });
  }
}

export function newTableId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `t_${Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("")}`;
}

export function refused(code: string, detail: string): Refused {
  return new Refused({ status: 409, code, detail });
}

/** The decisions after another event: those that were undone are gone. */
function decisionsAfter(decisions: BotRequest["decisions"], event: TableEvent): BotRequest["decisions"] {
  if (event.kind === "undone") return decisions.slice(0, event.to);
  return event.kind === "played" ? [...decisions, ...event.decisions] : decisions;
}
