/** The game's logo. */

import "./styles/index.css";
import { Tree } from "./trees";

/** Offsets and rotation of the three cards. */
const CARDS = [
  ["B", 8, 20, -12],
  ["J", 34, 6, 0],
  ["M", 56, 24, 12],
] as const;

export function Logo() {
  return (
    <svg class="ar-logo" viewBox="0 0 96 80" aria-hidden="true">
      {CARDS.map(([species, x, y, turn]) => (
        <g key={species} transform={`translate(${x} ${y}) rotate(${turn} 16 28)`}>
          <rect class="ar-logo-card" data-species={species} width="32" height="46" rx="4" />
          <svg x="3" y="6" width="26" height="34" viewBox="0 0 40 40">
            <Tree species={species} />
          </svg>
        </g>
      ))}
    </svg>
  );
}
