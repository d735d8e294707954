/** An arboretum as a grid of cards and free cells, with paths drawn over them. */

import type { ComponentChildren } from "preact";
import { arboretumTexts } from "../../texts/arboretum";
import { Face } from "./card";
import { type Cell, cellKey } from "./cells";
import { cardName } from "./descriptions";
import type { Path } from "./paths";
import type { Planted } from "./types";

const WIDE = 50;
const HIGH = 70;
/** From this many columns on, an arboretum may be wider than a small screen. */
const MANY_COLUMNS = 9;

/** The visible columns and rows. */
export class Frame {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;

  constructor(cells: readonly Cell[]) {
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    this.left = Math.min(...xs);
    this.top = Math.max(...ys);
    this.columns = Math.max(...xs) - this.left + 1;
    this.rows = this.top - Math.min(...ys) + 1;
  }

  get width(): number {
    return this.columns * WIDE;
  }

  get height(): number {
    return this.rows * HIGH;
  }

  /** The grid position of a cell; y points up. */
  style({ x, y }: Cell) {
    return { gridColumn: `${x - this.left + 1}`, gridRow: `${this.top - y + 1}` };
  }

  middle({ x, y }: Cell): [number, number] {
    return [(x - this.left + 0.5) * WIDE, (this.top - y + 0.5) * HIGH];
  }
}

interface Props {
  cards: readonly Planted[];
  /** More cells to include. */
  around?: readonly Cell[];
  paths?: Iterable<Path>;
  /** Highlighted cards, by cell. */
  marked?: ReadonlySet<string>;
  /** Whether moves of the cards are animated. */
  travels?: boolean;
  /** Rendered on the cells in addition to the cards. */
  children?: (frame: Frame) => ComponentChildren;
}

export function Grid({ cards, around = [], paths = [], marked, travels, children }: Props) {
  if (!cards.length && !around.length) return <p class="quiet ar-none">{arboretumTexts.noTrees}</p>;
  const frame = new Frame([...cards, ...around]);
  return (
    <div class={frame.columns > MANY_COLUMNS ? "ar-scroll ar-many" : "ar-scroll"}>
      <div class="ar-grid" style={{ "--columns": frame.columns, "--rows": frame.rows }}>
        {cards.map((card) => (
          <div
            key={card.id}
            class={marked?.has(cellKey(card)) ? "ar-cell ar-planted ar-last" : "ar-cell ar-planted"}
            style={frame.style(card)}
            role="img"
            aria-label={arboretumTexts.planted(cardName(card), card.x, card.y)}
            data-tooltip={arboretumTexts.planted(cardName(card), card.x, card.y)}
            {...(travels ? { "data-moves": card.id } : {})}
          >
            <Face card={card} />
          </div>
        ))}
        {children?.(frame)}
        <Paths frame={frame} paths={[...paths]} />
      </div>
    </div>
  );
}

function Paths({ frame, paths }: { frame: Frame; paths: readonly Path[] }) {
  if (!paths.length) return null;
  return (
    <svg class="ar-paths" viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      {paths.map((path, place) => {
        // Paths that share cells are drawn side by side.
        const offset = (place - (paths.length - 1) / 2) * 6;
        const points = path.cards.map((card) =>
          frame.middle(card).map((value) => value + Math.max(-16, Math.min(16, offset))),
        );
        const [start, end] = [points[0], points.at(-1)];
        const way = points.map((point) => point.join(",")).join(" ");
        return (
          <g key={path.species} data-species={path.species}>
            <polyline class="casing" points={way} />
            <polyline class="way" points={way} />
            <circle class="begins" cx={start?.[0]} cy={start?.[1]} r="5" />
            <circle class="ends" cx={end?.[0]} cy={end?.[1]} r="7" />
          </g>
        );
      })}
    </svg>
  );
}
