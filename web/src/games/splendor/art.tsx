/** Card art: a landscape for each tier in the color of the card's gem. */

import type { Noble } from "./types";

/** Mines: hills. Transport: a sea with a sail. Vendors: a town with an arcade. */
const LANDS = [
  { back: "M0 96L22 66 38 84 60 52 84 86 100 70V140H0z", front: "M0 118L26 90 46 110 70 82 100 112V140H0z" },
  {
    back: "M0 98q12-8 25 0t25 0 25 0 25 0v42H0zM54 62v30h-20q2-18 20-30zM57 68q14 8 15 24H57z",
    front: "M0 114q12-8 25 0t25 0 25 0 25 0v26H0zM30 95h46q-4 13-12 13H42q-8 0-12-13z",
  },
  {
    back: "M0 90h14V74h10v16h10V66q10-14 20 0v24h8V70l8-10 8 10v20h22v50H0z",
    front:
      "M0 104h100v36H90v-14a8 8 0 0 0-16 0v14h-8v-14a8 8 0 0 0-16 0v14h-8v-14a8 8 0 0 0-16 0v14h-8v-14a8 8 0 0 0-16 0v14H0z",
  },
] as const;

/** A card's picture; every second one is mirrored, and the sun moves with the card's id. */
export function CardArt({ tier, id }: { tier: number; id: number }) {
  const land = LANDS[tier - 1] ?? LANDS[0];
  return (
    <svg class="sp-art" viewBox="0 0 100 140" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g transform={id % 2 ? "matrix(-1 0 0 1 100 0)" : undefined}>
        <circle class="sp-sun" cx={30 + ((id * 17) % 45)} cy={48 + ((id * 7) % 14)} r="15" />
        <path class="sp-far" d={land.back} />
        <path class="sp-near" d={land.front} />
      </g>
    </svg>
  );
}

const LATTICE = [0, 40, 80, 120, 160, 200, 240].map((x) => `M${x} -10l-160 160M${x - 140} -10l160 160`).join("");

/** A card's back: a lattice, with as many gems as its tier. */
export function BackArt({ tier }: { tier: number }) {
  const places = [[50], [34, 66], [22, 50, 78]][tier - 1] ?? [];
  return (
    <svg class="sp-art" viewBox="0 0 100 140" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path class="sp-lattice" d={LATTICE} />
      <rect class="sp-frame" x="8" y="8" width="84" height="124" rx="7" />
      {places.map((x) => (
        <path key={x} class="sp-back-stone" d={`M${x} 54l13 16-13 16-13-16z`} />
      ))}
    </svg>
  );
}

const RAYS = "M60 45L100 0H80zM60 45V0H40zM60 45L20 0H0zM60 45L0 30v25zM60 45l40-20v25zM60 45l40 30v25zM60 45L0 80v20z";

/** Headgear, which varies between nobles. */
const HATS = [
  "M33 36l4-16 8 9 5-12 5 12 8-9 4 16z",
  "M30 37q0-20 20-20t20 20l-5-2q-15-6-30 0z",
  "M28 38q4-8 8-18 14-8 28 0 4 10 8 18-22-9-44 0z",
  "M32 36q-2-18 18-18t18 18l6 3-6 1q-18-8-36 0l-6-1z",
] as const;

export function NobleArt({ noble }: { noble: Noble }) {
  return (
    <svg
      class={`sp-art sp-robe-${noble.id % 5}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path class="sp-rays" d={RAYS} />
      <g transform="translate(12 8)">
        <path class="sp-robe" d="M14 100q2-32 28-36h16q26 4 28 36z" />
        <path class="sp-collar" d="M36 64q14 14 28 0l6 8q-20 16-40 0z" />
        <path class="sp-face" d="M35 40q0-14 15-14t15 14q0 24-15 26-15-2-15-26z" />
        <path class="sp-hat" d={HATS[noble.id % HATS.length] ?? HATS[0]} />
      </g>
    </svg>
  );
}
