/** Cards, decks' backs and nobles, as they lie on the table. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { BackArt, CardArt, NobleArt } from "./art";
import { classes } from "./classes";
import { Gem } from "./gems";
import { affordable, lacking, missing } from "./legal";
import { COLORS, type Card, type Noble, type Player, type Reserved, some } from "./types";

/** The face of a card; for `me` it shows what is missing, too. */
export function CardFace({ card, me }: { card: Card; me?: Player | null }) {
  // The same picture as before is not compared again.
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

/** A card before a player: its face in small, or its back. */
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
      class={classes(
        "sp-card sp-small",
        hidden ? "sp-back" : `sp-${card.color}`,
        fresh === true && "sp-fresh",
        best === true && "sp-best",
      )}
      role="img"
      aria-label={name}
      data-tip={name}
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
          <span key={color} class={classes("sp-need", lack?.[color] === 0 && "sp-met")}>
            <Gem token={color} count={noble.requirement[color]} />
          </span>
        ))}
      </span>
      {children}
    </>
  );
}
