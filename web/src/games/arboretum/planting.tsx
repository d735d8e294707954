/** The free places of one's arboretum, with what a card would score in each. */

import { useRef } from "preact/hooks";
import { t } from "../../texts";
import { goByArrow, useOneStop } from "./arrows";
import { Face } from "./card";
import type { Frame } from "./grid";
import { cellKey, type Cell } from "./legal";
import type { Change } from "./score";
import { Best } from "./supply";
import { cardName } from "./telling";
import { TreeIcon } from "./trees";
import type { Card } from "./types";

interface Props {
  frame: Frame;
  cells: readonly Cell[];
  card: Card;
  changes: (cell: Cell) => readonly Change[];
  /** The place that is looked at. */
  shown: Cell | null;
  show: (cell: Cell | null, byTouch: boolean) => void;
  best: string | null;
  disabled: boolean;
  plant: (cell: Cell) => void;
  back: () => void;
}

export function FreeCells(props: Props) {
  const { frame, cells, card, changes, shown, show, best, disabled, plant, back } = props;
  const stop = useOneStop(cells.map(cellKey));
  // A first touch looks at a place, a second one plants there.
  const looks = useRef(false);
  const text = t.arboretum;
  const isShown = (cell: Cell) => shown !== null && cellKey(cell) === cellKey(shown);
  return (
    <div
      class="ar-free-cells"
      onKeyDown={(event) => {
        if (event.key === "Escape") back();
        else goByArrow(event);
      }}
    >
      {cells.map((cell) => {
        const key = cellKey(cell);
        const gains = changes(cell);
        const gain = gains.reduce((sum, change) => sum + change.after - change.before, 0);
        const { onFocus, ...goes } = stop(key);
        const told = gains.length
          ? gains.map((change) => text.wouldScore(change.species, change.before, change.after))
          : [text.noGain];
        return (
          <button
            key={key}
            type="button"
            class={`ar-cell ar-free${gain ? " ar-gains" : ""}`}
            style={frame.style(cell)}
            aria-disabled={disabled}
            onPointerEnter={(event) => event.pointerType === "mouse" && show(cell, false)}
            onPointerLeave={(event) => event.pointerType === "mouse" && show(null, false)}
            onPointerDown={(event) => {
              looks.current = event.pointerType === "touch" && !isShown(cell);
            }}
            onFocus={() => {
              onFocus();
              show(cell, looks.current);
            }}
            onClick={(event) => {
              if (looks.current && event.detail !== 0) show(cell, true);
              else if (!disabled) plant(cell);
              looks.current = false;
            }}
            {...goes}
          >
            <span class="hidden-text">
              {[text.plantHere(cardName(card)), text.freeCell(cell.x, cell.y), ...told].join(". ")}
            </span>
            {isShown(cell) ? (
              <Face card={card} />
            ) : (
              <span class="ar-gained" aria-hidden="true">
                {gain ? `+${gain}` : ""}
              </span>
            )}
            {best === `at ${key}` && <Best />}
          </button>
        );
      })}
      {shown && <Gain frame={frame} cell={shown} changes={changes(shown)} />}
    </div>
  );
}

/** What the planting that is looked at would score, beside its place. */
function Gain({ frame, cell, changes }: { frame: Frame; cell: Cell; changes: readonly Change[] }) {
  const [x, y] = frame.middle(cell);
  const across = (x / frame.width) * 100;
  const down = frame.top - cell.y;
  // Outward, so that it lies on no other card.
  const upper = y < frame.height / 2;
  return (
    <div
      class="ar-gain"
      aria-hidden="true"
      style={{
        left: `${across}%`,
        translate: `${-across}% 0`,
        ...(upper
          ? { bottom: `${((frame.rows - down) / frame.rows) * 100}%` }
          : { top: `${((down + 1) / frame.rows) * 100}%` }),
      }}
    >
      {changes.length
        ? changes.map((change) => (
            <span key={change.species}>
              <TreeIcon species={change.species} />
              {t.arboretum.wouldScore(change.species, change.before, change.after)}
            </span>
          ))
        : t.arboretum.noGain}
    </div>
  );
}
