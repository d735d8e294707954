/** The free cells of the player's arboretum, with the score of planting a card in each. */

import { useRef } from "preact/hooks";
import { arboretumTexts } from "../../texts/arboretum";
import { focusByArrow, useRovingTabIndex } from "./arrow-keys";
import { Face } from "./card";
import { type Cell, cellKey } from "./cells";
import { cardName } from "./descriptions";
import type { Frame } from "./grid";
import type { Change, Planting } from "./paths";
import { BestBadge } from "./supply";
import { TreeIcon } from "./trees";
import type { Card } from "./types";

interface Props {
  frame: Frame;
  plantings: readonly Planting[];
  card: Card;
  /** The cell being previewed. */
  shown: Cell | null;
  show: (cell: Cell | null, byTouch: boolean) => void;
  best: string | null;
  disabled: boolean;
  plant: (cell: Cell) => void;
  back: () => void;
}

export function FreeCells(props: Props) {
  const { frame, plantings, card, shown, show, best, disabled, plant, back } = props;
  const stop = useRovingTabIndex(plantings.map(({ cell }) => cellKey(cell)));
  // The first touch previews a cell, the second one plants there.
  const looks = useRef(false);
  const texts = arboretumTexts;
  const isShown = (cell: Cell) => shown !== null && cellKey(cell) === cellKey(shown);
  return (
    <div
      class="ar-free-cells"
      onKeyDown={(event) => {
        if (event.key === "Escape") back();
        else focusByArrow(event);
      }}
    >
      {plantings.map(({ cell, changes: gains }) => {
        const key = cellKey(cell);
        const gain = gains.reduce((sum, change) => sum + change.after - change.before, 0);
        const { onFocus, ...goes } = stop(key);
        const told = gains.length
          ? gains.map((change) => texts.wouldScore(change.species, change.before, change.after))
          : [texts.noGain];
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
              {[texts.plantHere(cardName(card)), texts.freeCell(cell.x, cell.y), ...told].join(". ")}
            </span>
            {isShown(cell) ? (
              <Face card={card} />
            ) : (
              <span class="ar-gained" aria-hidden="true">
                {gain ? `+${gain}` : ""}
              </span>
            )}
            {best === `at ${key}` && <BestBadge />}
          </button>
        );
      })}
      {plantings
        .filter(({ cell }) => isShown(cell))
        .map(({ cell, changes }) => (
          <Gain key={cellKey(cell)} frame={frame} cell={cell} changes={changes} />
        ))}
    </div>
  );
}

/** The score change of the previewed cell, next to it. */
function Gain({ frame, cell, changes }: { frame: Frame; cell: Cell; changes: readonly Change[] }) {
  const [x, y] = frame.middle(cell);
  const across = (x / frame.width) * 100;
  const down = frame.top - cell.y;
  // Outward, so that it covers no card.
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
              {arboretumTexts.wouldScore(change.species, change.before, change.after)}
            </span>
          ))
        : arboretumTexts.noGain}
    </div>
  );
}
