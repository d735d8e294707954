/** The current step of the turn: selecting a take, returning tokens, paying, or choosing a noble. */

import type { ComponentChildren } from "preact";
import { parseMove } from "../../../engine/src/splendor/notation";
import { lookAhead } from "../../engine/positions";
import { t } from "../../texts";
import { splendorTexts } from "../../texts/splendor";
import { classNames } from "../../ui/class-names";
import { type BoardModel, isBetter } from "./board-model";
import { NobleFace } from "./card";
import { Gem } from "./gems";
import { nameOf } from "./player";
import { type Selection, takeMove, without } from "./token-selection";
import { mover, owedNext, type Player, rulesOf, TOKEN_LIMIT, TOKENS, type Token, type Tokens, total } from "./types";

const texts = splendorTexts.board;

/** Selected tokens, to be taken or returned. */
export interface SelectionProps {
  selected: readonly Token[];
  select: (tokens: readonly Token[]) => void;
}

export function Steps({ board, selected, select }: { board: BoardModel } & SelectionProps) {
  const { view, seat } = board;
  if (view.over || board.readOnly) return null;
  const player = mover(view);
  if (view.to_move !== seat) {
    return (
      <p class="sp-step sp-waiting">
        {texts.turnOf(nameOf(board, player))}
        {view.phase === "return" && view.escrow && ` · ${texts.taken(view.escrow.tokens)}`}
      </p>
    );
  }
  switch (view.phase) {
    case "return":
      return <ReturnStep board={board} player={player} selected={selected} select={select} />;
    case "pay":
      return <PayStep board={board} player={player} />;
    case "noble":
      return <NobleStep board={board} />;
    default:
      return <TakeStep board={board} selected={selected} select={select} />;
  }
}

function Step({ title, note, children }: { title: string; note?: string; children?: ComponentChildren }) {
  return (
    <section class="sp-step" aria-label={title}>
      <div class="sp-step-text">
        <h3>{title}</h3>
        {note && <p class="quiet">{note}</p>}
      </div>
      {children}
    </section>
  );
}

function TakeStep({ board, selected, select }: { board: BoardModel } & SelectionProps) {
  if (board.moves[0] === "pass") {
    return (
      <Step title={texts.yourTurn} note={splendorTexts.task.pass}>
        <button type="button" class="button primary" onClick={() => board.play(["pass"])}>
          {texts.pass}
        </button>
      </Step>
    );
  }
  const selection = selected as Selection;
  const move = takeMove(selection, board.moves);
  const note = move || !board.active ? undefined : selection.length ? texts.selectMore : texts.nothingSelected;
  return (
    <Step title={selection.length ? texts.taking : texts.yourTurn} {...(note && { note })}>
      {selection.length > 0 && (
        <SelectedTokens selected={selection} select={(tokens) => select(tokens)}>
          <ConfirmButton
            label={texts.take}
            why={move ? null : board.active ? texts.selectMore : t.common.inactive.notNow}
            act={() => move && board.play([move])}
          />
        </SelectedTokens>
      )}
    </Step>
  );
}

