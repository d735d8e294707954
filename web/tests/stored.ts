/** How what the engine tells is stored for these tests, as tests/web/stored.py has it. */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";

/** The stored files of a part by their names. They are large: read as they are, not made modules. */
export function stored<File>(part: string): [name: string, file: File][] {
  const folder = new URL(`./${part}/data/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((name) => [name.replace(/\.json$/, ""), JSON.parse(readFileSync(new URL(name, folder), "utf8")) as File]);
}

/** A short text that differs for another value. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(ordered(value))).digest("hex").slice(0, 12);
}

/** The same with the names of its members in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
