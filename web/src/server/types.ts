/** What the server says, as docs/server-reference.md has it. */

/** What a game's view has in common with those of others; each game's folder has the rest. */
export interface View {
  game: string;
  /** Whose view it is; the views in events do not say. */
  seat?: number | null;
  to_move: number;
  over: boolean;
  ending: string | null;
  scores: number[];
  winners: number[];
  /** The position's decisions so far, as numbers. */
  actions: number[];
}

export type Rules = Readonly<Record<string, number | boolean | string>>;

/** What one is told of a decision; each game's folder has the rest. */
export interface Decision {
  seat: number;
  /** The notation. */
  move: string;
  /** The ids of the cards that are seen for the first time. */
  revealed: (number | string)[];
  /** Members of the view as they are afterwards. */
  now: Partial<View> & Record<string, unknown>;
  actions: number[];
}

export interface Clock {
  turn_seconds: number;
  turn_began: number | null;
  deadline: number | null;
}

export interface SeatTaken {
  player: string | null;
  name: string | null;
  bot: string | null;
}

export interface Seat extends SeatTaken {
  seat: number;
  ready: boolean;
  gone: string | null;
}

export interface DealTerms {
  kind: "sealed" | "open" | "position";
  id: string | null;
  commitment: string | null;
}

export interface Outcome {
  ending: string;
  scores: number[];
  places: number[];
  winners: number[];
}

/** A table as lists show it. */
export interface ListedTable {
  table: string;
  game: string;
  players: number;
  status: "open" | "playing" | "over" | "aborted" | "archived";
  public: boolean;
  created: number;
  changed: number;
  deal_kind: string;
  last_seq: number;
  rules: string;
  turn_seconds: number | null;
  practice: boolean;
  seats: SeatTaken[];
  places: number[] | null;
  scores: number[] | null;
}

interface Happened<Kind extends string> {
  seq: number;
  at: number;
  kind: Kind;
}

/** An event that changes the position. */
interface Moved {
  position: number;
  to_move: number | null;
  clock: Clock | null;
  extras: Record<string, unknown>;
}

export type TableEvent =
  | (Happened<"created"> & {
      game: string;
      variant: { rules: Rules };
      players: number;
      deal: DealTerms;
      public: boolean;
      turn_seconds: number | null;
      practice: boolean;
      from?: { table: string; decisions: number } | null;
    })
  | (Happened<"joined"> & { seat: number; player: string; name: string })
  | (Happened<"left"> & { seat: number })
  | (Happened<"bot_added"> & { seat: number; bot: string })
  | (Happened<"bot_removed"> & { seat: number })
  | (Happened<"ready"> & { seat: number; nonce: string })
  | (Happened<"started"> & Moved & { first: number; view: View })
  | (Happened<"played"> & Moved & { seat: number; by_bot: boolean; decisions: Decision[] })
  | (Happened<"undo_offered"> & { seat: number; to: number })
  | (Happened<"undo_agreed"> & { seat: number })
  | (Happened<"undo_declined"> & { seat: number })
  | (Happened<"undone"> & Moved & { to: number; view: View })
  | (Happened<"resigned"> & { seat: number })
  | (Happened<"timed_out"> & { seat: number })
  | (Happened<"withdrawn"> & { seat: number })
  | (Happened<"taken_over"> & Moved & { seat: number; bot: string })
  | (Happened<"said"> & { seat: number | null; text: string; name?: string })
  | (Happened<"over"> & Moved & Outcome & { secret: string | null; dealt: string | null })
  | (Happened<"aborted"> & { why: string; secret: string | null; dealt: string | null })
  | Happened<"archived">
  | (Happened<"rematch_wanted"> & { seat: number })
  | (Happened<"rematch"> & { table: string });

/** Why a request was refused. */
export interface ProblemDetails {
  status: number;
  code: string;
  title?: string;
  detail: string;
}

export interface GameOffered {
  game: string;
  players: number[];
  presets: Record<string, Rules>;
  options: { option: string; default: number | boolean | string; wanted: string }[];
}

export interface BotOffered {
  bot: string;
  title: string;
  level: number;
  about: string;
  most: Record<string, number>;
}

export interface Leader {
  rank: number;
  player: string;
  name: string;
  kind: string;
  level: number;
  games: number;
}

export interface Judgement {
  /** The chances by seat with the best move. */
  before: number[];
  /** With the move that was played. */
  after: number[];
  best: string;
  line: string[];
  loss: number;
  error: number;
  mark: "" | "blunder" | "mistake" | "inaccuracy";
}

export interface JudgedDecision {
  number: number;
  turn: number;
  seat: number;
  move: string;
  choices: number;
  judgement: Judgement | null;
}

export interface Review {
  table: string;
  iterations: number;
  total: number;
  done: number;
  complete: boolean;
  running: boolean;
  decisions: JudgedDecision[];
}
