/** The server's types by the names that the page uses, with views and decisions as it knows them. */

import type * as schema from "./schema";

export type {
  Clock,
  Leader,
  ListedTable,
  OfferedBot as BotOffered,
  OfferedGame as GameOffered,
  Result as Outcome,
  Review,
  ReviewedDecision as JudgedDecision,
  ReviewedJudgement as Judgement,
  SeatSummary as SeatTaken,
  TableCommand,
  TablePage,
  TableSeat as Seat,
} from "./schema";

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

export type DealTerms = Required<schema.DealTerms>;

/** What the server's schema leaves open: most of it depends on the game. */
interface OfGame {
  deal: DealTerms;
  view: View;
  decisions: Decision[];
  variant: { rules: Rules };
}

type WithGame<E> = E extends unknown ? Omit<E, keyof OfGame & keyof E> & Pick<OfGame, keyof OfGame & keyof E> : never;

export type TableEvent = WithGame<schema.TableEvent>;

/** Why a request was refused. */
export type ProblemDetails = Pick<schema.ProblemDetails, "status" | "code" | "detail">;

/** The events that a command caused. */
export type Done = Omit<schema.CommandResult, "events"> &
  Partial<Pick<schema.NewTable, "deal" | "invite">> & { events: TableEvent[] };

export type NewTable = Omit<schema.Create, "do">;
