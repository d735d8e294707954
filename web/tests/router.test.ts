import { beforeEach, describe, expect, it, vi } from "vitest";
import { keyOf, parse, paths, rememberedInvite, rememberInvite } from "../src/router";
import { blockedStorage, MemoryStorage } from "./fake-storage";

describe("an address", () => {
  it.each([
    ["/", { page: "home" }],
    ["/mine", { page: "mine" }],
    ["/finished", { page: "finished" }],
    ["/leaders", { page: "leaders" }],
    ["/about", { page: "about" }],
    ["/mine/", { page: "mine" }],
    ["/games/chess", { page: "rules", game: "chess" }],
    ["/table/t_1", { page: "table", id: "t_1", invite: null }],
    ["/review/t_1", { page: "review", id: "t_1", invite: null, at: null }],
  ])("%s is a page", (path, page) => {
    expect(parse(path)).toEqual(page);
  });

  it.each(["/nothing", "/table", "/table/t_1/more", "/mine/more", "/games", "/index.html"])("%s is not one", (path) => {
    expect(parse(path)).toEqual({ page: "unknown", path });
  });

  it("may have an invite code after the #", () => {
    expect(parse("/table/t_1", "#invite=AB12")).toMatchObject({ id: "t_1", invite: "AB12" });
  });

  it("may name a position of a review", () => {
    expect(parse("/review/t_1", "#invite=AB12&at=17")).toMatchObject({ invite: "AB12", at: 17 });
    expect(parse("/review/t_1", "#at=0")).toMatchObject({ at: 0 });
  });

  it.each(["#at=", "#at=-1", "#at=x", "#at=1.5"])("has no position in %s", (hash) => {
    expect(parse("/review/t_1", hash)).toMatchObject({ at: null });
  });

  it("with a malformed escape is read literally", () => {
    expect(parse("/games/%E0%A4%A")).toEqual({ page: "rules", game: "%E0%A4%A" });
  });

  it.each([
    paths.table("t_1", "AB&12"),
    paths.review("t_1", "AB12", 3),
    paths.review("t_1"),
    paths.rules("a game"),
    paths.home,
  ])("%s that is written can be read again", (path) => {
    const url = new URL(path, "http://localhost");
    const read = parse(url.pathname, url.hash);
    const written =
      read.page === "table"
        ? paths.table(read.id, read.invite)
        : read.page === "review"
          ? paths.review(read.id, read.invite, read.at)
          : read.page === "rules"
            ? paths.rules(read.game)
            : paths.home;
    expect(written).toBe(path);
  });
});

describe("a page", () => {
  it("is the same at another position of a review", () => {
    expect(keyOf(parse("/review/t_1", "#at=1"))).toBe(keyOf(parse("/review/t_1", "#at=2")));
  });

  it("is another for another table", () => {
    expect(keyOf(parse("/table/t_1"))).not.toBe(keyOf(parse("/table/t_2")));
    expect(keyOf(parse("/table/t_1"))).not.toBe(keyOf(parse("/review/t_1")));
  });
});

describe("an invite code", () => {
  beforeEach(() => vi.stubGlobal("localStorage", new MemoryStorage()));

  it("is remembered", () => {
    rememberInvite("t_1", "AB12");
    rememberInvite("t_2", "CD34");
    expect(rememberedInvite("t_1")).toBe("AB12");
    expect(rememberedInvite("t_3")).toBeNull();
  });

  it("is forgotten after a hundred others", () => {
    for (let table = 0; table <= 100; table += 1) rememberInvite(`t_${table}`, "AB12");
    expect(rememberedInvite("t_0")).toBeNull();
    expect(rememberedInvite("t_1")).toBe("AB12");
  });

  it("counts as new when used again", () => {
    for (let table = 0; table < 100; table += 1) rememberInvite(`t_${table}`, "AB12");
    rememberInvite("t_0", "AB12");
    rememberInvite("t_100", "AB12");
    expect(rememberedInvite("t_0")).toBe("AB12");
  });

  it("is not remembered if nothing can be stored, without an error", () => {
    vi.stubGlobal("localStorage", blockedStorage);
    rememberInvite("t_1", "AB12");
    expect(rememberedInvite("t_1")).toBeNull();
  });
});
