import { afterEach, expect, test, vi } from "vitest";
import { verified, type Promised } from "../../src/review/deal";
import deals from "../table/data/deals.json";
import { after, told } from "../table/lives";

const PROMISED = deals.map(
  (deal): [string, Promised] => [
    deal.table,
    {
      table: deal.table,
      deal: { kind: deal.kind as "sealed" | "position", commitment: deal.commitment },
      secret: deal.secret,
      nonces: deal.nonces,
      dealt: deal.dealt,
    },
  ],
);

const one = PROMISED[0]?.[1] as Promised;
const three = PROMISED[2]?.[1] as Promised;

afterEach(() => void vi.unstubAllGlobals());

test.each(PROMISED)("what was promised for %s was kept", async (_, promised) => {
  expect(await verified(promised)).toBe("kept");
});

test.each(["quarrel", "continuation"])("the table %s was dealt as promised", async (name) => {
  const { table, events } = told(name, null);
  const state = after(table, events);
  expect(await verified({ ...state, table })).toBe("kept");
});

test("another secret is not the one that was promised", async () => {
  expect(await verified({ ...one, secret: `ff${one.secret?.slice(2)}` })).toBe("broken");
});

test("a secret that was promised to another table counts for nothing", async () => {
  expect(await verified({ ...one, table: "t_other" })).toBe("broken");
});

test("a deal that leaves out what a seat has added is another one", async () => {
  expect(await verified({ ...three, nonces: ["ab", "", ""] })).toBe("other");
  expect(await verified({ ...three, nonces: ["ab", "00ff"] })).toBe("other");
});

test("an open deal promises nothing", async () => {
  expect(await verified({ ...one, deal: { kind: "open", commitment: null } })).toBe("open");
});

test("a secret that is not there cannot be checked", async () => {
  expect(await verified({ ...one, secret: null })).toBe("hidden");
});

test("a browser that cannot hash says so", async () => {
  vi.stubGlobal("crypto", {});
  expect(await verified(one)).toBe("unable");
});
