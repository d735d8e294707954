/** Hands: one's own to choose from, those of others as far as they are known. */

import { t } from "../../texts";
import { goByArrow, useOneStop } from "./arrows";
import { Back, Face } from "./card";
import { isKnown, known, letterOf } from "./cards";
import { handSums } from "./score";
import { Best } from "./supply";
import { cardName } from "./telling";
import type { Held, Player } from "./types";

interface OwnProps {
  player: Player;
  /** What the hand is called. */
  name: string;
  /** Whether a card may be chosen now; else why not. */
  why: string | null;
  /** The card that is chosen so far. */
  chosen: string | null;
  /** The cards that were drawn in this turn. */
  fresh: ReadonlySet<string>;
  best: string | null;
  choose: (card: Held, byKey: boolean) => void;
}

export function OwnHand({ player, name, why, chosen, fresh, best, choose }: OwnProps) {
  const text = t.arboretum;
  const cards = known(player);
  const stop = useOneStop(cards.map((card) => card.id));
  const looks = (card: Held) => [
    "ar-card",
    chosen === card.id && "ar-chosen",
    why === null && "ar-can",
    fresh.has(card.id) && "ar-fresh",
  ];
  const told = (card: Held) => [`${cardName(card)}.`, card.shown && text.shown, why];
  return (
    <section class="ar-hand" aria-label={name}>
      <div class="ar-fan" data-origin={`hand ${player.seat}`} onKeyDown={goByArrow}>
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
                    data-tip={why ?? undefined}
                    onClick={(event) => why === null && choose(card, event.detail === 0)}
                    {...stop(card.id)}
                  >
                    <span class="hidden-text">{told(card).filter(Boolean).join(" ")}</span>
                    <Face card={card} />
                    {card.shown && <Eye />}
                    {best === card.id && <Best />}
                  </button>
                ))}
            </div>
            <span class="ar-sum" data-tip={text.inHand(letter, sum)}>
              <span aria-hidden="true">{sum}</span>
              <span class="hidden-text">{text.inHand(letter, sum)}</span>
            </span>
          </div>
        ))}
        {/* Of a game that others have played, not all is known. */}
        {player.hand.length > cards.length && (
          <div class="ar-group-cards">
            {player.hand.slice(cards.length).map((_, place) => (
              <span key={place} class="ar-card" data-tip={text.hiddenCard}>
                <Back />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** The sign of a card that all know. */
function Eye() {
  return (
    <svg class="ar-eye" viewBox="0 0 20 20" aria-hidden="true">
      <title>{t.arboretum.shown}</title>
      <circle cx="10" cy="10" r="9" />
      <path d="M3.5 10q6.5-8 13 0-6.5 8-13 0z" />
      <circle class="pupil" cx="10" cy="10" r="2" />
    </svg>
  );
}

export function OtherHand({ player, best }: { player: Player; best: string | null }) {
  const cards = known(player);
  const text = t.arboretum;
  return (
    <div class="ar-other-hand" data-origin={`hand ${player.seat}`}>
      <span class="hidden-text">{text.handOf(player.hand.length, cards.length)}</span>
      {player.hand.map((card, place) =>
        isKnown(card) ? (
          <span
            key={card.id}
            class="ar-card"
            data-moves={card.id}
            role="img"
            aria-label={cardName(card)}
            data-tip={`${cardName(card)}. ${card.shown ? text.shown : ""}`}
          >
            <Face card={card} />
            {best === card.id && <Best />}
          </span>
        ) : (
          <span key={`hidden ${place}`} class="ar-card ar-hidden" data-tip={text.hiddenCard}>
            <Back />
          </span>
        ),
      )}
      <span class="ar-count" aria-hidden="true" data-tip={text.handOf(player.hand.length, 0)}>
        {player.hand.length}
      </span>
    </div>
  );
}
