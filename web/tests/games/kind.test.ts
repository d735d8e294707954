import { expect, test } from "vitest";
import { inactiveReason } from "../../src/games/kind";
import type { View } from "../../src/server/types";

const view = { to_move: 1, over: false } as View;

test.each([
  ["a player who is not to move", view, 0, false, "It is not your turn."],
  ["a spectator", view, null, false, "You are watching this game."],
  ["a player whose move is being sent", view, 1, false, "You cannot move right now."],
  ["an earlier position", view, 1, true, "You can look at this position, but not play in it."],
  ["a game that is over", { ...view, over: true }, 1, true, "The game is over."],
])("%s", (_what, position, seat, readOnly, sentence) => {
  expect(inactiveReason(position, seat, readOnly)).toBe(sentence);
});
