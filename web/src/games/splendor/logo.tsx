/** The game's logo: a card's hills with gems in front. */

import "./styles/index.css";
import { Gem } from "./gems";
import type { Token } from "./types";

const STONES: [Token, number, number, number][] = [
  ["blue", 8, 54, 30],
  ["red", 62, 52, 30],
  ["green", 33, 48, 36],
  ["white", 20, 74, 22],
  ["gold", 58, 74, 20],
];

export function Logo() {
  return (
    <svg class="sp-logo" viewBox="0 0 100 100" aria-hidden="true">
      <rect width="100" height="100" rx="16" fill="#123c33" />
      <circle cx="66" cy="30" r="13" fill="#f1d488" />
      <path fill="#1f6a56" d="M0 66L26 30 46 58 66 34 100 70V84q0 16-16 16H16Q0 100 0 84z" />
      <path fill="#0d2f2a" d="M0 82Q50 60 100 82v2q0 16-16 16H16Q0 100 0 84z" />
      {STONES.map(([token, x, y, size]) => (
        <svg key={token} x={x} y={y} width={size} height={size}>
          <Gem token={token} />
        </svg>
      ))}
    </svg>
  );
}
