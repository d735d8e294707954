/** Cards, card backs and nobles. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { classNames } from "../../ui/class-names";
import { BackArt, CardArt, NobleArt } from "./art";
import { affordable, lacking, missing } from "./costs";
import { Gem } from "./gems";
import { type Card, COLORS, type Noble, type Player, type Reserved, some } from "./types";

/** The front of a card; with `me` it shows what that player lacks. */
export function CardFace({ card, me }: { card: Card; me?: Player | null }) {
  // Memoized, so that unchanged art is not diffed.
  const art = useMemo(() => <CardArt tier={card.tier} id={card.id} />, [card.tier, card.id]);
  return (
    <>
      {art}
      <span class="sp-head" aria-hidden="true">
        <span class="sp-points">{card.points || ""}</span>
        <Gem token={card.color} />
      </span>
      <Cost card={card} me={me ?? null} />
    </>
  );
}

function Cost({ card, me }: { card: Card; me: Player | null }) {
  const lack = me && missing(card, me);
  const gold = me !== null && affordable(card, me);
  return (
    <span class="sp-cost" aria-hidden="true">
      {some(card.cost)
        .reverse()
        .map(([color, count]) => (
          <span key={color} class="sp-pip">
            <Gem token={color} count={count} />
            {lack && color !== "gold" && lack[color] > 0 && (
              <span class={gold ? "sp-by-gold" : "sp-lack"}>−{lack[color]}</span>
            )}
          </span>
        ))}
    </span>
  );
}

/** A player's card: a small front, or its back. */
export function SmallCard(props: {
  card: Reserved | Card;
  name: string;
  fresh?: boolean;
  best?: boolean;
  moves?: string;
}) {
  const { card, name, fresh, best, moves } = props;
  const hidden = "hidden" in card;
  return (
    <span
      class={classNames(
        "sp-card sp-small",
        hidden ? "sp-back" : `sp-${card.color}`,
        fresh === true && "sp-fresh",
        best === true && "sp-best",
      )}
      role="img"
      aria-label={name}
      data-tooltip={name}
      data-moves={moves}
    >
      {hidden ? <BackArt tier={card.tier} /> : <CardFace card={card} />}
    </span>
  );
}

export function NobleFace({ noble, me, children }: { noble: Noble; me?: Player | null; children?: ComponentChildren }) {
  const lack = me ? lacking(noble, me) : null;
  const art = useMemo(() => <NobleArt noble={noble} />, [noble.id]);
  return (
    <>
      {art}
      <span class="sp-noble-side" aria-hidden="true">
        <span class="sp-points">{noble.points}</span>
        {COLORS.filter((color) => noble.requirement[color]).map((color) => (
          <span key={color} class={classNames("sp-need", lack?.[color] === 0 && "sp-met")}>
            <Gem token={color} count={noble.requirement[color]} />
          </span>
        ))}
      </span>
      {children}
    </>
  );
}
