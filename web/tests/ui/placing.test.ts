import { describe, expect, it } from "vitest";
import { placed } from "../../src/ui/placing";

const SCREEN = { width: 400, height: 800 };
const SIZE = { width: 100, height: 50 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe("what opens next to an element", () => {
  it("is below it, in the middle", () => {
    expect(placed(at(180, 100), SIZE, SCREEN)).toEqual({ left: 150, top: 146 });
  });

  it("is above it where there is no room below", () => {
    expect(placed(at(180, 750), SIZE, SCREEN)).toEqual({ left: 150, top: 694 });
  });

  it.each([
    ["left", at(0, 100), 8],
    ["right", at(360, 100), 292],
  ])("stays on the screen at the %s", (_, anchor, left) => {
    expect(placed(anchor, SIZE, SCREEN).left).toBe(left);
  });

  it("begins on the screen where it is too large for it", () => {
    expect(placed(at(180, 300), { width: 500, height: 900 }, SCREEN)).toEqual({ left: 8, top: 8 });
  });
});