function ReturnStep({ board, player, selected, select }: { board: BoardModel; player: Player } & SelectionProps) {
  const rules = rulesOf(board.rules);
  const drawn: Partial<Tokens> = board.view.escrow?.tokens ?? {};
  const note = texts.returnNote(TOKEN_LIMIT, drawn, rules.over_limit === "return_drawn");
  const count = total(player.tokens) - TOKEN_LIMIT;
  const full = selected.length === count;
  const returns = selected.map((token) => `return ${token}`);
  const more = full || !board.active ? [] : lookAhead(board.view, board.rules, returns, (seen) => seen.legalMoves());
  const short = texts.returnStep(count - selected.length);
  return (
    <Step title={texts.returnStep(count)} note={note}>
      <div class="sp-choices">
        {TOKENS.filter((token) => player.tokens[token] > 0).map((token) => {
          const apart = selected.filter((other) => other === token).length;
          const left = player.tokens[token] - apart;
          const taken = drawn[token] ?? 0;
          const never = board.reason({ kind: "return", token });
          const enough = full ? texts.enough : more.includes(`return ${token}`) ? null : texts.allSelected(token);
          const why = never ?? enough;
          const better = isBetter(board, { kind: "return", token });
          return (
            <button
              key={token}
              type="button"
              class={classNames("sp-token", `sp-${token}`, better && "sp-best", never !== null && "sp-spent")}
              aria-disabled={why !== null}
              data-tooltip={why ?? undefined}
              onClick={() => why === null && select([...selected, token])}
            >
              <span class="hidden-text">{`${texts.returnOne(token, left, taken)} ${why ?? ""}`}</span>
              <Gem token={token} />
              <span class="sp-count" aria-hidden="true">
                {left}
              </span>
              {taken > 0 && <span class="sp-drawn" aria-hidden="true">{`+${taken}`}</span>}
            </button>
          );
        })}
      </div>
      <SelectedTokens selected={selected} select={select}>
        <ConfirmButton label={texts.returnConfirm} why={full ? null : short} act={() => board.play(returns)} />
      </SelectedTokens>
    </Step>
  );
}

function PayStep({ board, player }: { board: BoardModel; player: Player }) {
  const { buying } = board.view;
  const owed = owedNext(board.view);
  if (!buying || !owed) return null;
  const ways = board.moves.map(parseMove).flatMap((move) => (move.kind === "pay" ? [move.token] : []));
  return (
    <Step title={texts.payStep(owed, buying.owed[owed])} note={texts.payNote(buying.card, buying.owed)}>
      <div class="sp-choices">
        {ways.map((token) => (
          <button
            key={token}
            type="button"
            class={classNames("button sp-pay", isBetter(board, { kind: "pay", token }) && "sp-best")}
            onClick={() => board.play([`pay ${token}`])}
          >
            <Gem token={token} />
            {texts.payWith(token, player.tokens[token])}
          </button>
        ))}
      </div>
    </Step>
  );
}

function NobleStep({ board }: { board: BoardModel }) {
  return (
    <Step title={texts.nobleStep} note={texts.nobleNote}>
      <div class="sp-choices">
        {board.view.nobles.map((noble, place) => {
          const slot = place + 1;
          if (!noble || board.reason({ kind: "noble", slot }) !== null) return null;
          const name = texts.noble(noble.name, noble.points, noble.requirement);
          return (
            <button
              key={slot}
              type="button"
              class={classNames("sp-noble", isBetter(board, { kind: "noble", slot }) && "sp-best")}
              data-tooltip={noble.name}
              onClick={() => board.play([`noble ${slot}`])}
            >
              <span class="hidden-text">{name}</span>
              <NobleFace noble={noble} />
            </button>
          );
        })}
      </div>
    </Step>
  );
}

/** The selected tokens, each put back by a click, and the actions for them. */
function SelectedTokens({ selected, select, children }: SelectionProps & { children: ComponentChildren }) {
  return (
    <div class="sp-selection">
      {selected.map((token, place) => (
        <button
          key={place}
          type="button"
          class={`sp-token sp-${token}`}
          aria-label={texts.putBack(token)}
          data-tooltip={texts.putBack(token)}
          onClick={() => select(without(selected, token))}
        >
          <Gem token={token} />
        </button>
      ))}
      {selected.length > 0 && (
        <button type="button" class="button" onClick={() => select([])}>
          {texts.clear}
        </button>
      )}
      {children}
    </div>
  );
}

function ConfirmButton({ label, why, act }: { label: string; why: string | null; act: () => void }) {
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={why !== null}
      aria-label={why === null ? label : `${label}. ${why}`}
      data-tooltip={why ?? undefined}
      onClick={() => why === null && act()}
    >
      {label}
    </button>
  );
}
