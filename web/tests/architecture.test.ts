/** Checks the imports in src/ against the diagram in docs/architecture.md. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));
const PAGE = fileURLToPath(new URL("../../docs/architecture.md", import.meta.url));
const GAMES = readdirSync(join(SOURCES, "games"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const IMPORT = /(?:from|import|import\() ?"(\.[^"]+)"/g;

/** The parts of the page from top to bottom, by the lines of the diagram. */
function layers(): string[][] {
  const [, section = ""] = readFileSync(PAGE, "utf8").split("## The table in the browser (`web/`)");
  const [, diagram = ""] = section.split("```");
  return diagram
    .trim()
    .split("\n")
    .map((line) => (line.split(/ {2,}/)[0] ?? "").split(", ").map((part) => part.replace("/", "")));
}

/** The folder or top-level module of a path below src/, or the engine beside it. */
function partOf(path: string): string {
  return (path.replace("../engine/", "engine/").split("/")[0] ?? "").replace(/\.tsx?$/, "");
}

/** A sentence for each import of a source that does not point downward. */
function violations(path: string, source: string, order: readonly string[][]): string[] {
  const level = (part: string) => order.findIndex((parts) => parts.includes(part));
  return [...source.matchAll(IMPORT)].flatMap(([, target = ""]) => {
    const imported = normalize(join(dirname(path), target));
    const [from, to] = [partOf(path), partOf(imported)];
    if (level(from) < 0) return [`${from} is not in the diagram.`];
    if (level(to) < 0) return [`${to} is not in the diagram.`];
    if (from !== to) return level(from) < level(to) ? [] : [`${path} imports ${imported}, which is not below it.`];
    const [game, other] = [gameOf(path), gameOf(imported)];
    return game && other && game !== other ? [`${path} imports ${imported}, another game.`] : [];
  });
}

/** The game whose folder contains a path. */
function gameOf(path: string): string | undefined {
  return GAMES.find((game) => path.startsWith(`games/${game}`));
}

test("imports point downward in the diagram", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const order = layers();
  expect(order.flat()).toContain("games");
  expect(files.flatMap((path) => violations(path, readFileSync(join(SOURCES, path), "utf8"), order))).toEqual([]);
});

describe("an import in another direction is found", () => {
  const order = [["app"], ["lobby", "review"], ["games"], ["ui"]];
  test.each([
    ["ui/dialog.tsx", "../games/kind", "ui/dialog.tsx imports games/kind, which is not below it."],
    ["lobby/home.tsx", "../review/page", "lobby/home.tsx imports review/page, which is not below it."],
    [
      "games/splendor/board.tsx",
      "../arboretum/card",
      "games/splendor/board.tsx imports games/arboretum/card, another game.",
    ],
    ["games/splendor/board.tsx", "../arboretum", "games/splendor/board.tsx imports games/arboretum, another game."],
    ["lobby/home.tsx", "../extras/x", "extras is not in the diagram."],
  ])("%s", (path, target, expected) => {
    expect(violations(path, `import { x } from "${target}";`, order)).toEqual([expected]);
  });
  test.each([
    ["app.tsx", "./lobby/home"],
    ["games/index.ts", "./splendor"],
    ["games/splendor/board.tsx", "../kind"],
    ["games/splendor/board.tsx", "./card"],
  ])("but not in %s", (path, target) => {
    expect(violations(path, `const x = import("${target}");`, order)).toEqual([]);
  });
});
