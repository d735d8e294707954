/** The market: nobles above three rows of cards, each with its deck; and the arrow keys among them. */

import { t } from "../../texts";
import { BackArt } from "./art";
import { CardFace, NobleFace } from "./card";
import { classes } from "./classes";
import { amongCells } from "./keys";
import { affordable, lacking } from "./legal";
import { type Scene, isBetter } from "./scene";
import { type Card, ROWS, type Row } from "./types";

const words = t.splendor.board;

export interface Opening {
  /** Open what can be done with the card at a place, beside its element. */
  open: (place: string, anchor: HTMLElement) => void;
}

export function Nobles({ scene }: { scene: Scene }) {
  return (
    <div class="sp-nobles" role="list" aria-label={words.nobles}>
      {scene.view.nobles.map((noble, slot) => {
        if (!noble) return <span key={slot} class="sp-noble sp-gone" role="listitem" aria-hidden="true" />;
        const name = words.noble(noble.name, noble.points, noble.requirement);
        const needs = scene.me && !scene.visiting ? ` ${words.nobleNeeds(lacking(noble, scene.me))}` : "";
        const better = isBetter(scene, { kind: "noble", slot: slot + 1 });
        return (
          <span
            key={slot}
            role="listitem"
            class={classes("sp-noble", better && "sp-best")}
            data-moves={`noble ${noble.id}`}
          >
            <span class="sp-fill" role="img" aria-label={name + needs} data-tip={name + needs}>
              <NobleFace noble={noble} me={scene.me} />
            </span>
            {better && <span class="sp-best-tag" aria-hidden="true">{words.best}</span>}
          </span>
        );
      })}
    </div>
  );
}

export function Market({ scene, open }: { scene: Scene } & Opening) {
  return (
    <div class="sp-market" role="group" aria-label={words.market} onKeyDown={amongCells}>
      {ROWS.map((row, tier) => (
        <div key={row} class="sp-row">
          <Deck scene={scene} row={row} tier={tier + 1} open={open} />
          {scene.view.market[tier]?.map((card, slot) => (
            <Place key={slot} scene={scene} card={card} place={`${row}${slot + 1}`} open={open} />
          ))}
        </div>
      )).reverse()}
    </div>
  );
}

function Deck({ scene, row, tier, open }: { scene: Scene; row: Row; tier: number } & Opening) {
  const left = scene.view.decks[tier - 1] ?? 0;
  const why = scene.reason({ kind: "reserve", place: row });
  const better = isBetter(scene, { kind: "reserve", place: row });
  return (
    <button
      type="button"
      class={classes("sp-card sp-deck sp-back", !left && "sp-spent", better && "sp-best")}
      data-cell={`${tier} 0`}
      data-origin={`deck ${row}`}
      aria-disabled={why !== null}
      data-tip={why ?? undefined}
      onClick={(event) => why === null && open(row, event.currentTarget)}
    >
      <span class="hidden-text">{`${words.deck(row, left)} ${why ?? ""}`}</span>
      <BackArt tier={tier} />
      <span class="sp-deck-name" aria-hidden="true">{t.splendor.rows[row]}</span>
      <span class="sp-deck-left" aria-hidden="true">{left}</span>
      {better && <span class="sp-best-tag" aria-hidden="true">{words.reserve}</span>}
    </button>
  );
}

function Place({ scene, card, place, open }: { scene: Scene; card: Card | null; place: string } & Opening) {
  const tier = ROWS.indexOf(place[0] as Row) + 1;
  if (!card) return <span class="sp-card sp-empty" role="img" aria-label={words.emptyPlace} />;
  return <CardButton scene={scene} card={card} place={place} open={open} cell={`${tier} ${place[1]}`} />;
}

/** A card that may be bought or reserved, in the market or in one's own reserve. */
export function CardButton(props: { scene: Scene; card: Card; place: string; cell?: string } & Opening) {
  const { scene, card, place, cell, open } = props;
  const own = place.startsWith("r");
  const noBuy = scene.reason({ kind: "buy", place });
  const noReserve = own ? noBuy : scene.reason({ kind: "reserve", place });
  const best = bestHere(scene, place);
  const can = scene.me !== null && affordable(card, scene.me);
  const payable = can && noReserve !== null && !scene.visiting;
  const state = noBuy === null ? words.canBuy : payable ? `${words.payable} ${noBuy}` : noBuy;
  const off = noBuy !== null && noReserve !== null;
  return (
    <button
      type="button"
      class={classes(
        "sp-card",
        `sp-${card.color}`,
        can && "sp-can",
        scene.fresh.cards.has(card.id) && "sp-fresh",
        best !== null && "sp-best",
      )}
      data-cell={cell}
      data-place={place}
      data-moves={`card ${card.id}`}
      aria-disabled={off}
      data-tip={state}
      onClick={(event) => !off && open(place, event.currentTarget)}
    >
      <span class="hidden-text">{`${words.cardName(t.splendor.place(place), card, card.cost)} ${state}`}</span>
      <CardFace card={card} me={scene.me} />
      {best && <span class="sp-best-tag" aria-hidden="true">{best}</span>}
    </button>
  );
}

/** What the better move does with the card at a place, if it is about that. */
function bestHere(scene: Scene, place: string): string | null {
  if (place.startsWith("r")) return isBetter(scene, { kind: "buy", place }, scene.seat ?? -1) ? words.buy : null;
  if (isBetter(scene, { kind: "buy", place })) return words.buy;
  return isBetter(scene, { kind: "reserve", place }) ? words.reserve : null;
}
