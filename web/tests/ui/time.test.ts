import { describe, expect, it } from "vitest";
import { ago, clockText, date, duration } from "../../src/ui/time";

const NOW = 1_800_000_000;
const DAY = 86_400;

describe("a time that has passed", () => {
  it.each([
    [0, "just now"],
    [44, "just now"],
    [45, "1 minute ago"],
    [150, "3 minutes ago"],
    [3_600, "1 hour ago"],
    [5 * 3_600, "5 hours ago"],
    [DAY, "yesterday"],
    [3 * DAY, "3 days ago"],
  ])("by %i seconds is told as %s", (seconds, text) => {
    expect(ago(NOW - seconds, NOW)).toBe(text);
  });

  it("more than a week ago is a date", () => {
    expect(ago(NOW - 8 * DAY, NOW)).toBe(date(NOW - 8 * DAY));
  });

  it("in the future is now", () => {
    expect(ago(NOW + 30, NOW)).toBe("just now");
  });
});

describe("a clock", () => {
  it.each([
    [0, "0:00"],
    [0.2, "0:01"],
    [9, "0:09"],
    [60, "1:00"],
    [59.5, "1:00"],
    [3_599, "59:59"],
    [3_600, "1:00:00"],
    [-3, "0:00"],
  ])("with %d seconds left shows %s", (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});

describe("a duration", () => {
  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [3_600, "1 hour"],
    [2 * DAY + 7_200, "2 days 2 hours"],
  ])("of %i seconds is %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
