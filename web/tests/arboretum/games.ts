/** Games of the engine, recorded by tests/web/arboretum_games.py. */

import type { ArboretumDecision, ArboretumView } from "../../src/games/arboretum/types";
import type { Rules } from "../../src/server/types";
import { stored } from "../recordings";

type Audience = number | null;

export interface StoredGame {
  rules: Rules;
  /** The spectators' first, then by seat. */
  starts: ArboretumView[];
  steps: { told: [Audience[], ArboretumDecision][] }[];
}

export interface StoredSheet {
  view: ArboretumView;
  sheet: {
    rights: {
      species: string;
      seats: number[];
      holdings: { seat: number; cards: string[]; sum: number; outdone_by: number | null }[];
    }[];
    seats: {
      paths: {
        species: string;
        cards: string[];
        lines: { points: number }[];
        counts: boolean;
        points: number;
      }[];
      total: number;
      species: number;
    }[];
    winners: number[];
  };
}

const files = stored("arboretum");

export const sheets = files.flatMap(([name, file]) =>
  name === "sheets" ? (file as { games: StoredSheet[] }).games : [],
);

export const games = files.filter(([name]) => name !== "sheets") as [name: string, game: StoredGame][];

export function toldTo(step: StoredGame["steps"][number], audience: Audience): ArboretumDecision {
  const found = step.told.find(([audiences]) => audiences.includes(audience));
  if (!found) throw new Error(`Nothing was told to ${audience}.`);
  return found[1];
}
