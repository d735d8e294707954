import { beforeEach, describe, expect, it, vi } from "vitest";
import { kept } from "../../src/ui/settings";
import { tabTitle } from "../../src/ui/notices";
import { Keeping, refusing } from "../browser/storage";

describe("a setting", () => {
  let storage: Keeping;

  beforeEach(() => {
    storage = new Keeping();
    vi.stubGlobal("localStorage", storage);
  });

  it("is as it was before until somebody chooses, and nothing is kept", () => {
    expect(kept("loud", false).value).toBe(false);
    expect(storage.kept.size).toBe(0);
  });

  it("that was chosen is the same when the page is opened again", () => {
    kept("loud", false).value = true;
    expect(kept("loud", false).value).toBe(true);
  });

  it("is a matter of its own", () => {
    kept("loud", false).value = true;
    expect(kept("long", false).value).toBe(false);
  });

  it.each(["broken", '"yes"', "1", "null"])("that is kept as %s counts for nothing", (text) => {
    kept("loud", false).value = true;
    for (const key of storage.kept.keys()) storage.setItem(key, text);
    expect(kept("loud", false).value).toBe(false);
  });

  it("that is none of the choices counts for nothing", () => {
    const isOne = (value: unknown) => value === "light" || value === "dark";
    kept("look", "light").value = "pink";
    expect(kept("look", "dark", isOne).value).toBe("dark");
  });

  it("holds until the page is closed where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", refusing);
    const loud = kept("loud", false);
    loud.value = true;
    expect(loud.value).toBe(true);
  });
});

describe("the title of the tab", () => {
  it("begins with what is to be done", () => {
    expect(tabTitle("A game", "Your turn")).toBe("● Your turn · A game · Gemgrove");
  });

  it("is the name alone on the first page", () => {
    expect(tabTitle("", null)).toBe("Gemgrove");
  });
});
