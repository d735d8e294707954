/** The Arboretum board: turn steps, deck and piles, the player's arboretum and hand, the other players. */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { legalMoves } from "../../engine/positions";
import type { Decision } from "../../server/types";
import { t } from "../../texts";
import { arboretumTexts } from "../../texts/arboretum";
import { useFlip } from "../../ui/animation";
import { type BoardProps, inactiveReason } from "../kind";
import "./styles/index.css";
import { isKnown, known } from "./cards";
import { at, type Cell, cellKey, emptyCells } from "./cells";
import { cardName } from "./descriptions";
import { FreeCells } from "./free-cells";
import { OtherHand, OwnHand } from "./hand";
import { bestPaths, plantings } from "./paths";
import { Plot } from "./plot";
import { BestBadge, Supply } from "./supply";
import type { ArboretumDecision, ArboretumView, Held, Player } from "./types";

/** Room for the first tree and its neighbors. */
const FIRST_CELLS = [
  { x: -1, y: -1 },
  { x: 1, y: 1 },
];
const HAND_STOP = ".ar-hand [tabindex='0']";
const FREE_STOP = ".ar-free[tabindex='0']";

/** A choice that has not been sent yet. */
interface Choice {
  /** The decision it belongs to; a new decision starts with no choice. */
  decision: string;
  card: string | null;
  cell: Cell | null;
  /** Whether the cell was chosen by touch and awaits confirmation. */
  touched: boolean;
}

