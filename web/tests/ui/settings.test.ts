import { beforeEach, describe, expect, it, vi } from "vitest";
import { tabTitle } from "../../src/ui/notifications";
import { storedSignal } from "../../src/ui/settings";
import { blockedStorage, MemoryStorage } from "../fake-storage";

describe("a setting", () => {
  let storage: MemoryStorage;

  beforeEach(() => {
    storage = new MemoryStorage();
    vi.stubGlobal("localStorage", storage);
  });

  it("has its default until it is changed, and nothing is stored", () => {
    expect(storedSignal("loud", false).value).toBe(false);
    expect(storage.items.size).toBe(0);
  });

  it("keeps its value when the page is opened again", () => {
    storedSignal("loud", false).value = true;
    expect(storedSignal("loud", false).value).toBe(true);
  });

  it("is independent of others", () => {
    storedSignal("loud", false).value = true;
    expect(storedSignal("long", false).value).toBe(false);
  });

  it.each(["broken", '"yes"', "1", "null"])("stored as %s is ignored", (text) => {
    storedSignal("loud", false).value = true;
    for (const key of storage.items.keys()) storage.setItem(key, text);
    expect(storedSignal("loud", false).value).toBe(false);
  });

  it("with an invalid stored value has its default", () => {
    const isOne = (value: unknown) => value === "light" || value === "dark";
    storedSignal("look", "light").value = "pink";
    expect(storedSignal("look", "dark", isOne).value).toBe("dark");
  });

  it("lasts until the page is closed if nothing can be stored", () => {
    vi.stubGlobal("localStorage", blockedStorage);
    const loud = storedSignal("loud", false);
    loud.value = true;
    expect(loud.value).toBe(true);
  });
});

describe("the title of the tab", () => {
  it("starts with the alert", () => {
    expect(tabTitle("A game", "Your turn")).toBe("● Your turn · A game · Gemgrove");
  });

  it("is the name alone on the home page", () => {
    expect(tabTitle("", null)).toBe("Gemgrove");
  });
});
