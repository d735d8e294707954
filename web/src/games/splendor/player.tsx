/** A player's cards, tokens and nobles. */

import { t } from "../../texts";
import { splendorTexts } from "../../texts/splendor";
import { classNames } from "../../ui/class-names";
import { type BoardModel, isBetter, tokenKey } from "./board-model";
import { NobleFace, SmallCard } from "./card";
import { Gem } from "./gems";
import { CardButton, type OpenMenuProps } from "./market";
import { type Card, isHidden, type Player, type Reserved, ROWS, TOKEN_LIMIT, TOKENS, type Token, total } from "./types";

const texts = splendorTexts.board;

/** Another player, in a small panel. */
export function PlayerPanel({ board, player }: { board: BoardModel; player: Player }) {
  return (
    <section class={panelClass(board, player)} aria-label={nameOf(board, player)}>
      <PlayerHeader board={board} player={player} />
      <TokenColumns board={board} player={player} />
      {(player.reserved.length > 0 || player.nobles.length > 0) && (
        <div class="sp-holdings">
          {player.reserved.map((card, slot) => (
            <SmallCard
              key={slot}
              card={card}
              name={reservedName(card, nameOf(board, player), slot + 1)}
              fresh={!isHidden(card) && board.fresh.cards.has(card.id)}
              best={isBetter(board, { kind: "buy", place: `r${slot + 1}` }, player.seat)}
              moves={isHidden(card) ? `hidden ${player.seat} ${slot} ${ROWS[card.tier - 1]}` : `card ${card.id}`}
            />
          ))}
          <NobleTiles board={board} player={player} />
        </div>
      )}
      <BoughtCards player={player} />
    </section>
  );
}

/** The player's own tokens and bonuses. */
export function OwnTokens({ board, player }: { board: BoardModel; player: Player }) {
  const name = nameOf(board, player);
  return (
    <section class={`${panelClass(board, player)} sp-own`} aria-label={board.visiting ? name : texts.you(name)}>
      <PlayerHeader board={board} player={player} />
      <TokenColumns board={board} player={player} />
    </section>
  );
}

/** The player's own reserved cards, nobles and bought cards. */
export function OwnCards({ board, player, open }: { board: BoardModel; player: Player } & OpenMenuProps) {
  return (
    <section class="sp-own-cards">
      <h3 class="sp-label">{texts.reserved}</h3>
      <div class="sp-reserve">
        {player.reserved.map((card, slot) =>
          isHidden(card) ? (
            <SmallCard key={slot} card={card} name={reservedName(card, nameOf(board, player), slot + 1)} />
          ) : (
            <CardButton key={slot} board={board} card={card} place={`r${slot + 1}`} open={open} />
          ),
        )}
        {player.reserved.length === 0 && <p class="quiet sp-none">{texts.nothingReserved}</p>}
        <NobleTiles board={board} player={player} />
      </div>
      <BoughtCards player={player} />
    </section>
  );
}

function PlayerHeader({ board, player }: { board: BoardModel; player: Player }) {
  const held = total(player.tokens);
  const heldName = texts.totalLabel(held, TOKEN_LIMIT);
  return (
    <header class="sp-who">
      <span class="sp-name">{nameOf(board, player)}</span>
      <span class="sp-held" role="img" aria-label={heldName} data-tooltip={heldName}>
        {texts.total(held, TOKEN_LIMIT)}
      </span>
      <span class="sp-score" role="img" aria-label={t.common.points(player.points)}>
        {player.points}
      </span>
    </header>
  );
}

function TokenColumns({ board, player }: { board: BoardModel; player: Player }) {
  return (
    <div class="sp-purse">
      {TOKENS.map((token) => (
        <TokenColumn key={token} board={board} player={player} token={token} />
      ))}
    </div>
  );
}

function TokenColumn({ board, player, token }: { board: BoardModel; player: Player; token: Token }) {
  const cards = player.bought.filter((card) => card.color === token);
  const bonus = token === "gold" ? null : player.bonuses[token];
  const name = texts.holds(token, player.tokens[token], bonus);
  const best = (["return", "pay"] as const).some((kind) => isBetter(board, { kind, token }, player.seat));
  const change = board.fresh.tokens.get(tokenKey(player.seat, token)) ?? 0;
  return (
    <div
      class={classNames("sp-column", `sp-${token}`, !player.tokens[token] && "sp-none")}
      role="img"
      aria-label={name}
      data-tooltip={name}
    >
      <span class="sp-strips">
        {cards.map((card) => (
          <i
            key={card.id}
            class={classNames("sp-strip", board.fresh.cards.has(card.id) && "sp-fresh")}
            data-moves={`card ${card.id}`}
          >
            {card.points || ""}
          </i>
        ))}
      </span>
      {bonus !== null && <span class={classNames("sp-bonus", !bonus && "sp-zero")}>{bonus}</span>}
      <span
        class={classNames("sp-held-token", change !== 0 && "sp-fresh", best && "sp-best")}
        data-purse={tokenKey(player.seat, token)}
      >
        <Gem token={token} count={player.tokens[token]} />
        {change !== 0 && <span class="sp-change">{change > 0 ? `+${change}` : `−${-change}`}</span>}
      </span>
    </div>
  );
}

function NobleTiles({ board, player }: { board: BoardModel; player: Player }) {
  return (
    <>
      {player.nobles.map((noble) => {
        const name = texts.noble(noble.name, noble.points, noble.requirement);
        return (
          <span
            key={noble.id}
            class={classNames("sp-noble sp-small", board.fresh.nobles.has(noble.id) && "sp-fresh")}
            data-moves={`noble ${noble.id}`}
            role="img"
            aria-label={name}
            data-tooltip={name}
          >
            <NobleFace noble={noble} />
          </span>
        );
      })}
    </>
  );
}

function BoughtCards({ player }: { player: Player }) {
  const { bought } = player;
  if (bought.length === 0) return null;
  const inOrder = bought.toSorted((one, other) => TOKENS.indexOf(one.color) - TOKENS.indexOf(other.color));
  return (
    <details class="sp-bought">
      <summary>{texts.bought(bought.length)}</summary>
      <div class="sp-holdings">
        {inOrder.map((card) => (
          <SmallCard key={card.id} card={card} name={faceName(card)} />
        ))}
      </div>
    </details>
  );
}

export function nameOf(board: BoardModel, player: Player): string {
  return board.names[player.seat] ?? t.common.seat(player.seat + 1);
}

function panelClass(board: BoardModel, player: Player): string {
  const turn = !board.view.over && board.view.to_move === player.seat;
  return classNames("sp-player", turn && "sp-turn");
}

function reservedName(card: Reserved, owner: string, number: number): string {
  const where = texts.reservedOf(owner, number);
  if (isHidden(card)) return texts.faceDown(where, ROWS[card.tier - 1] ?? "m");
  return texts.cardName(where, card, card.cost);
}

function faceName(card: Card): string {
  return texts.cardName(splendorTexts.rows[ROWS[card.tier - 1] ?? "m"], card, card.cost);
}
