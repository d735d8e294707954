/** The deck and the discard piles. */

import { useRef } from "preact/hooks";
import { t } from "../../texts";
import { arboretumTexts } from "../../texts/arboretum";
import { Back, Face } from "./card";
import { cardName } from "./descriptions";
import type { ArboretumView, Card, Player } from "./types";

interface Props {
  view: ArboretumView;
  seat: number | null;
  /** The seat whose pile is labeled "yours". */
  mine: number | null;
  names: readonly string[];
  /** The moves that are legal now. */
  legal: ReadonlySet<string>;
  /** Why the other moves are not possible. */
  why: string;
  best: string | null;
  /** The cards discarded last. */
  last: ReadonlySet<string>;
  draw: (move: string) => void;
}

export function Supply({ view, seat, mine, names, legal, why, best, last, draw }: Props) {
  const texts = arboretumTexts;
  // The viewer's own pile first, then in the order of play.
  const first = seat ?? 0;
  const players = [...view.players.slice(first), ...view.players.slice(0, first)];
  const source = (move: string, off: string) => ({
    class: `ar-source${legal.has(move) ? " ar-can" : ""}`,
    "aria-disabled": !legal.has(move),
    ...(legal.has(move) ? {} : { "data-tooltip": off }),
    onClick: () => legal.has(move) && draw(move),
  });
  const named = (name: string, move: string, off: string) => (
    <span class="hidden-text">
      {name} {legal.has(move) ? texts.draw : off}
    </span>
  );
  const offDeck = view.deck || view.over ? why : texts.deckEmpty;
  return (
    <section class="ar-supply" aria-label={texts.supply}>
      <div class="ar-stock" data-origin="deck">
        <button type="button" {...source("draw deck", offDeck)}>
          {named(texts.deckNamed(view.deck), "draw deck", offDeck)}
          {view.deck ? (
            <span class={`ar-card ar-deck${view.deck > 1 ? " ar-thick" : ""}`}>
              <Back />
            </span>
          ) : (
            <span class="ar-card ar-void" />
          )}
          {best === "draw deck" && <BestBadge />}
        </button>
        <PileLabel label={texts.deck} count={view.deck} />
      </div>
      {players.map((player) => {
        const top = player.pile.at(-1);
        const under = player.pile.at(-2);
        const whose = player.seat === mine ? texts.yourPile : texts.pileOf(names[player.seat] ?? "");
        const move = `draw ${player.seat + 1}`;
        const off = top ? why : texts.emptyPile;
        const name = texts.pileNamed(whose, player.pile.length, top ? cardName(top) : null);
        return (
          <div key={player.seat} class="ar-stock">
            <button type="button" {...source(move, off)}>
              {named(name, move, off)}
              <span class="ar-card ar-void">
                {under && (
                  <span class="ar-below">
                    <Face card={under} />
                  </span>
                )}
                {top && (
                  <span key={top.id} class={last.has(top.id) ? "ar-top ar-last" : "ar-top"} data-moves={top.id}>
                    <Face card={top} />
                  </span>
                )}
              </span>
              {best === move && <BestBadge />}
            </button>
            <PileList
              player={player}
              whose={whose}
              label={player.seat === mine ? texts.yours : (names[player.seat] ?? "")}
            />
          </div>
        );
      })}
    </section>
  );
}

/** The label below a pile: whose it is and how many cards it has. */
function PileLabel({ label, count }: { label: string; count?: number }) {
  return (
    <span class="ar-pile-label">
      <span>{label}</span> <b>{count}</b>
    </span>
  );
}

/** Marks the best move according to the review. */
export function BestBadge() {
  return (
    <span class="ar-best" data-tooltip={arboretumTexts.bestNamed}>
      <span aria-hidden="true">★ </span>
      {arboretumTexts.best}
    </span>
  );
}

interface PileProps {
  player: Player;
  whose: string;
  /** A shorter version of `whose`. */
  label: string;
}

function PileList({ player, whose, label }: PileProps) {
  const box = useRef<HTMLDialogElement>(null);
  const texts = arboretumTexts;
  if (!player.pile.length) return <PileLabel label={label} />;
  return (
    <>
      <button
        type="button"
        class="ar-more"
        aria-label={texts.showPile(label, player.pile.length)}
        data-tooltip={whose}
        onClick={() => box.current?.showModal()}
      >
        <PileLabel label={label} count={player.pile.length} />
      </button>
      <dialog ref={box} class="ar-list" aria-label={texts.pileList(whose)}>
        <h2>{texts.pileList(whose)}</h2>
        <p class="quiet">{texts.topFirst}</p>
        <CardList cards={player.pile.toReversed()} />
        <button type="button" class="button primary" onClick={() => box.current?.close()}>
          {t.common.close}
        </button>
      </dialog>
    </>
  );
}

/** Cards that can be viewed but not chosen. */
export function CardList({ cards, small }: { cards: readonly Card[]; small?: boolean }) {
  return (
    <div class={small ? "ar-cards ar-small" : "ar-cards"}>
      {cards.map((card) => (
        <span key={card.id} class="ar-card" role="img" aria-label={cardName(card)} data-tooltip={cardName(card)}>
          <Face card={card} />
        </span>
      ))}
    </div>
  );
}
