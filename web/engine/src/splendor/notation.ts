/** Moves in notation. A place is `m4` in the market, `m` for its deck, `r2` in the reserve. */

import { COLORS, type Color, type Token } from "./view.js";

export type Move =
  | { kind: "take"; colors: readonly Color[] }
  | { kind: "buy" | "reserve"; place: string }
  | { kind: "return" | "pay"; token: Token }
  | { kind: "noble"; slot: number }
  | { kind: "pass" | "skip" };

export function parseMove(text: string): Move {
  const [command, ...words] = text.split(" ");
  const [first = "", second = ""] = words;
  switch (command) {
    case "p1":
    case "p2":
    case "p3":
      return { kind: "take", colors: (command === "p2" && words.length === 1 ? [first, first] : words) as Color[] };
    case "b":
      return { kind: "buy", place: first + second };
    case "br":
      return { kind: "buy", place: `r${first}` };
    case "r":
      return { kind: "reserve", place: second === "deck" ? first : first + second };
    case "return":
    case "pay":
      return { kind: command, token: first as Token };
    case "noble":
      return { kind: "noble", slot: Number(first) };
    case "pass":
    case "skip":
      return { kind: command };
    default:
      throw new SyntaxError(`"${text}" is no move of Splendor; moves are such as "p2 red" or "b m 3".`);
  }
}

/** The inverse of `parseMove`. */
export function text(move: Move): string {
  switch (move.kind) {
    case "take":
      return takeText(move.colors);
    case "buy": {
      const [row, slot] = move.place;
      return row === "r" ? `br ${slot}` : `b ${row} ${slot}`;
    }
    case "reserve":
      return `r ${move.place[0]} ${move.place[1] ?? "deck"}`;
    case "return":
    case "pay":
      return `${move.kind} ${move.token}`;
    case "noble":
      return `noble ${move.slot}`;
    case "pass":
    case "skip":
      return move.kind;
  }
}

/** The take of these tokens, in any order. */
export function takeText(colors: readonly Color[]): string {
  const kinds = COLORS.filter((color) => colors.includes(color));
  return `p${colors.length} ${kinds.join(" ")}`;
}
