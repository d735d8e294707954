/** The user's settings, stored in the browser. */

import { effect, type Signal, signal } from "@preact/signals";
import { readStorage, writeStorage } from "./storage";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "gemgrove.settings.";

/** A signal that is stored; invalid stored values are ignored. */
export function storedSignal<Value>(
  name: string,
  otherwise: Value,
  isOne: (value: unknown) => boolean = (value) => typeof value === typeof otherwise,
): Signal<Value> {
  const found = readStorage<unknown>(KEY + name, otherwise);
  const choice = signal(isOne(found) ? (found as Value) : otherwise);
  let first = true;
  effect(() => {
    const { value } = choice;
    if (!first) writeStorage(KEY + name, value);
    first = false;
  });
  return choice;
}

export const theme = storedSignal<Theme>("theme", "auto", (value) => THEMES.includes(value as Theme));
export const sound = storedSignal("sound", false);
/** Whether to notify the user of turns; the browser must permit it, too. */
export const notifications = storedSignal("notifications", false);

/** Applies the chosen theme. */
export function applyTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === "auto") delete dataset.theme;
    else dataset.theme = theme.value;
  });
}
