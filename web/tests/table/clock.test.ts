import { beforeEach, expect, test } from "vitest";
import { forgetTime, heardTime, serverTime } from "../../src/server/clock";

beforeEach(forgetTime);

test("before the server has said anything, its time is ours", () => {
  expect(serverTime(100)).toBe(100);
});

test("the server's time is told by the event that took the shortest way", () => {
  heardTime(1000, 1060);
  heardTime(1010, 1062);
  heardTime(1020, 1090);
  expect(serverTime(1100)).toBe(1048);
});

test("a server that is ahead is ahead", () => {
  heardTime(5000, 1000);
  expect(serverTime(1001)).toBe(5001);
});
