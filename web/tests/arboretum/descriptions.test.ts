/** Descriptions of positions and decisions. */

import { describe, expect, it } from "vitest";
import { follow, legalMoves } from "../../src/engine/positions";
import { isKnown } from "../../src/games/arboretum/cards";
import { cardName, describeDecision, describeMove, task } from "../../src/games/arboretum/descriptions";
import { guide } from "../../src/games/arboretum/guide";
import type { ArboretumView } from "../../src/games/arboretum/types";
import { games, toldTo } from "./games";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const [, game] = games.find(([name]) => name === "official-2")!;

/** The descriptions for a seat, with the view before each decision. */
function heard(seat: number | null): [ArboretumView, string][] {
  let view = game.starts[seat === null ? 0 : seat + 1]!;
  return game.steps.map((step) => {
    const [before, decision] = [view, toldTo(step, seat)];
    view = follow(before, game.rules, decision);
    return [before, describeDecision(before, decision, view, NAMES, seat, game.rules)];
  });
}

const words = (seat: number | null) => heard(seat).map(([, text]) => text);

/** The name of the card a decision was about. */
function cardOf(place: number): string {
  const { drawn, planted, discarded } = toldTo(game.steps[place]!, 0);
  const card = drawn?.card ?? planted ?? discarded;
  return card && isKnown(card) ? cardName(card) : "";
}

/** The first seat's first draws from its own pile and from the other's. */
function drawFrom(pile: number): number {
  const place = game.steps.findIndex((step) => {
    const { seat, drawn } = toldTo(step, 0);
    return seat === 0 && drawn?.pile === pile;
  });
  expect(place).toBeGreaterThanOrEqual(0);
  return place;
}

describe("the description of a decision", () => {
  it("hides from others what came from the deck", () => {
    expect(words(0).slice(0, 5)).toEqual([
      `You draw ${cardOf(0)} from the deck.`,
      `You draw ${cardOf(1)} from the deck.`,
      "You choose a card to plant.",
      `You plant ${cardOf(3)} at 0 0.`,
      `You discard ${cardOf(4)}.`,
    ]);
    for (const seat of [1, null]) {
      expect(words(seat).slice(0, 5)).toEqual([
        "Ada draws a card from the deck.",
        "Ada draws a card from the deck.",
        "Ada chooses a card to plant.",
        `Ada plants ${cardOf(3)} at 0 0.`,
        `Ada discards ${cardOf(4)}.`,
      ]);
    }
  });

  it("names the pile from the reader's point of view", () => {
    const own = drawFrom(0);
    expect([0, 1, null].map((seat) => words(seat)[own])).toEqual([
      `You draw ${cardOf(own)} from your pile.`,
      `Ada draws ${cardOf(own)} from their own pile.`,
      `Ada draws ${cardOf(own)} from their own pile.`,
    ]);
    const other = drawFrom(1);
    expect([0, 1, null].map((seat) => words(seat)[other])).toEqual([
      `You draw ${cardOf(other)} from Ben’s pile.`,
      `Ada draws ${cardOf(other)} from your pile.`,
      `Ada draws ${cardOf(other)} from Ben’s pile.`,
    ]);
  });

  it("names the paths that have improved", () => {
    expect(words(null).filter((text) => / path is worth \d+/.test(text)).length).toBeGreaterThan(3);
  });

  it("says once that the deck is empty", () => {
    expect(words(1).filter((text) => text.includes("deck is empty")).length).toBe(1);
  });
});

describe("a move in words", () => {
  it("differs for every legal move", () => {
    for (const [before] of heard(0)) {
      const moves = legalMoves(before, game.rules);
      const said = moves.map((move) => describeMove(before, move, NAMES, 0));
      expect(new Set(said).size).toBe(moves.length);
      for (const [place, text] of said.entries()) expect(text).not.toBe(moves[place]);
    }
  });

  it("names the card on a pile and the planted card", () => {
    const views = heard(0).map(([view]) => view);
    expect(describeMove(views[3]!, "at 0 0", NAMES, 0)).toBe(`Plant ${cardOf(3)} at 0 0`);
    const [own, other] = [drawFrom(0), drawFrom(1)];
    expect(describeMove(views[own]!, "draw 1", NAMES, 0)).toBe(`Draw ${cardOf(own)} from your own pile`);
    expect(describeMove(views[own]!, "draw 1", NAMES, null)).toBe(`Draw ${cardOf(own)} from Ada’s pile`);
    expect(describeMove(views[other]!, "draw 2", NAMES, 0)).toBe(`Draw ${cardOf(other)} from Ben’s pile`);
    expect(describeMove(views[0]!, "pick", NAMES, 0)).toBe("Choose a card to plant");
  });
});

describe("the guide", () => {
  it("has advice for every decision of the seat to move, and for nobody else", () => {
    const said = heard(0).map(([view]) => [view, guide(view, game.rules, 0)] as const);
    expect(said.filter(([view]) => view.to_move === 0 && !view.over).every(([, text]) => text)).toBe(true);
    expect(said.filter(([view]) => view.to_move !== 0).every(([, text]) => text === null)).toBe(true);
    expect(new Set(said.map(([, text]) => text)).size).toBeGreaterThan(9);
    const last = [0, 1].flatMap((seat) =>
      heard(seat).flatMap(([view]) => (view.deck || view.to_move !== seat ? [] : guide(view, game.rules, seat))),
    );
    expect(last.length).toBeGreaterThan(0);
    expect(last.every((text) => text?.includes("last turn"))).toBe(true);
  });
});

it("has a task for every phase", () => {
  const tasks = new Set(heard(0).map(([view]) => task(view)));
  expect(tasks.size).toBe(5);
});
