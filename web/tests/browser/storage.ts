/** What a browser has and Node has not, as far as the tests need it. */

export class Keeping implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly kept = new Map<string, string>();

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

/** A storage that refuses, as browsers do where nothing may be kept. */
export const refusing: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
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
