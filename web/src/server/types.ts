/** The server's types under the page's names for them, with typed views and decisions. */

import type { View } from "../../engine/src/view";
import type * as schema from "./schema";

export type { View } from "../../engine/src/view";

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

export type Rules = Readonly<Record<string, number | boolean | string>>;

/** The part of a decision that all games share; each game's folder adds the rest. */
export interface Decision {
  seat: number;
  /** In notation. */
  move: string;
  /** The ids of the cards seen for the first time. */
  revealed: (number | string)[];
  /** New values of the view's members. */
  now: Partial<View> & Record<string, unknown>;
  actions: number[];
}

export type DealTerms = Required<schema.DealTerms>;

/** Types for what the server's schema leaves open, most of which depends on the game. */
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
