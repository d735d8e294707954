/** What a player can do beside moving: take back, give up, read the rules. */

import { useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { t } from "../texts";
import { agreed, Dialog, Icon, Tip } from "../ui";
import type { Ask } from "./acting";
import { lastDecisions, type TableState } from "./state";

export function RulesButton({ kind }: { kind: GameKind }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="book" />
        {t.table.rules}
      </button>
      {open && (
        <Dialog wide title={t.table.rulesOf(kind.title)} onClose={() => setOpen(false)}>
          <kind.RulesText />
        </Dialog>
      )}
    </>
  );
}

export function PlayerActions({ state, own, ask }: { state: TableState; own: number; ask: Ask }) {
  const refused = undoRefused(state, own);
  const moved = state.line.some((step) => step.decision?.seat === own);
  const go = async () => {
    const sure = moved
      ? await agreed(t.table.resignSure, t.table.resignText, t.table.resign)
      : await agreed(t.table.leaveSure, t.table.leaveText, t.table.leave);
    if (sure) await ask({ do: moved ? "resign" : "leave" });
  };
  return (
    <>
      <Tip text={refused}>
        <button
          type="button"
          class="button"
          aria-disabled={refused !== null}
          onClick={() => refused === null && ask({ do: "offer_undo" })}
        >
          <Icon name="undo" />
          {t.table.undo}
        </button>
      </Tip>
      <button type="button" class="button" onClick={go}>
        <Icon name="flag" />
        {moved ? t.table.resign : t.table.leave}
      </button>
    </>
  );
}

/** Why a turn cannot be taken back; null if it can be asked for. */
export function undoRefused(state: TableState, own: number): string | null {
  if (state.undo) return t.table.undoWaits;
  const turn = lastDecisions(state.line, state.line.length - 1);
  if (turn[0]?.seat !== own) return t.table.undoNotYours;
  return turn.some(({ revealed }) => revealed.length > 0) ? t.table.undoSeen : null;
}

/** An offer to take a turn back, and the answers to it. */
export function UndoOffer({ state, own, names, ask }: { state: TableState; own: number | null; names: readonly string[]; ask: Ask }) {
  const offer = state.undo;
  if (!offer) return null;
  const waiting = state.seats.filter(
    ({ seat, player, gone }) => player !== null && gone === null && seat !== offer.seat && !offer.agreed.includes(seat),
  );
  const asked = own !== null && waiting.some(({ seat }) => seat === own);
  const text =
    own === offer.seat
      ? t.table.undoYours(waiting.map(({ seat }) => names[seat] ?? ""))
      : t.table.undoTheirs(names[offer.seat] ?? "");
  return (
    <div class="tb-banner" role="status">
      <Icon name="undo" />
      <span>{text}</span>
      {asked && (
        <>
          <button type="button" class="button small primary" onClick={() => ask({ do: "answer_undo", accept: true })}>
            {t.table.agree}
          </button>
          <button type="button" class="button small" onClick={() => ask({ do: "answer_undo", accept: false })}>
            {t.table.decline}
          </button>
        </>
      )}
      {own === offer.seat && (
        <button type="button" class="button small" onClick={() => ask({ do: "answer_undo", accept: false })}>
          {t.table.withdraw}
        </button>
      )}
    </div>
  );
}
