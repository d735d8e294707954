/** The Splendor board. */

import { useRef, useState } from "preact/hooks";
import { splendorTexts } from "../../texts/splendor";
import { useFlip } from "../../ui/animation";
import type { BoardProps } from "../kind";
import { Bank } from "./bank";
import "./styles/index.css";
import { classNames } from "../../ui/class-names";
import { boardModel } from "./board-model";
import { CardMenu } from "./card-menu";
import { Market, Nobles } from "./market";
import { OwnCards, OwnTokens, PlayerPanel } from "./player";
import { Steps } from "./steps";
import { useTokenAnimation } from "./token-animation";
import type { Selection } from "./token-selection";
import { isLastRound, ROWS, type SplendorView, type Token } from "./types";

const texts = splendorTexts.board;

/** Up to this many players, the player's own cards fit beside the market. */
const MOST_BESIDE = 3;

interface Opened {
  place: string;
  anchor: HTMLElement;
}

export function Board(props: BoardProps<SplendorView>) {
  const box = useRef<HTMLDivElement>(null);
  const board = boardModel({ ...props, play });
  const { view, me, rules } = board;
  // A selection does not outlast its position.
  const position = view.actions.length;
  const [selected, select] = usePositionState<readonly Token[]>(position, []);
  const [opened, setOpened] = usePositionState<Opened | null>(position, null);
  const open = (place: string, anchor: HTMLElement) => setOpened({ place, anchor });
  const selection = view.phase === "play" ? (selected as Selection) : [];

  useFlip(box, view, (name) => originOf(view, name));
  useTokenAnimation(box, view);

  const seats = view.players.length;
  const from = me ? me.seat + 1 : 0;
  const others = Array.from({ length: me ? seats - 1 : seats }, (_, place) => view.players[(from + place) % seats]);
  const layout = me === null ? "sp-watched" : seats <= MOST_BESIDE && "sp-beside";
  return (
    <div ref={box} class={classNames("sp-board", layout, view.over && "sp-over")} role="group" aria-label={texts.label}>
      <div class="sp-table">
        <div class="sp-middle">
          <Nobles board={board} />
          <Market board={board} open={open} />
          <Bank board={board} selection={selection} setSelection={select} />
        </div>
        <div class="sp-others" role="group" aria-label={texts.players}>
          {others.map((player) => player && <PlayerPanel key={player.seat} board={board} player={player} />)}
        </div>
        {me && <OwnCards board={board} player={me} open={open} />}
        <div class="sp-dock">
          {isLastRound(view, rules) && <p class="sp-last-round">{texts.lastRound}</p>}
          <Steps board={board} selected={selected} select={select} />
          {me && <OwnTokens board={board} player={me} />}
        </div>
      </div>
      {opened && <CardMenu board={board} place={opened.place} anchor={opened.anchor} close={() => setOpened(null)} />}
    </div>
  );

  // The step's buttons disappear with it, so the focus moves to the bank.
  function play(moves: readonly string[]) {
    props.play(moves); // first, so that the server works while the page is still handling the click
    const left = document.activeElement?.closest(".sp-step");
    if (left) box.current?.querySelector<HTMLElement>(".sp-bank button")?.focus({ preventScroll: true });
  }
}

/** State that lasts for one position. */
function usePositionState<Value>(position: number, nothing: Value): [Value, (value: Value) => void] {
  const [held, hold] = useState({ position, value: nothing });
  return [held.position === position ? held.value : nothing, (value) => hold({ position, value })];
}

/** A new card comes from its deck. */
function originOf(view: SplendorView, name: string): string | null {
  const [what, id, , row] = name.split(" ");
  if (what === "hidden") return `deck ${row}`;
  if (what !== "card") return null;
  const cards = [...view.market.flat(), ...view.players.flatMap((player) => player.reserved)];
  const card = cards.find((card) => card && "id" in card && card.id === Number(id));
  return card ? `deck ${ROWS[card.tier - 1]}` : null;
}
