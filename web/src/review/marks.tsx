/** Symbols of blunders, mistakes and inaccuracies, each with its own shape. */

import { t } from "../texts";
import type { Mark } from "./win-chances";

const SHAPES: Record<Mark, string> = {
  blunder: "M0-6 6 0 0 6-6 0z",
  mistake: "M0-5.5 5.5 4.5H-5.5z",
  inaccuracy: "M0-4.5A4.5 4.5 0 1 1 0 4.5 4.5 4.5 0 1 1 0-4.5z",
};

/** Inside an SVG, centered on its origin. */
export function MarkShape({ mark }: { mark: Mark }) {
  return <path class={`rv-mark rv-${mark}`} d={SHAPES[mark]} />;
}

export function MarkSign({ mark, quiet = false }: { mark: Mark; quiet?: boolean }) {
  return (
    <span class="rv-sign">
      <svg viewBox="-7 -7 14 14" width={14} height={14} aria-hidden="true">
        <MarkShape mark={mark} />
      </svg>
      <span class={quiet ? "hidden-text" : ""}> {t.review.marks[mark]}</span>
    </span>
  );
}
