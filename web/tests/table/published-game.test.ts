import { describe, expect, test } from "vitest";
import { lineSeenBy, publishedGame } from "../../src/table/published-game";
import { LIVES, after as stateAfter, told } from "./recorded-tables";

describe.each(LIVES.map(([name]) => name))("the game %s, once it is over", (name) => {
  const { table, events } = told(name, null);
  const { line, ...watched } = stateAfter(table, events);
  const game = publishedGame({ ...watched, line })!;

  test("is seen again as its players saw it", () => {
    for (const { seat, events: own } of LIVES.find(([other]) => other === name)![1].audiences) {
      if (seat === null) continue;
      const seen = stateAfter(table, own, seat).line;
      const found = lineSeenBy(game, line, seat);
      expect(found.map(({ view }) => view)).toEqual(seen.map(({ view }) => view));
      for (const [at, { decision }] of seen.entries()) {
        if (decision?.seat === seat) expect(found[at]!.decision!.move).toBe(decision.move);
      }
    }
  });
});
