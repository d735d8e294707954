/** Paths and their points, and the score sheet at the end, by the engine. */

import type { ArboretumPosition } from "../../../engine/src/arboretum/game";
import { type SpeciesScore, speciesScores } from "../../../engine/src/arboretum/score";
import type { Table } from "../../../engine/src/game";
import { lookAhead } from "../../engine/positions";
import type { Rules } from "../../server/types";
import { known, letterOf, RANKS } from "./cards";
import type { Cell } from "./cells";
import type { ArboretumView, Card, Held, Planted } from "./types";

export interface Path {
  /** The species' letter. */
  species: string;
  cards: Planted[];
  points: number;
}

/** The best path of each species that has one in a seat's arboretum, in the order of the species. */
export function bestPaths(view: ArboretumView, rules: Rules, seat: number): Path[] {
  return lookAhead(view, rules, [], (seen) => pathsIn(scoresIn(seen, seat)));
}

/** The effect of a planting on the path of a species. */
export interface Change {
  species: string;
  before: number;
  after: number;
  /** The path afterwards. */
  path: Path;
}

export interface Planting {
  cell: Cell;
  /** The species whose best path improves. */
  changes: Change[];
}

/** Where the seat to move may plant a card of its hand, and what that changes. */
export function plantings(view: ArboretumView, rules: Rules, card: Card): Planting[] {
  const before = new Map(bestPaths(view, rules, view.to_move).map((path) => [path.species, path.points]));
  return lookAhead(view, rules, view.phase === "pick" ? [`pick ${card.id}`] : [], (seen) =>
    seen.legalActions().map((action) => {
      const [, x, y] = seen.move(action).split(" ");
      const planted = seen.copy();
      planted.imagine(action);
      const paths = pathsIn(scoresIn(planted, view.to_move));
      planted.free();
      return { cell: { x: Number(x), y: Number(y) }, changes: paths.flatMap((path) => changeTo(path, before)) };
    }),
  );
}

function changeTo(path: Path, old: ReadonlyMap<string, number>): Change[] {
  const before = old.get(path.species) ?? 0;
  return path.points === before ? [] : [{ species: path.species, before, after: path.points, path }];
}

/** The parts that make up the points of a path. */
export interface Worth {
  cards: number;
  doubled: number;
  begins: number;
  ends: number;
}

const BEGIN_BONUS = 1;
const END_BONUS = 2;

export function worthOf({ cards, points }: Path): Worth {
  const begins = cards[0]?.rank === 1 ? BEGIN_BONUS : 0;
  const ends = cards.at(-1)?.rank === RANKS ? END_BONUS : 0;
  return { cards: cards.length, doubled: points - cards.length - begins - ends, begins, ends };
}

/** A seat's cards of a species at the end. */
export interface Holding {
  seat: number;
  cards: Held[];
  /** The sum that counts for the right to score. */
  sum: number;
  /** The seat whose 1 cancels the 8 among the cards. */
  outdoneBy: number | null;
}

export interface Right {
  species: string;
  /** The seats that may score it. */
  seats: number[];
  /** The seats that hold it, highest sum first. */
  holdings: Holding[];
  /** The best paths by seat. */
  paths: (Path | undefined)[];
}

/** The score sheet of a finished game by species; the hands must be known. */
export function scoreSheet(view: ArboretumView, rules: Rules): Right[] {
  const scores = lookAhead(view, rules, [], (seen) => view.players.map(({ seat }) => scoresIn(seen, seat)));
  return (scores[0] ?? []).map(({ species }, place) => {
    const bySeat = scores.map((seat) => seat[place]!);
    const cards = view.players.map((player) => known(player).filter((card) => letterOf(card) === species));
    const owner = cards.findIndex((held) => held.some((card) => card.rank === 1));
    const holdings = bySeat.map(({ sum }, seat): Holding => {
      const held = cards[seat] ?? [];
      const outdone = held.reduce((ranks, card) => ranks + card.rank, 0) > sum;
      return { seat, cards: held, sum, outdoneBy: outdone ? owner : null };
    });
    return {
      species,
      seats: bySeat.flatMap(({ right }, seat) => (right ? [seat] : [])),
      holdings: holdings.filter((holding) => holding.cards.length).sort((one, other) => other.sum - one.sum),
      paths: bySeat.map((score) => pathsIn([score])[0]),
    };
  });
}

function scoresIn(seen: Table, seat: number): SpeciesScore[] {
  return speciesScores(seen as Table<ArboretumPosition>, seat);
}

function pathsIn(scores: readonly SpeciesScore[]): Path[] {
  return scores.flatMap(({ species, points, path }) => (points ? [{ species, points, cards: path }] : []));
}
