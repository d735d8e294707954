/** Views as the server sends them. */

/** The part of a view that all games share; each game's folder adds the rest. */
export interface View {
  game: string;
  /** Whose view it is; left out in events. */
  seat?: number | null;
  to_move: number;
  over: boolean;
  ending: string | null;
  scores: number[];
  winners: number[];
  /** The decisions so far, as action numbers. */
  actions: number[];
}
