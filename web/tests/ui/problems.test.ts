import { expect, it } from "vitest";
import { Refused, Unreachable } from "../../src/server/problems";
import { t } from "../../src/texts";
import { sentence } from "../../src/ui/problems";

it("tells a refusal in the server's own words", () => {
  const problem = { status: 409, code: "seat_taken", detail: "Seat 2 is taken." };
  expect(sentence(new Refused(problem))).toBe("Seat 2 is taken.");
});

it.each([
  ["nothing answers", new Unreachable("fetch failed")],
  ["a proxy answers for the server", new Refused({ status: 502, code: "status_502", detail: "Status 502." })],
])("says that the server cannot be reached where %s", (_, error) => {
  expect(sentence(error)).toBe(t.common.unreachable);
});

it("does not show people what only programmers understand", () => {
  expect(sentence(new TypeError("x is undefined"))).toBe(t.common.broken);
});
