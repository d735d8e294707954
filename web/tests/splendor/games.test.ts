import { describe, expect, it } from "vitest";
import { apply } from "../../src/games/splendor/apply-decision";
import { legal } from "../../src/games/splendor/legal-moves";
import { digest } from "../recordings";
import { endOf, GAMES, positions } from "./games";

describe.each(GAMES)("the game %s", (_name, told) => {
  it("is reproduced from what is told of its decisions", () => {
    let view = told.start;
    for (const [number, step] of told.steps.entries()) {
      view = apply(view, step.told);
      expect(digest(view), `after decision ${number + 1}, ${step.told.move}`).toBe(step.view);
    }
    expect(view.over).toBe(true);
  });

  it("does not change earlier views", () => {
    const frozen = deeplyFrozen(structuredClone(told.start));
    told.steps.reduce((view, step) => deeplyFrozen(apply(view, step.told)), frozen);
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