export function Board(props: BoardProps<ArboretumView>) {
  const { view, rules, seat, visiting, names, active, readOnly, last, best, play } = props;
  const texts = arboretumTexts;
  const box = useRef<HTMLDivElement>(null);
  const happened = justHappened(last);
  useFlip(box, view, happened.originOf);

  const decision = `${view.turns} ${view.phase}`;
  const [kept, keep] = useState<Choice | null>(null);
  const choice = kept?.decision === decision ? kept : null;
  const choose = (card: string | null, cell: Cell | null = null, touched = false) =>
    keep({ decision, card, cell, touched });

  const own = seat === null ? undefined : view.players[seat];
  const mine = own !== undefined && view.to_move === seat && !view.over;
  const may = active && mine;
  const moves = new Set(may ? legalMoves(view, rules) : []);
  const step = texts.steps[view.phase];
  const chooses = view.phase === "pick" || view.phase === "discard";
  const why = may ? texts.notNow(step) : inactiveReason(view, seat, readOnly);
  const ownName = (seat !== null && names[seat]) || "";
  const arboretumName = visiting ? texts.arboretumOf(ownName) : texts.yourArboretum;
  const [kind, ...what] = (best ?? "").split(" ");
  const bestCard = kind === "pick" || kind === "discard" ? (what[0] ?? null) : null;

  const hand = own ? known(own) : [];
  const chosen = hand.find((card) => card.id === choice?.card) ?? null;
  const picked = mine && view.picked && isKnown(view.picked) ? view.picked : null;
  const planted = mine && view.phase === "pick" ? chosen : picked;
  const arboretum = own?.arboretum ?? [];
  const paths = useMemo(() => view.players.map((player) => bestPaths(view, rules, player.seat)), [view, rules]);
  const places = useMemo(() => (planted ? plantings(view, rules, planted) : []), [view, rules, planted?.id]);
  const previewed = places.find(({ cell }) => choice?.cell && cellKey(cell) === cellKey(choice.cell));
  const plant = (cell: Cell) => planted && play(view.phase === "pick" ? [`pick ${planted.id}`, at(cell)] : [at(cell)]);

  // Keyboard focus goes from the card to the cells, and back.
  const wanted = useRef<string | null>(null);
  const focus = (target: string) => box.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (wanted.current) focus(wanted.current);
    wanted.current = null;
  });
  // If a decision removed the focused element, focus what comes next. After a discard that is the
  // deck, where the player's next turn starts.
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    if (!mine && !view.over) focus(".ar-source");
    else focus(view.phase.includes("draw") ? ".ar-source.ar-can" : HAND_STOP);
  }, [view]);

  const chooseCard = (card: Held, byKey: boolean) => {
    if (view.phase === "discard" && chosen?.id === card.id) return play([`discard ${card.id}`]);
    if (view.phase === "pick" && byKey) wanted.current = FREE_STOP;
    choose(view.phase === "pick" && chosen?.id === card.id && !byKey ? null : card.id);
  };
  const back = () => {
    wanted.current = HAND_STOP;
    choose(null);
  };

  const others = view.players.filter((player) => player !== own);
  const bestCell = kind === "at" ? { x: Number(what[0]), y: Number(what[1]) } : null;
  const heading =
    !mine || readOnly
      ? view.over
        ? step
        : texts.waiting(names[view.to_move] ?? "", view.phase)
      : planted
        ? texts.place(cardName(planted))
        : step;

  return (
    <div
      ref={box}
      class="ar-board"
      onFocusIn={(event) => (focused.current = event.target as Element)}
      onFocusOut={(event) => {
        const next = event.relatedTarget as Node | null;
        if (next && !box.current?.contains(next)) focused.current = null;
      }}
    >
      <div class={own ? "ar-layout" : "ar-layout ar-watched"}>
        <header class={may ? "ar-step ar-now" : readOnly ? "ar-step ar-still" : "ar-step"}>
          {!view.over && <TurnSteps phase={view.phase} />}
          <h2>{heading}</h2>
          {may && (
            <p class="quiet">
              {planted && !arboretum.length ? texts.firstPlace : texts.howTo[planted ? "plant" : view.phase]}
            </p>
          )}
          {may && planted && choice?.touched && choice.cell && (
            <button type="button" class="button primary" onClick={() => choice.cell && plant(choice.cell)}>
              {texts.plantHere(cardName(planted))}
            </button>
          )}
          {may && view.phase === "discard" && chosen && (
            <button type="button" class="button primary" onClick={() => play([`discard ${chosen.id}`])}>
              {texts.discardThis(cardName(chosen))}
            </button>
          )}
        </header>
        <Supply
          view={view}
          seat={seat}
          mine={visiting ? null : seat}
          names={names}
          legal={moves}
          why={why}
          best={best}
          last={happened.discarded}
          draw={(move) => play([move])}
        />
        {own && (
          <section class="ar-own">
            <Title player={own} name={arboretumName} view={view} />
            <Plot
              arboretum={arboretum}
              name={arboretumName}
              paths={paths[own.seat] ?? []}
              preview={previewed ? previewed.changes.map((change) => change.path) : null}
              around={view.over ? [] : arboretum.length ? emptyCells(arboretum) : FIRST_CELLS}
              marked={happened.cells(own.seat)}
            >
              {(frame) =>
                planted ? (
                  <FreeCells
                    frame={frame}
                    plantings={places}
                    card={planted}
                    shown={choice?.cell ?? null}
                    show={(cell, touched) => choose(chosen?.id ?? null, cell, touched)}
                    best={best}
                    disabled={!may}
                    plant={plant}
                    back={back}
                  />
                ) : (
                  (view.phase === "pick" || !arboretum.length) &&
                  mine &&
                  emptyCells(arboretum).map((cell) => (
                    <div key={cellKey(cell)} class="ar-cell ar-place" style={frame.style(cell)} />
                  ))
                )
              }
            </Plot>
            <OwnHand
              player={own}
              name={visiting ? texts.handNamed(ownName) : texts.hand}
              why={may && chooses ? null : why}
              chosen={chosen?.id ?? picked?.id ?? null}
              fresh={happened.drawn}
              best={bestCard}
              choose={chooseCard}
            />
          </section>
        )}
        <div class="ar-others">
          {others.map((player) => {
            const name = names[player.seat] ?? "";
            const shown = bestCell && player.seat === view.to_move ? bestCell : null;
            return (
              <section key={player.seat} class="ar-other" aria-label={name}>
                <Title player={player} name={name} view={view}>
                  <OtherHand player={player} best={bestCard} />
                </Title>
                <Plot
                  arboretum={player.arboretum}
                  name={texts.arboretumOf(name)}
                  paths={paths[player.seat] ?? []}
                  around={shown ? [shown] : []}
                  marked={happened.cells(player.seat)}
                >
                  {(frame) =>
                    shown && (
                      <div class="ar-cell ar-free" style={frame.style(shown)}>
                        <BestBadge />
                      </div>
                    )
                  }
                </Plot>
              </section>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The steps of a turn, with the current one marked. */
function TurnSteps({ phase }: { phase: ArboretumView["phase"] }) {
  const stages = ["draw", "second draw", "pick", "discard"];
  const now = stages.indexOf(phase === "plant" ? "pick" : phase);
  return (
    <ol class="ar-steps" aria-label={arboretumTexts.stagesNamed}>
      {arboretumTexts.stages.map((stage, place) => (
        <li key={place} class={place < now ? "ar-done" : ""} aria-current={place === now ? "step" : undefined}>
          {stage}
        </li>
      ))}
    </ol>
  );
}

interface TitleProps {
  player: Player;
  name: string;
  view: ArboretumView;
  children?: preact.ComponentChildren;
}

function Title({ player, name, view, children }: TitleProps) {
  const moves = player.seat === view.to_move && !view.over;
  const points = view.scores[player.seat] ?? 0;
  return (
    <div class={moves ? "ar-title ar-moves" : "ar-title"}>
      <h3>{name}</h3>
      <span class="quiet">{view.over ? t.common.points(points) : arboretumTexts.inSight(points)}</span>
      {children}
    </div>
  );
}

/** Cards and cells to highlight after the last decisions. */
function justHappened(last: readonly Decision[]) {
  const decisions = last as readonly ArboretumDecision[];
  const drawn = new Set<string>();
  const origins = new Map<string, string>();
  for (const { seat, drawn: came, planted, discarded } of decisions) {
    if (came && isKnown(came.card)) {
      drawn.add(came.card.id);
      if (came.pile === null) origins.set(came.card.id, "deck");
    }
    const gone = planted ?? discarded;
    if (gone) origins.set(gone.id, `hand ${seat}`);
  }
  return {
    discarded: new Set(decisions.flatMap(({ discarded }) => discarded?.id ?? [])),
    drawn,
    originOf: (name: string) => origins.get(name) ?? null,
    /** The cells in which the seat has planted. */
    cells: (seat: number) =>
      new Set(
        decisions.flatMap((decision) =>
          decision.planted && decision.seat === seat ? [cellKey(decision.planted)] : [],
        ),
      ),
  };
}
