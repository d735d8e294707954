import { expect, test } from "vitest";
import { whyIdle } from "../../src/games/idle";
import type { View } from "../../src/server/types";

const view = { to_move: 1, over: false } as View;

test.each([
  ["who is not to move", view, 0, false, "It is not your turn."],
  ["who looks on", view, null, false, "You are looking on."],
  ["who has asked for something and waits", view, 1, false, "You cannot move right now."],
  ["an earlier position", view, 1, true, "This position is only looked at: nothing can be played in it."],
  ["a game that is over", { ...view, over: true }, 1, true, "The game is over."],
])("%s", (_what, position, seat, still, sentence) => {
  expect(whyIdle(position, seat, still)).toBe(sentence);
});
