/** Hands: the player's own to choose from, and those of others as far as they are known. */

import { arboretumTexts } from "../../texts/arboretum";
import { focusByArrow, useRovingTabIndex } from "./arrow-keys";
import { Back, Face } from "./card";
import { handSums, isKnown, known, letterOf } from "./cards";
import { cardName } from "./descriptions";
import { BestBadge } from "./supply";
import type { Held, Player } from "./types";

interface OwnProps {
  player: Player;
  /** The accessible name. */
  name: string;
  /** Why no card can be chosen now; null if one can. */
  why: string | null;
  /** The card chosen so far. */
  chosen: string | null;
  /** The cards drawn this turn. */
  fresh: ReadonlySet<string>;
  best: string | null;
  choose: (card: Held, byKey: boolean) => void;
}

export function OwnHand({ player, name, why, chosen, fresh, best, choose }: OwnProps) {
  const texts = arboretumTexts;
  const cards = known(player);
  const stop = useRovingTabIndex(cards.map((card) => card.id));
  const looks = (card: Held) => [
    "ar-card",
    chosen === card.id && "ar-chosen",
    why === null && "ar-can",
    fresh.has(card.id) && "ar-fresh",
  ];
  const told = (card: Held) => [`${cardName(card)}.`, card.shown && texts.shown, why];
  return (
    <section class="ar-hand" aria-label={name}>
      <div class="ar-fan" data-origin={`hand ${player.seat}`} onKeyDown={focusByArrow}>
        {[...handSums(cards)].map(([letter, sum]) => (
          <div key={letter} class="ar-group" data-species={letter}>
            <div class="ar-group-cards">
              {cards
                .filter((card) => letterOf(card) === letter)
                .map((card) => (
                  <button
                    key={card.id}
                    type="button"
                    class={looks(card).filter(Boolean).join(" ")}
                    data-moves={card.id}
                    aria-pressed={chosen === card.id}
                    aria-disabled={why !== null}
                    data-tooltip={why ?? undefined}
                    onClick={(event) => why === null && choose(card, event.detail === 0)}
                    {...stop(card.id)}
                  >
                    <span class="hidden-text">{told(card).filter(Boolean).join(" ")}</span>
                    <Face card={card} />
                    {card.shown && <Eye />}
                    {best === card.id && <BestBadge />}
                  </button>
                ))}
            </div>
            <span class="ar-sum" data-tooltip={texts.inHand(letter, sum)}>
              <span aria-hidden="true">{sum}</span>
              <span class="hidden-text">{texts.inHand(letter, sum)}</span>
            </span>
          </div>
        ))}
        {/* Somebody else's hand in a review can have hidden cards. */}
        {player.hand.length > cards.length && (
          <div class="ar-group-cards">
            {player.hand.slice(cards.length).map((_, place) => (
              <span key={place} class="ar-card" data-tooltip={texts.hiddenCard}>
                <Back />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** Marks a card that everyone knows. */
function Eye() {
  return (
    <svg class="ar-eye" viewBox="0 0 20 20" aria-hidden="true">
      <title>{arboretumTexts.shown}</title>
      <circle cx="10" cy="10" r="9" />
      <path d="M3.5 10q6.5-8 13 0-6.5 8-13 0z" />
      <circle class="pupil" cx="10" cy="10" r="2" />
    </svg>
  );
}

export function OtherHand({ player, best }: { player: Player; best: string | null }) {
  const cards = known(player);
  const texts = arboretumTexts;
  return (
    <div class="ar-other-hand" data-origin={`hand ${player.seat}`}>
      <span class="hidden-text">{texts.handOf(player.hand.length, cards.length)}</span>
      {player.hand.map((card, place) =>
        isKnown(card) ? (
          <span
            key={card.id}
            class="ar-card"
            data-moves={card.id}
            role="img"
            aria-label={cardName(card)}
            data-tooltip={`${cardName(card)}. ${card.shown ? texts.shown : ""}`}
          >
            <Face card={card} />
            {best === card.id && <BestBadge />}
          </span>
        ) : (
          <span key={`hidden ${place}`} class="ar-card ar-hidden" data-tooltip={texts.hiddenCard}>
            <Back />
          </span>
        ),
      )}
      <span class="ar-count" aria-hidden="true" data-tooltip={texts.handOf(player.hand.length, 0)}>
        {player.hand.length}
      </span>
    </div>
  );
}
