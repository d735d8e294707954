/** What a person has chosen about this page. The browser keeps it. */

import { effect, signal, type Signal } from "@preact/signals";
import { readKept, writeKept } from "./keeping";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "gemgrove.settings.";

/** A choice that is kept; what was kept and is none of the choices counts for nothing. */
export function kept<Value>(
  name: string,
  otherwise: Value,
  isOne: (value: unknown) => boolean = (value) => typeof value === typeof otherwise,
): Signal<Value> {
  const found = readKept<unknown>(KEY + name, otherwise);
  const choice = signal(isOne(found) ? (found as Value) : otherwise);
  let first = true;
  effect(() => {
    const { value } = choice;
    if (!first) writeKept(KEY + name, value);
    first = false;
  });
  return choice;
}

export const theme = kept<Theme>("theme", "auto", (value) => THEMES.includes(value as Theme));
export const sound = kept("sound", false);
/** Whether the browser shall say whose turn it is; it is asked for permission besides. */
export const notices = kept("notices", false);

/** Let the page look as chosen. */
export function applyTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === "auto") delete dataset["theme"];
    else dataset["theme"] = theme.value;
  });
}
