/** A card's front and back. */

import { arboretumTexts } from "../../texts/arboretum";
import { letterOf } from "./cards";
import { Tree } from "./trees";
import type { Card } from "./types";

/** Only the picture; its container carries the accessible name. */
export function Face({ card }: { card: Card }) {
  const letter = letterOf(card);
  return (
    <svg class="ar-face" viewBox="0 0 50 70" data-species={letter} aria-hidden="true">
      <rect class="paper" x="1" y="1" width="48" height="68" rx="5" />
      <svg x="10" y="14" width="37" height="43" viewBox="0 0 40 40">
        <Tree species={letter} />
      </svg>
      <text class="rank" x="4" y="21">
        {card.rank}
      </text>
      <text class="letter" x="45" y="12.5" text-anchor="end">
        {letter}
      </text>
      <path class="band" d="M1 58h48v6a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5z" />
      <text class="name" x="25" y="66.2" text-anchor="middle">
        {arboretumTexts.shortSpecies[letter]}
      </text>
    </svg>
  );
}

export function Back() {
  return (
    <svg class="ar-face ar-back" viewBox="0 0 50 70" aria-hidden="true">
      <rect class="cover" x="1" y="1" width="48" height="68" rx="5" />
      <path
        class="leaf"
        d="M25 14q14 10 12 24-2 10-12 14-10-4-12-14-2-14 12-24zM25 56V24M25 34l7-6M25 34l-7-6M25 43l8-7M25 43l-8-7"
      />
    </svg>
  );
}
