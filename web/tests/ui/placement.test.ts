import { describe, expect, it } from "vitest";
import { computePosition } from "../../src/ui/placement";

const SCREEN = { width: 400, height: 800 };
const SIZE = { width: 100, height: 50 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe("a popover", () => {
  it("is centered below its anchor", () => {
    expect(computePosition(at(180, 100), SIZE, SCREEN)).toEqual({ left: 150, top: 146 });
  });

  it("is above it if there is no room below", () => {
    expect(computePosition(at(180, 750), SIZE, SCREEN)).toEqual({ left: 150, top: 694 });
  });

  it.each([
    ["left", at(0, 100), 8],
    ["right", at(360, 100), 292],
  ])("stays on the screen at the %s", (_, anchor, left) => {
    expect(computePosition(anchor, SIZE, SCREEN).left).toBe(left);
  });

  it("starts on the screen if it is too large for it", () => {
    expect(computePosition(at(180, 300), { width: 500, height: 900 }, SCREEN)).toEqual({ left: 8, top: 8 });
  });
});
