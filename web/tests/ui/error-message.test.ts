import { expect, it } from "vitest";
import { Refused, Unreachable } from "../../src/server/problems";
import { t } from "../../src/texts";
import { errorMessage } from "../../src/ui/error-message";

it("shows a refusal in the server's own words", () => {
  const problem = { status: 409, code: "seat_taken", detail: "Seat 2 is taken." };
  expect(errorMessage(new Refused(problem))).toBe("Seat 2 is taken.");
});

it.each([
  ["nothing answers", new Unreachable("fetch failed")],
  ["a proxy answers for the server", new Refused({ status: 502, code: "status_502", detail: "Status 502." })],
])("says that the server cannot be reached where %s", (_, error) => {
  expect(errorMessage(error)).toBe(t.common.unreachable);
});

it("hides technical details", () => {
  expect(errorMessage(new TypeError("x is undefined"))).toBe(t.common.broken);
});
