/** The table of Splendor. */

import { useRef, useState } from "preact/hooks";
import { t } from "../../texts";
import { useTravel } from "../../ui/motion";
import type { BoardProps } from "../kind";
import { Bank } from "./bank";
import "./board.css";
import { Choice } from "./choice";
import { classes } from "./classes";
import { useFlights } from "./flights";
import { Market, Nobles } from "./market";
import { OwnCards, OwnPurse, PlayerPanel } from "./player";
import { sceneOf } from "./scene";
import type { Stage } from "./staging";
import { Steps } from "./steps";
import { ROWS, type SplendorView, type Token, isLastRound } from "./types";

const words = t.splendor.board;

/** With so many players there is room for one's own things beside the market, else below it. */
const MOST_BESIDE = 3;

interface Opened {
  place: string;
  anchor: HTMLElement;
}

export function Board(props: BoardProps<SplendorView>) {
  const box = useRef<HTMLDivElement>(null);
  const scene = sceneOf({ ...props, play });
  const { view, me, rules } = scene;
  // What was begun in one position is gone in the next.
  const position = view.actions.length;
  const [laid, lay] = useHere<readonly Token[]>(position, []);
  const [opened, setOpened] = useHere<Opened | null>(position, null);
  const open = (place: string, anchor: HTMLElement) => setOpened({ place, anchor });
  const stage = view.phase === "play" ? (laid as Stage) : [];

  useTravel(box, view, (name) => originOf(view, name));
  useFlights(box, view);

  const seats = view.players.length;
  const from = me ? me.seat + 1 : 0;
  const others = Array.from({ length: me ? seats - 1 : seats }, (_, place) => view.players[(from + place) % seats]);
  const layout = me === null ? "sp-watched" : seats <= MOST_BESIDE && "sp-beside";
  return (
    <div ref={box} class={classes("sp-board", layout, view.over && "sp-over")} role="group" aria-label={words.label}>
      <div class="sp-table">
        <div class="sp-middle">
          <Nobles scene={scene} />
          <Market scene={scene} open={open} />
          <Bank scene={scene} stage={stage} setStage={lay} />
        </div>
        <div class="sp-others" role="group" aria-label={words.players}>
          {others.map((player) => player && <PlayerPanel key={player.seat} scene={scene} player={player} />)}
        </div>
        {me && <OwnCards scene={scene} player={me} open={open} />}
        <div class="sp-dock">
          {isLastRound(view, rules) && <p class="sp-last-round">{words.lastRound}</p>}
          <Steps scene={scene} laid={laid} lay={lay} />
          {me && <OwnPurse scene={scene} player={me} />}
        </div>
      </div>
      {opened && <Choice scene={scene} place={opened.place} anchor={opened.anchor} close={() => setOpened(null)} />}
    </div>
  );

  // The buttons of a step are gone with it; who used them stays at the table.
  function play(moves: readonly string[]) {
    props.play(moves); // first: the server can think while the page is still busy with the click
    const left = document.activeElement?.closest(".sp-step");
    if (left) box.current?.querySelector<HTMLElement>(".sp-bank button")?.focus({ preventScroll: true });
  }
}

/** A state that lasts for one position. */
function useHere<Value>(position: number, nothing: Value): [Value, (value: Value) => void] {
  const [held, hold] = useState({ position, value: nothing });
  return [held.position === position ? held.value : nothing, (value) => hold({ position, value })];
}

/** A card that was nowhere before comes from its deck. */
function originOf(view: SplendorView, name: string): string | null {
  const [what, id, , row] = name.split(" ");
  if (what === "hidden") return `deck ${row}`;
  if (what !== "card") return null;
  const cards = [...view.market.flat(), ...view.players.flatMap((player) => player.reserved)];
  const card = cards.find((card) => card && "id" in card && card.id === Number(id));
  return card ? `deck ${ROWS[card.tier - 1]}` : null;
}
