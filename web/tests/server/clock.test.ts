import { beforeEach, expect, test } from "vitest";
import { forgetTime, heardTime, serverTime } from "../../src/server/clock";

beforeEach(forgetTime);

test("before the first answer, the server's time is the local time", () => {
  expect(serverTime(100)).toBe(100);
});

test("the event with the shortest delay sets the server's time", () => {
  heardTime(1000, 1060);
  heardTime(1010, 1062);
  heardTime(1020, 1090);
  expect(serverTime(1100)).toBe(1048);
});

test("a server's clock can be ahead", () => {
  heardTime(5000, 1000);
  expect(serverTime(1001)).toBe(5001);
});
