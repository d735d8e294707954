import { describe, expect, it } from "vitest";
import { follow } from "../../src/games/splendor/follow";
import { legal } from "../../src/games/splendor/legal";
import { digest } from "../stored";
import { GAMES, endOf, positions } from "./games";

describe.each(GAMES)("the game %s", (_name, told) => {
  it("is followed by what is told of its decisions", () => {
    let view = told.start;
    for (const [number, step] of told.steps.entries()) {
      view = follow(view, step.told);
      expect(digest(view), `after decision ${number + 1}, ${step.told.move}`).toBe(step.view);
    }
    expect(view.over).toBe(true);
  });

  it("leaves the views it came from as they were", () => {
    const frozen = deeplyFrozen(structuredClone(told.start));
    told.steps.reduce((view, step) => deeplyFrozen(follow(view, step.told)), frozen);
    expect(frozen).toEqual(told.start);
  });

  it("has the legal moves of the engine at each of the seat's decisions", () => {
    for (const [view, step] of positions(told)) {
      if (step.legal) expect(legal(view, told.rules), `before ${step.told.move}`).toEqual(step.legal);
    }
    expect(legal(endOf(told), told.rules)).toEqual([]);
  });
});

function deeplyFrozen<Value>(value: Value): Value {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deeplyFrozen);
  }
  return value;
}
