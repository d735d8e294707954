/** Where cards are drawn from: the deck and everybody's pile. */

import { useRef } from "preact/hooks";
import { t } from "../../texts";
import { Back, Face } from "./card";
import { cardName } from "./telling";
import type { ArboretumView, Card, Player } from "./types";

interface Props {
  view: ArboretumView;
  seat: number | null;
  /** Whose things are called one's own. */
  mine: number | null;
  names: readonly string[];
  /** The moves that one may ask for now. */
  legal: ReadonlySet<string>;
  /** Why the others are not possible. */
  why: string;
  best: string | null;
  /** The cards that were discarded last. */
  last: ReadonlySet<string>;
  draw: (move: string) => void;
}

export function Supply({ view, seat, mine, names, legal, why, best, last, draw }: Props) {
  const text = t.arboretum;
  // One's own first, then in the order of play.
  const first = seat ?? 0;
  const players = [...view.players.slice(first), ...view.players.slice(0, first)];
  const source = (move: string, off: string) => ({
    class: `ar-source${legal.has(move) ? " ar-can" : ""}`,
    "aria-disabled": !legal.has(move),
    ...(legal.has(move) ? {} : { "data-tip": off }),
    onClick: () => legal.has(move) && draw(move),
  });
  const named = (name: string, move: string, off: string) => (
    <span class="hidden-text">
      {name} {legal.has(move) ? text.draw : off}
    </span>
  );
  const offDeck = view.deck || view.over ? why : text.deckEmpty;
  return (
    <section class="ar-supply" aria-label={text.supply}>
      <div class="ar-stock" data-origin="deck">
        <button type="button" {...source("draw deck", offDeck)}>
          {named(text.deckNamed(view.deck), "draw deck", offDeck)}
          {view.deck ? (
            <span class={`ar-card ar-deck${view.deck > 1 ? " ar-thick" : ""}`}>
              <Back />
            </span>
          ) : (
            <span class="ar-card ar-void" />
          )}
          {best === "draw deck" && <Best />}
        </button>
        <Under label={text.deck} count={view.deck} />
      </div>
      {players.map((player) => {
        const top = player.pile.at(-1);
        const under = player.pile.at(-2);
        const whose = player.seat === mine ? text.yourPile : text.pileOf(names[player.seat] ?? "");
        const move = `draw ${player.seat + 1}`;
        const off = top ? why : text.emptyPile;
        const name = text.pileNamed(whose, player.pile.length, top ? cardName(top) : null);
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
                  <span
                    key={top.id}
                    class={last.has(top.id) ? "ar-top ar-last" : "ar-top"}
                    data-moves={top.id}
                  >
                    <Face card={top} />
                  </span>
                )}
              </span>
              {best === move && <Best />}
            </button>
            <PileList
              player={player}
              whose={whose}
              label={player.seat === mine ? text.yours : (names[player.seat] ?? "")}
            />
          </div>
        );
      })}
    </section>
  );
}

/** What stands below a stock of cards: whose it is, and how many they are. */
function Under({ label, count }: { label: string; count?: number }) {
  return (
    <span class="ar-under">
      <span>{label}</span> <b>{count}</b>
    </span>
  );
}

/** That a thing is what the review holds for the best. */
export function Best() {
  return (
    <span class="ar-best" data-tip={t.arboretum.bestNamed}>
      <span aria-hidden="true">★ </span>
      {t.arboretum.best}
    </span>
  );
}

interface PileProps {
  player: Player;
  whose: string;
  /** The same in fewer words. */
  label: string;
}

function PileList({ player, whose, label }: PileProps) {
  const box = useRef<HTMLDialogElement>(null);
  const text = t.arboretum;
  if (!player.pile.length) return <Under label={label} />;
  return (
    <>
      <button
        type="button"
        class="ar-more"
        aria-label={text.showPile(label, player.pile.length)}
        data-tip={whose}
        onClick={() => box.current?.showModal()}
      >
        <Under label={label} count={player.pile.length} />
      </button>
      <dialog ref={box} class="ar-list" aria-label={text.pileList(whose)}>
        <h2>{text.pileList(whose)}</h2>
        <p class="quiet">{text.topFirst}</p>
        <Cards cards={player.pile.toReversed()} />
        <button type="button" class="button primary" onClick={() => box.current?.close()}>
          {t.common.close}
        </button>
      </dialog>
    </>
  );
}

/** Cards that are only looked at. */
export function Cards({ cards, small }: { cards: readonly Card[]; small?: boolean }) {
  return (
    <div class={small ? "ar-cards ar-small" : "ar-cards"}>
      {cards.map((card) => (
        <span
          key={card.id}
          class="ar-card"
          role="img"
          aria-label={cardName(card)}
          data-tip={cardName(card)}
        >
          <Face card={card} />
        </span>
      ))}
    </div>
  );
}
