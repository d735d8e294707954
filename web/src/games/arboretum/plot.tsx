/** A player's arboretum with the legend of its paths. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { arboretumTexts } from "../../texts/arboretum";
import type { Cell } from "./cells";
import { type Frame, Grid } from "./grid";
import type { Path } from "./paths";
import { TreeIcon } from "./trees";
import type { Planted } from "./types";

interface Props {
  arboretum: readonly Planted[];
  name: string;
  /** The best path of each species. */
  paths: readonly Path[];
  /** The paths after a previewed planting, shown instead of the present ones. */
  preview?: readonly Path[] | null;
  around?: readonly Cell[];
  marked: ReadonlySet<string>;
  children?: (frame: Frame) => ComponentChildren;
}

export function Plot({ arboretum, name, paths, preview, around = [], marked, children }: Props) {
  const [pinned, pin] = useState<ReadonlySet<string>>(new Set());
  const [pointed, point] = useState<string | null>(null);
  const drawn = paths.filter(({ species }) => species === pointed || (pointed === null && pinned.has(species)));
  const toggle = (species: string) => {
    const others = [...pinned].filter((other) => other !== species);
    pin(new Set(pinned.has(species) ? others : [...others, species]));
  };
  const all = paths.every(({ species }) => pinned.has(species));
  return (
    <div class="ar-plot" role="group" aria-label={name}>
      <Grid
        cards={arboretum}
        around={around}
        paths={preview ?? drawn}
        marked={marked}
        travels
        {...(children ? { children } : {})}
      />
      {paths.length > 0 && (
        <div class="ar-legend">
          {paths.map(({ species, points }) => (
            <button
              key={species}
              type="button"
              class="ar-chip"
              data-species={species}
              aria-pressed={pinned.has(species)}
              aria-label={arboretumTexts.pathChip(species, points)}
              data-tooltip={arboretumTexts.pathChip(species, points)}
              onPointerEnter={() => point(species)}
              onPointerLeave={() => point(null)}
              onFocus={() => point(species)}
              onBlur={() => point(null)}
              onClick={() => toggle(species)}
            >
              <TreeIcon species={species} />
              <b>{points}</b>
            </button>
          ))}
          {paths.length > 1 && (
            <button
              type="button"
              class="ar-chip"
              aria-pressed={all}
              onClick={() => pin(new Set(all ? [] : paths.map(({ species }) => species)))}
            >
              {arboretumTexts.allPaths}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
