/** The market: nobles above three rows of cards, each with its deck. */

import { splendorTexts } from "../../texts/splendor";
import { classNames } from "../../ui/class-names";
import { amongCells } from "./arrow-keys";
import { BackArt } from "./art";
import { type BoardModel, isBetter } from "./board-model";
import { CardFace, NobleFace } from "./card";
import { affordable, lacking } from "./costs";
import { type Card, ROWS, type Row } from "./types";

const texts = splendorTexts.board;

export interface OpenMenuProps {
  /** Opens the menu of the card at a place, next to its element. */
  open: (place: string, anchor: HTMLElement) => void;
}

export function Nobles({ board }: { board: BoardModel }) {
  return (
    <div class="sp-nobles" role="list" aria-label={texts.nobles}>
      {board.view.nobles.map((noble, slot) => {
        if (!noble) return <span key={slot} class="sp-noble sp-gone" role="listitem" aria-hidden="true" />;
        const name = texts.noble(noble.name, noble.points, noble.requirement);
        const needs = board.me && !board.visiting ? ` ${texts.nobleNeeds(lacking(noble, board.me))}` : "";
        const better = isBetter(board, { kind: "noble", slot: slot + 1 });
        return (
          <span
            key={slot}
            role="listitem"
            class={classNames("sp-noble", better && "sp-best")}
            data-moves={`noble ${noble.id}`}
          >
            <span class="sp-fill" role="img" aria-label={name + needs} data-tooltip={name + needs}>
              <NobleFace noble={noble} me={board.me} />
            </span>
            {better && (
              <span class="sp-best-tag" aria-hidden="true">
                {texts.best}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

export function Market({ board, open }: { board: BoardModel } & OpenMenuProps) {
  return (
    <div class="sp-market" role="group" aria-label={texts.market} onKeyDown={amongCells}>
      {ROWS.map((row, tier) => (
        <div key={row} class="sp-row">
          <Deck board={board} row={row} tier={tier + 1} open={open} />
          {board.view.market[tier]?.map((card, slot) => (
            <Place key={slot} board={board} card={card} place={`${row}${slot + 1}`} open={open} />
          ))}
        </div>
      )).reverse()}
    </div>
  );
}

function Deck({ board, row, tier, open }: { board: BoardModel; row: Row; tier: number } & OpenMenuProps) {
  const left = board.view.decks[tier - 1] ?? 0;
  const why = board.reason({ kind: "reserve", place: row });
  const better = isBetter(board, { kind: "reserve", place: row });
  return (
    <button
      type="button"
      class={classNames("sp-card sp-deck sp-back", !left && "sp-spent", better && "sp-best")}
      data-cell={`${tier} 0`}
      data-origin={`deck ${row}`}
      aria-disabled={why !== null}
      data-tooltip={why ?? undefined}
      onClick={(event) => why === null && open(row, event.currentTarget)}
    >
      <span class="hidden-text">{`${texts.deck(row, left)} ${why ?? ""}`}</span>
      <BackArt tier={tier} />
      <span class="sp-deck-name" aria-hidden="true">
        {splendorTexts.rows[row]}
      </span>
      <span class="sp-deck-left" aria-hidden="true">
        {left}
      </span>
      {better && (
        <span class="sp-best-tag" aria-hidden="true">
          {texts.reserve}
        </span>
      )}
    </button>
  );
}

function Place({ board, card, place, open }: { board: BoardModel; card: Card | null; place: string } & OpenMenuProps) {
  const tier = ROWS.indexOf(place[0] as Row) + 1;
  if (!card) return <span class="sp-card sp-empty" role="img" aria-label={texts.emptyPlace} />;
  return <CardButton board={board} card={card} place={place} open={open} cell={`${tier} ${place[1]}`} />;
}

/** A card that may be bought or reserved, in the market or in the player's reserve. */
export function CardButton(props: { board: BoardModel; card: Card; place: string; cell?: string } & OpenMenuProps) {
  const { board, card, place, cell, open } = props;
  const own = place.startsWith("r");
  const noBuy = board.reason({ kind: "buy", place });
  const noReserve = own ? noBuy : board.reason({ kind: "reserve", place });
  const best = bestHere(board, place);
  const can = board.me !== null && affordable(card, board.me);
  const payable = can && noReserve !== null && !board.visiting;
  const state = noBuy === null ? texts.canBuy : payable ? `${texts.payable} ${noBuy}` : noBuy;
  const off = noBuy !== null && noReserve !== null;
  return (
    <button
      type="button"
      class={classNames(
        "sp-card",
        `sp-${card.color}`,
        can && "sp-can",
        board.fresh.cards.has(card.id) && "sp-fresh",
        best !== null && "sp-best",
      )}
      data-cell={cell}
      data-place={place}
      data-moves={`card ${card.id}`}
      aria-disabled={off}
      data-tooltip={state}
      onClick={(event) => !off && open(place, event.currentTarget)}
    >
      <span class="hidden-text">{`${texts.cardName(splendorTexts.place(place), card, card.cost)} ${state}`}</span>
      <CardFace card={card} me={board.me} />
      {best && (
        <span class="sp-best-tag" aria-hidden="true">
          {best}
        </span>
      )}
    </button>
  );
}

/** What the best move does with the card at a place, if anything. */
function bestHere(board: BoardModel, place: string): string | null {
  if (place.startsWith("r")) return isBetter(board, { kind: "buy", place }, board.seat ?? -1) ? texts.buy : null;
  if (isBetter(board, { kind: "buy", place })) return texts.buy;
  return isBetter(board, { kind: "reserve", place }) ? texts.reserve : null;
}
