import { describe, expect, it } from "vitest";
import { follow, legalMoves } from "../../src/engine/positions";
import { splendor } from "../../src/games/splendor";
import { endOf, GAMES, game, positions, type ToldGame } from "./games";

const NAMES = ["Ann", "Ben", "Cleo", "Dan"];

/** The descriptions of a game's decisions whose moves match. */
function sentences(told: ToldGame, move: RegExp, seat = told.seat): string[] {
  return [...positions(told)]
    .filter(([, decision]) => move.test(decision.move))
    .map(([view, decision]) =>
      splendor.describeDecision(view, decision, follow(view, told.rules, decision), NAMES, seat, told.rules),
    );
}

describe("the description of a decision", () => {
  it("addresses the player, and names them to others", () => {
    const told = game("hoarding-2");
    const [own] = sentences(told, /^p3/).filter((sentence) => /^You take \w+, \w+ and \w+\.$/.test(sentence));
    expect(own).toBeDefined();
    expect(sentences(told, /^p3/, 1)).toContain(own?.replace("You take", "Ann takes"));
  });

  it("hides a card that another player reserved unseen", () => {
    const told = game("official-4");
    const blind = sentences(told, /^r . deck/);
    const others = blind.filter((sentence) => !sentence.startsWith("You"));
    expect(others).not.toEqual([]);
    expect(others.filter((sentence) => !/^\w+ reserves a card from the \w+ deck/.test(sentence))).toEqual([]);
    const own = blind.filter((sentence) => sentence.startsWith("You"));
    expect(own.filter((sentence) => !/^You reserve the \w+ card.* from the \w+ deck/.test(sentence))).toEqual([]);
  });

  it("announces the last round once", () => {
    for (const [name, told] of GAMES) {
      const played = [...positions(told)].map(([view, decision]) => follow(view, told.rules, decision));
      const reached = played.some((view) => !view.over && Math.max(...view.scores) >= Number(told.rules.target_points));
      const said = sentences(told, /./).filter((sentence) => sentence.endsWith(" This is the last round."));
      expect(said, name).toHaveLength(reached ? 1 : 0);
    }
  });

  it("names the visiting nobles", () => {
    expect(GAMES.flatMap(([, told]) => sentences(told, /./)).join(" ")).toMatch(/ visits (you|Ann): 3 points\./);
  });
});

describe.each(GAMES)("in the game %s", (_name, told) => {
  const places = [...positions(told)];

  it("every decision has a description", () => {
    const said = sentences(told, /./);
    expect(said.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  });

  it("every legal move has a description, and every position a task", () => {
    const said = places.flatMap(([view, decision]) => [
      splendor.task(view, told.rules),
      ...[decision.move, ...legalMoves(view, told.rules)].map((move) =>
        splendor.describeMove(view, move, [], null, told.rules),
      ),
    ]);
    expect(said.filter((words) => !/^[A-Z].*\w\)?$/.test(words))).toEqual([]);
  });

  it("the guide advises only the seat to move, in whole sentences", () => {
    for (const [view] of places) {
      const said = view.players.map((player) => splendor.guide(view, told.rules, player.seat, view.round));
      expect(said[view.to_move] ?? "None.").toMatch(/^[A-Z\d].*[.!]$/);
      expect(said.with(view.to_move, null).every((sentence) => sentence === null)).toBe(true);
    }
  });
});

describe("the guide", () => {
  it("starts with a goal within reach", () => {
    const { start, rules } = game("official-2");
    expect(splendor.guide(start, rules, start.to_move, 1)).toMatch(/^Welcome!.*you need \d/);
  });

  it("has nothing to say when the game is over", () => {
    const { rules } = game("official-2");
    const end = endOf(game("official-2"));
    expect(splendor.guide(end, rules, end.to_move, 30)).toBeNull();
  });
});
