/** Reads recordings of the engine; tests/web/recording.py writes them. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** The recordings in a folder, by name. Read as files, since they are too large to import. */
export function stored<File>(part: string): [name: string, file: File][] {
  const folder = new URL(`./${part}/data/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((name) => [name.replace(/\.json$/, ""), JSON.parse(readFileSync(new URL(name, folder), "utf8")) as File]);
}

/** A short hash of a value. */
export function digest(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(ordered(value)))
    .digest("hex")
    .slice(0, 12);
}

/** The same value with sorted keys. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
