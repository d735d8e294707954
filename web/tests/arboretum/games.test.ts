/** Replays whole games of the engine for every audience. */

import { describe, expect, it } from "vitest";
import { apply } from "../../src/games/arboretum/apply-decision";
import { inPlay, isKnown } from "../../src/games/arboretum/cards";
import { freeCells, legal } from "../../src/games/arboretum/legal-moves";
import { bestPaths, preview } from "../../src/games/arboretum/score";
import type { ArboretumView } from "../../src/games/arboretum/types";
import { digest } from "../recordings";
import { games, type StoredGame, toldTo } from "./games";

/** The views of a seat before and after each step. */
function* followed(
  game: StoredGame,
  seat: number | null,
): Generator<[StoredGame["steps"][number], ArboretumView, ArboretumView]> {
  let view = game.starts[seat === null ? 0 : seat + 1]!;
  for (const step of game.steps) {
    const after = apply(view, toldTo(step, seat));
    yield [step, view, after];
    view = after;
  }
}

function pointsOf(view: ArboretumView, seat: number): number[] {
  const paths = bestPaths(view.players[seat]!.arboretum);
  return inPlay(view.players.length).map((species) => paths.get(species)?.points ?? 0);
}

it("has games of two to four players and with both presets", () => {
  expect(new Set(games.map(([, game]) => game.starts.length - 1))).toEqual(new Set([2, 3, 4]));
  expect(new Set(games.map(([, game]) => game.rules.seed_discards))).toEqual(new Set([false, true]));
});

describe.each(games)("%s", (_, game) => {
  const seats = game.starts.slice(1).map((view) => view.seat as number);

  it("reaches the engine's view for every seat and for spectators", () => {
    for (const [audience, seat] of [null, ...seats].entries()) {
      let last: ArboretumView | undefined;
      for (const [step, , after] of followed(game, seat)) {
        expect(digest(after)).toBe(step.views[audience]);
        last = after;
      }
      expect(last?.over).toBe(true);
    }
  });

  it("does not change the given view", () => {
    for (const [step, view] of followed(game, seats[0]!)) {
      const as = JSON.stringify(view);
      apply(view, toldTo(step, seats[0]!));
      expect(JSON.stringify(view)).toBe(as);
    }
  });

  it("has the engine's legal moves for the seat to move", () => {
    let decided = 0;
    for (const seat of seats) {
      for (const [step, view] of followed(game, seat)) {
        if (view.to_move !== seat) continue;
        expect(legal(view)).toEqual(step.legal);
        decided += 1;
      }
    }
    expect(decided).toBe(game.steps.length);
  });

  it("scores the paths after each planting as the engine does, and so does the preview", () => {
    const species = inPlay(seats.length);
    for (const seat of seats) {
      for (const [step, before, after] of followed(game, seat)) {
        const picked = before.picked;
        if (!step.points || before.to_move !== seat || !picked || !isKnown(picked)) continue;
        expect(pointsOf(after, seat)).toEqual(step.points);
        const own = before.players[seat]!.arboretum;
        const { planted } = toldTo(step, seat);
        expect(freeCells(own)).toContainEqual({ x: planted!.x, y: planted!.y });
        const was = pointsOf(before, seat);
        expect(
          preview(own, picked, planted!).map((change) => [
            change.species,
            change.before,
            change.after,
            change.path.points,
          ]),
        ).toEqual(
          species.flatMap((letter, place) => {
            const [old, now] = [was[place]!, step.points![place]!];
            return old === now ? [] : [[letter, old, now, now]];
          }),
        );
      }
    }
  });

  it("has no legal move for spectators when a card is picked in secret, nor at the end", () => {
    for (const [, , after] of followed(game, null)) {
      if (after.phase === "plant" || after.over) expect(legal(after)).toEqual([]);
    }
  });
});
