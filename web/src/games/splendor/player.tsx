/** What lies before a player. */

import { t } from "../../texts";
import { NobleFace, SmallCard } from "./card";
import { classes } from "./classes";
import { Gem } from "./gems";
import { CardButton, type Opening } from "./market";
import { type Scene, isBetter, purseKey } from "./scene";
import { type Card, type Player, ROWS, type Reserved, TOKENS, TOKEN_LIMIT, type Token, isHidden, total } from "./types";

const words = t.splendor.board;

/** Another player: everything in small. */
export function PlayerPanel({ scene, player }: { scene: Scene; player: Player }) {
  return (
    <section class={panelClass(scene, player)} aria-label={nameOf(scene, player)}>
      <Heading scene={scene} player={player} />
      <Purse scene={scene} player={player} />
      {(player.reserved.length > 0 || player.nobles.length > 0) && (
        <div class="sp-holdings">
          {player.reserved.map((card, slot) => (
            <SmallCard
              key={slot}
              card={card}
              name={reservedName(card, nameOf(scene, player), slot + 1)}
              fresh={!isHidden(card) && scene.fresh.cards.has(card.id)}
              best={isBetter(scene, { kind: "buy", place: `r${slot + 1}` }, player.seat)}
              moves={isHidden(card) ? `hidden ${player.seat} ${slot} ${ROWS[card.tier - 1]}` : `card ${card.id}`}
            />
          ))}
          <NobleTiles scene={scene} player={player} />
        </div>
      )}
      <Bought player={player} />
    </section>
  );
}

/** One's own tokens and bonuses: what every decision depends on. */
export function OwnPurse({ scene, player }: { scene: Scene; player: Player }) {
  const name = nameOf(scene, player);
  return (
    <section class={`${panelClass(scene, player)} sp-own`} aria-label={scene.visiting ? name : words.you(name)}>
      <Heading scene={scene} player={player} />
      <Purse scene={scene} player={player} />
    </section>
  );
}

/** One's own reserved cards, nobles and bought cards. */
export function OwnCards({ scene, player, open }: { scene: Scene; player: Player } & Opening) {
  return (
    <section class="sp-own-cards">
      <h3 class="sp-label">{words.reserved}</h3>
      <div class="sp-reserve">
        {player.reserved.map((card, slot) =>
          isHidden(card) ? (
            <SmallCard key={slot} card={card} name={reservedName(card, nameOf(scene, player), slot + 1)} />
          ) : (
            <CardButton key={slot} scene={scene} card={card} place={`r${slot + 1}`} open={open} />
          ),
        )}
        {player.reserved.length === 0 && <p class="quiet sp-none">{words.nothingReserved}</p>}
        <NobleTiles scene={scene} player={player} />
      </div>
      <Bought player={player} />
    </section>
  );
}

function Heading({ scene, player }: { scene: Scene; player: Player }) {
  const held = total(player.tokens);
  const heldName = words.totalLabel(held, TOKEN_LIMIT);
  return (
    <header class="sp-who">
      <span class="sp-name">{nameOf(scene, player)}</span>
      <span class="sp-held" role="img" aria-label={heldName} data-tip={heldName}>
        {words.total(held, TOKEN_LIMIT)}
      </span>
      <span class="sp-score" role="img" aria-label={t.common.points(player.points)}>
        {player.points}
      </span>
    </header>
  );
}

function Purse({ scene, player }: { scene: Scene; player: Player }) {
  return (
    <div class="sp-purse">
      {TOKENS.map((token) => (
        <Column key={token} scene={scene} player={player} token={token} />
      ))}
    </div>
  );
}

function Column({ scene, player, token }: { scene: Scene; player: Player; token: Token }) {
  const cards = player.bought.filter((card) => card.color === token);
  const bonus = token === "gold" ? null : player.bonuses[token];
  const name = words.holds(token, player.tokens[token], bonus);
  const best = (["return", "pay"] as const).some((kind) => isBetter(scene, { kind, token }, player.seat));
  const came = scene.fresh.tokens.get(purseKey(player.seat, token)) ?? 0;
  return (
    <div
      class={classes("sp-column", `sp-${token}`, !player.tokens[token] && "sp-none")}
      role="img"
      aria-label={name}
      data-tip={name}
    >
      <span class="sp-strips">
        {cards.map((card) => (
          <i
            key={card.id}
            class={classes("sp-strip", scene.fresh.cards.has(card.id) && "sp-fresh")}
            data-moves={`card ${card.id}`}
          >
            {card.points || ""}
          </i>
        ))}
      </span>
      {bonus !== null && <span class={classes("sp-bonus", !bonus && "sp-zero")}>{bonus}</span>}
      <span
        class={classes("sp-held-token", came !== 0 && "sp-fresh", best && "sp-best")}
        data-purse={purseKey(player.seat, token)}
      >
        <Gem token={token} count={player.tokens[token]} />
        {came !== 0 && <span class="sp-came">{came > 0 ? `+${came}` : `−${-came}`}</span>}
      </span>
    </div>
  );
}

function NobleTiles({ scene, player }: { scene: Scene; player: Player }) {
  return (
    <>
      {player.nobles.map((noble) => {
        const name = words.noble(noble.name, noble.points, noble.requirement);
        return (
          <span
            key={noble.id}
            class={classes("sp-noble sp-small", scene.fresh.nobles.has(noble.id) && "sp-fresh")}
            data-moves={`noble ${noble.id}`}
            role="img"
            aria-label={name}
            data-tip={name}
          >
            <NobleFace noble={noble} />
          </span>
        );
      })}
    </>
  );
}

function Bought({ player }: { player: Player }) {
  const { bought } = player;
  if (bought.length === 0) return null;
  const inOrder = bought.toSorted((one, other) => TOKENS.indexOf(one.color) - TOKENS.indexOf(other.color));
  return (
    <details class="sp-bought">
      <summary>{words.bought(bought.length)}</summary>
      <div class="sp-holdings">
        {inOrder.map((card) => (
          <SmallCard key={card.id} card={card} name={faceName(card)} />
        ))}
      </div>
    </details>
  );
}

export function nameOf(scene: Scene, player: Player): string {
  return scene.names[player.seat] ?? t.common.seat(player.seat + 1);
}

function panelClass(scene: Scene, player: Player): string {
  const turn = !scene.view.over && scene.view.to_move === player.seat;
  return classes("sp-player", turn && "sp-turn");
}

function reservedName(card: Reserved, owner: string, number: number): string {
  const where = words.reservedOf(owner, number);
  if (isHidden(card)) return words.faceDown(where, ROWS[card.tier - 1] ?? "m");
  return words.cardName(where, card, card.cost);
}

function faceName(card: Card): string {
  return words.cardName(t.splendor.rows[ROWS[card.tier - 1] ?? "m"], card, card.cost);
}
