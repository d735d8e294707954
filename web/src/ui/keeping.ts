/** What the browser keeps for this page. One that keeps nothing is no reason to fail. */

export function readKept<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

export function writeKept(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It holds until the page is closed.
  }
}
