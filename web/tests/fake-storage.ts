/** Substitutes for the browser's storage. */

export class MemoryStorage implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** A storage that throws, as in browsers that block it. */
export const blockedStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: () => {
    throw new Error("not allowed");
  },
  setItem: () => {
    throw new Error("not allowed");
  },
  removeItem: () => {
    throw new Error("not allowed");
  },
};
