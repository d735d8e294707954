/** The ten trees, each with its own shape, drawn in a 40 by 40 square. */

import type { ComponentChildren } from "preact";

/** Positions and rotations of the olive's leaves. */
const LEAVES = [
  [12, 28, 24],
  [28, 25, -28],
  [11, 19, 26],
  [29, 16, -28],
  [13, 10, 40],
  [27, 8, -40],
  [20, 5, 90],
];

/** Foliage has the color of its species, elements with the class `deep` its deep tone. */
const TREES: Readonly<Record<string, () => ComponentChildren>> = {
  // A cloud of violet blossoms, some of them falling.
  J: () => (
    <>
      <path class="wood" d="M20 39V22M20 31 11 21M20 28l9-8" />
      <path d="M3 20q-2-7 5-9 2-7 9-6 5-4 10 1 7-1 7 6 6 3 2 9-3 3-7 1-4 4-9 1-5 3-9 0-5 1-8-3z" />
      <path class="deep" d="M9 27l1.3 3-2.6 0zM30 26l1.3 3-2.6 0zM34 31l1.3 3-2.6 0zM6 33l1.3 3-2.6 0z" />
      <path class="light" d="M10 14h.1M17 10h.1M25 11h.1M31 16h.1M20 17h.1M13 19h.1" />
    </>
  ),
  // A wide flat umbrella of red.
  R: () => (
    <>
      <path class="wood" d="M20 39C20 30 19 26 9 18M20 32C21 27 25 22 31 18M20 28V17" />
      <path d="M1 20C2 10 11 6 20 6s18 4 19 14c-3-3-6 1-9-2-3 3-7 0-10 1-3-1-7 2-10-1-3 3-6-1-9 2z" />
      <path class="light" d="M8 15l4-3M16 11h5M26 11l5 3" />
    </>
  ),
  // Hanging golden chains.
  C: () => (
    <>
      <path class="wood" d="M20 39V9" />
      <path d="M4 14C5 4 35 4 36 14q-16-5-32 0z" />
      {(
        [
          [6, 13],
          [13, 18],
          [27, 18],
          [34, 13],
        ] as const
      ).map(([x, long]) => (
        <path d={`M${x - 3} 14q3-4 6 0 1 7-3 ${long}-4-${long - 7}-3-${long}z`} />
      ))}
      <path class="light" d="M6 16v5M13 16v9M27 16v9M34 16v5" />
    </>
  ),
  // A leaf with five points.
  M: () => (
    <>
      <path class="wood" d="M20 39V22" />
      <path d="M20 1l4 8 4.5-2.5L27.6 15 34 10.5l1 4 4.5.5-5.5 6L36 25.5l-9.5 1L20 30l-6.5-3.5-9.5-1 2-4.5L.5 15l4.5-.5 1-4L12.4 15l-.9-8.5L16 9z" />
      <path class="light" d="M20 27V10M20 25l9-7M20 25l-9-7" />
    </>
  ),
  // A heavy round crown with acorns.
  O: () => (
    <>
      <path class="wood thick" d="M20 39V26M20 33l-7-7M20 32l7-7" />
      <path d="M10 29q-7 0-7-6-3-6 3-9 0-7 7-7 7-6 14 0 7 0 7 7 6 3 3 9 0 6-7 6-5 3-10 0-5 3-10 0z" />
      <path class="deep" d="M12 15h5q0 5-2.5 6.5Q12 20 12 15zM23 19h5q0 5-2.5 6.5Q23 24 23 19z" />
      <path class="light" d="M11.5 14.5h6M22.5 18.5h6" />
    </>
  ),
  // Long strands down to the ground.
  W: () => (
    <>
      <path class="wood" d="M20 39V14" />
      <path d="M4 17C5 2 35 2 36 17q1 9-1 18-2-5-2-12-1 9-3 14-2-6-2-14-1 5-2.5 8Q24 26 24 20h-8q0 6-1.5 11Q13 28 12 23q0 8-2 14-2-5-3-14 0 7-2 12-2-9-1-18z" />
      <path class="light" d="M8 17q1-7 6-9M32 17q-1-7-6-9" />
    </>
  ),
  // Tiers of blue needles.
  B: () => (
    <>
      <path class="wood thick" d="M20 39v-6" />
      <path d="M20 1l8 11h-3.5l7.5 10h-4.5L37 34H3l9.5-12H8l7.5-10H12z" />
      <path class="light" d="M16 12q4 3 8 0M13 22q7 4 14 0" />
    </>
  ),
  // A blossom with four petals.
  D: () => (
    <>
      <path class="wood" d="M20 39V20" />
      {[0, 90, 180, 270].map((turn) => (
        <path transform={`rotate(${turn} 20 17)`} d="M20 17C12 13 11 1.5 17 1.5q2 0 3 2 1-2 3-2C29 1.5 28 13 20 17z" />
      ))}
      <circle class="deep" cx="20" cy="17" r="3.5" />
      <path class="light" d="M20 15.8h.1M18.5 18h.1M21.5 18h.1" />
    </>
  ),
  // A tall cup with three points.
  T: () => (
    <>
      <path class="wood" d="M20 39V27M20 37q-6-1-8-6M20 37q6-1 8-6" />
      <path d="M8 5q7 4 7 9L20 1l5 13q0-5 7-9 1 25-12 25T8 5z" />
      <path class="warm" d="M10.5 20q9.5 6 19 0-1 4-2.5 6-7 3-14 0-1.5-2-2.5-6z" />
    </>
  ),
  // Slender paired leaves with fruit.
  L: () => (
    <>
      <path class="wood" d="M20 39C15 32 24 26 20 8" />
      {LEAVES.map(([x, y, turn]) => (
        <ellipse cx={x} cy={y} rx="8" ry="2.8" transform={`rotate(${turn} ${x} ${y})`} />
      ))}
      <path class="fruit" d="M17 24h.1M24 20h.1M17 14h.1" />
    </>
  ),
};

export function Tree({ species }: { species: string }) {
  return (
    <g class="ar-tree" data-species={species}>
      {TREES[species]?.()}
    </g>
  );
}

/** A tree as large as the text next to it. */
export function TreeIcon({ species }: { species: string }) {
  return (
    <svg class="ar-icon" viewBox="0 0 40 40" aria-hidden="true">
      <Tree species={species} />
    </svg>
  );
}
