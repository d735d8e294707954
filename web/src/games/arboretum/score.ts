/** Paths and their points, and the score sheet at the end. */

import { inPlay, isKnown, known, LETTERS, letterOf, numberOf, RANKS } from "./cards";
import { type Cell, cellKey, neighbors } from "./legal-moves";
import type { ArboretumView, Card, Held, Planted } from "./types";

/** From this length on, a path of a single species counts double. */
const DOUBLED_LENGTH = 4;
const BEGIN_BONUS = 1;
const END_BONUS = 2;

export interface Path {
  /** The species' letter. */
  species: string;
  cards: Planted[];
  points: number;
}

/** The parts that make up the points of a path. */
export interface Worth {
  cards: number;
  doubled: number;
  begins: number;
  ends: number;
}

export function worthOf(cards: readonly Card[]): Worth {
  const length = cards.length;
  const [first, last] = [cards[0], cards.at(-1)];
  const pure = first && cards.every((card) => letterOf(card) === letterOf(first));
  return {
    cards: length,
    doubled: pure && length >= DOUBLED_LENGTH ? length : 0,
    begins: first?.rank === 1 ? BEGIN_BONUS : 0,
    ends: last?.rank === RANKS ? END_BONUS : 0,
  };
}

/** The best path of each species that has one, by letter, in the order of the species.
 *
 * Among equals it is the smallest as a list of card numbers, as in the engine. Ranks rise along a
 * path, so there are few enough paths to try all of them.
 */
export function bestPaths(arboretum: readonly Planted[]): Map<string, Path> {
  const cards = new Map(arboretum.map((card) => [cellKey(card), card]));
  const best = new Map<string, Path>();
  const path: Planted[] = [];
  const go = (card: Planted): void => {
    path.push(card);
    const first = path[0];
    if (path.length > 1 && first && letterOf(first) === letterOf(card)) {
      const { cards: length, doubled, begins, ends } = worthOf(path);
      const points = length + doubled + begins + ends;
      const rival = best.get(letterOf(card));
      if (!rival || points > rival.points || (points === rival.points && before(path, rival.cards)))
        best.set(letterOf(card), { species: letterOf(card), cards: [...path], points });
    }
    for (const cell of neighbors(card)) {
      const next = cards.get(cellKey(cell));
      if (next && next.rank > card.rank) go(next);
    }
    path.pop();
  };
  arboretum.forEach(go);
  return new Map([...best].sort(([one], [other]) => LETTERS.indexOf(one) - LETTERS.indexOf(other)));
}

/** Whether a list of cards sorts before another by card numbers. */
function before(one: readonly Card[], other: readonly Card[]): boolean {
  for (const [place, card] of one.entries()) {
    const rival = other[place];
    if (!rival) return false;
    if (card.id !== rival.id) return numberOf(card) < numberOf(rival);
  }
  return one.length < other.length;
}

/** The effect of a planting on the path of a species. */
export interface Change {
  species: string;
  before: number;
  after: number;
  /** The path afterwards. */
  path: Path;
}

/** The species whose best path improves if a card is planted in a cell. */
export function preview(arboretum: readonly Planted[], card: Card, cell: Cell): Change[] {
  const old = bestPaths(arboretum);
  const grown = bestPaths([...arboretum, { ...card, ...cell }]);
  return [...grown.values()].flatMap((path) => {
    const before = old.get(path.species)?.points ?? 0;
    return path.points === before ? [] : [{ species: path.species, before, after: path.points, path }];
  });
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
}

export interface SeatSheet {
  paths: Map<string, Path>;
  /** The points of the paths that count. */
  total: number;
  /** Different species in the arboretum, which break ties. */
  species: number;
}

export interface ScoreSheet {
  rights: Right[];
  seats: SeatSheet[];
  winners: number[];
}

/** The score sheet of a finished game; the hands must be known. */
export function scoreSheet(view: ArboretumView): ScoreSheet {
  const rights = inPlay(view.players.length).map((species) => rightTo(view, species));
  const seats = view.players.map((player): SeatSheet => {
    const paths = bestPaths(player.arboretum);
    const total = rights
      .filter((right) => right.seats.includes(player.seat))
      .reduce((sum, right) => sum + (paths.get(right.species)?.points ?? 0), 0);
    return { paths, total, species: new Set(player.arboretum.map(letterOf)).size };
  });
  const merits = seats.map((seat) => seat.total * (LETTERS.length + 1) + seat.species);
  return { rights, seats, winners: indexesOfMax(merits) };
}

function rightTo(view: ArboretumView, species: string): Right {
  const held = view.players.map((player) => known(player).filter((card) => letterOf(card) === species));
  const has = (rank: number) => (cards: Held[]) => cards.some((card) => card.rank === rank);
  const owner = held.findIndex(has(1));
  const holdings = held.map((cards, seat): Holding => {
    const outdoneBy = owner >= 0 && owner !== seat && has(RANKS)(cards) ? owner : null;
    const ranks = cards.reduce((sum, card) => sum + card.rank, 0);
    return { seat, cards, sum: ranks - (outdoneBy === null ? 0 : RANKS), outdoneBy };
  });
  return {
    species,
    seats: indexesOfMax(holdings.map((holding) => holding.sum)),
    holdings: holdings.filter((holding) => holding.cards.length).sort((one, other) => other.sum - one.sum),
  };
}

/** The indexes of the largest number. */
function indexesOfMax(numbers: readonly number[]): number[] {
  const most = Math.max(...numbers);
  return numbers.flatMap((number, place) => (number === most ? [place] : []));
}

/** The sum of the known ranks in a hand, by species. */
export function handSums(hand: readonly (Held | { hidden: true })[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const card of hand.filter(isKnown)) sums.set(letterOf(card), (sums.get(letterOf(card)) ?? 0) + card.rank);
  return sums;
}
