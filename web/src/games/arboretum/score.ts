/** Paths and what they are worth, and at the end the whole score sheet. */

import { inPlay, isKnown, known, letterOf, LETTERS, numberOf, RANKS } from "./cards";
import { cellKey, neighbors, type Cell } from "./legal";
import type { ArboretumView, Card, Held, Planted } from "./types";

/** A path of one species counts double from so many cards on. */
const DOUBLED_LENGTH = 4;
const BEGIN_BONUS = 1;
const END_BONUS = 2;

export interface Path {
  /** The letter. */
  species: string;
  cards: Planted[];
  points: number;
}

/** What makes up the points of a path. */
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
 * Among equals it is the one that is smallest as a list of card numbers, as in the engine. A path
 * rises, so there are few enough of them to follow each to its end.
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
  return new Map(
    [...best].sort(([one], [other]) => LETTERS.indexOf(one) - LETTERS.indexOf(other)),
  );
}

/** Whether a list of cards comes before another by their numbers. */
function before(one: readonly Card[], other: readonly Card[]): boolean {
  for (const [place, card] of one.entries()) {
    const rival = other[place];
    if (!rival) return false;
    if (card.id !== rival.id) return numberOf(card) < numberOf(rival);
  }
  return one.length < other.length;
}

/** What a planting does to the path of a species. */
export interface Change {
  species: string;
  before: number;
  after: number;
  /** The path afterwards. */
  path: Path;
}

/** The species whose best path a card planted in a cell would better. */
export function preview(arboretum: readonly Planted[], card: Card, cell: Cell): Change[] {
  const old = bestPaths(arboretum);
  const grown = bestPaths([...arboretum, { ...card, ...cell }]);
  return [...grown.values()].flatMap((path) => {
    const before = old.get(path.species)?.points ?? 0;
    return path.points === before
      ? []
      : [{ species: path.species, before, after: path.points, path }];
  });
}

/** What a seat holds of a species at the end. */
export interface Holding {
  seat: number;
  cards: Held[];
  /** What the cards count for the right to score. */
  sum: number;
  /** The seat whose 1 makes the 8 among the cards count nothing. */
  outdoneBy: number | null;
}

export interface Right {
  species: string;
  /** Who may score it. */
  seats: number[];
  /** Of the seats that hold it, the highest sum first. */
  holdings: Holding[];
}

export interface SeatSheet {
  paths: Map<string, Path>;
  /** The points of the paths that count. */
  total: number;
  /** Different species in the arboretum; they decide between equal points. */
  species: number;
}

export interface ScoreSheet {
  rights: Right[];
  seats: SeatSheet[];
  winners: number[];
}

/** How the points of a finished game come about; the hands must be known. */
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
  return { rights, seats, winners: allMost(merits) };
}

function rightTo(view: ArboretumView, species: string): Right {
  const held = view.players.map((player) =>
    known(player).filter((card) => letterOf(card) === species),
  );
  const has = (rank: number) => (cards: Held[]) => cards.some((card) => card.rank === rank);
  const owner = held.findIndex(has(1));
  const holdings = held.map((cards, seat): Holding => {
    const outdoneBy = owner >= 0 && owner !== seat && has(RANKS)(cards) ? owner : null;
    const ranks = cards.reduce((sum, card) => sum + card.rank, 0);
    return { seat, cards, sum: ranks - (outdoneBy === null ? 0 : RANKS), outdoneBy };
  });
  return {
    species,
    seats: allMost(holdings.map((holding) => holding.sum)),
    holdings: holdings
      .filter((holding) => holding.cards.length)
      .sort((one, other) => other.sum - one.sum),
  };
}

/** The places of the largest number. */
function allMost(numbers: readonly number[]): number[] {
  const most = Math.max(...numbers);
  return numbers.flatMap((number, place) => (number === most ? [place] : []));
}

/** What one knows of a hand, by species: the sum of the ranks. */
export function handSums(hand: readonly (Held | { hidden: true })[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const card of hand.filter(isKnown))
    sums.set(letterOf(card), (sums.get(letterOf(card)) ?? 0) + card.rank);
  return sums;
}
