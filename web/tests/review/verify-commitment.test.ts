import { afterEach, expect, test, vi } from "vitest";
import { type DealProof, verifyDeal } from "../../src/review/verify-commitment";
import deals from "../table/data/deals.json";
import { after, told } from "../table/recorded-tables";

const PROMISED = deals.map((deal): [string, DealProof] => [
  deal.table,
  {
    table: deal.table,
    deal: { kind: deal.kind as "sealed" | "position", commitment: deal.commitment },
    secret: deal.secret,
    nonces: deal.nonces,
    dealt: deal.dealt,
  },
]);

const one = PROMISED[0]?.[1] as DealProof;
const three = PROMISED[2]?.[1] as DealProof;

afterEach(() => void vi.unstubAllGlobals());

test.each(PROMISED)("the deal %s matches its commitment", async (_, promised) => {
  expect(await verifyDeal(promised)).toBe("kept");
});

test.each(["quarrel", "continuation"])("the deal of the table %s matches its commitment", async (name) => {
  const { table, events } = told(name, null);
  const state = after(table, events);
  expect(await verifyDeal({ ...state, table })).toBe("kept");
});

test("another secret does not match", async () => {
  expect(await verifyDeal({ ...one, secret: `ff${one.secret?.slice(2)}` })).toBe("broken");
});

test("a secret of another table does not match", async () => {
  expect(await verifyDeal({ ...one, table: "t_other" })).toBe("broken");
});

test("a deal without a seat's nonce does not match", async () => {
  expect(await verifyDeal({ ...three, nonces: ["ab", "", ""] })).toBe("other");
  expect(await verifyDeal({ ...three, nonces: ["ab", "00ff"] })).toBe("other");
});

test("an open deal has no commitment", async () => {
  expect(await verifyDeal({ ...one, deal: { kind: "open", commitment: null } })).toBe("open");
});

test("a missing secret cannot be checked", async () => {
  expect(await verifyDeal({ ...one, secret: null })).toBe("hidden");
});

test("a browser without hashes is reported", async () => {
  vi.stubGlobal("crypto", {});
  expect(await verifyDeal(one)).toBe("unable");
});
