/** The players' actions besides moves: undo, resign, leave, read the rules. */

import { useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { t } from "../texts";
import { askConfirmation, Dialog, Icon, Tooltip } from "../ui";
import type { SendCommand } from "./commands";
import { lastDecisions, type TableState } from "./state";
import { TableSettings } from "./table-settings";

export function RulesButton({ kind, state }: { kind: GameKind; state: TableState }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="book" />
        {t.table.rules}
      </button>
      {open && (
        <Dialog wide title={t.table.rulesOf(kind.title)} onClose={() => setOpen(false)}>
          <h3>{t.table.waitingRoom.settings}</h3>
          <TableSettings state={state} />
          <kind.RulesText />
        </Dialog>
      )}
    </>
  );
}

export function PlayerActions({ state, own, send }: { state: TableState; own: number; send: SendCommand }) {
  const refused = undoBlocked(state, own);
  const moved = state.line.some((step) => step.decision?.seat === own);
  const go = async () => {
    const sure = moved
      ? await askConfirmation(t.table.resignSure, t.table.resignText, t.table.resign)
      : await askConfirmation(t.table.leaveSure, t.table.leaveText, t.table.leave);
    if (sure) await send({ do: moved ? "resign" : "leave" });
  };
  return (
    <>
      <Tooltip text={refused}>
        <button
          type="button"
          class="button"
          aria-disabled={refused !== null}
          onClick={() => refused === null && send({ do: "offer_undo" })}
        >
          <Icon name="undo" />
          {t.table.undo}
        </button>
      </Tooltip>
      <button type="button" class="button" onClick={go}>
        <Icon name="flag" />
        {moved ? t.table.resign : t.table.leave}
      </button>
    </>
  );
}

/** Why a turn cannot be undone; null if an undo can be requested. */
export function undoBlocked(state: TableState, own: number): string | null {
  if (state.undo) return t.table.undoWaits;
  const turn = lastDecisions(state.line, state.line.length - 1);
  if (turn[0]?.seat !== own) return t.table.undoNotYours;
  return turn.some(({ revealed }) => revealed.length > 0) ? t.table.undoSeen : null;
}

/** An undo request, and the answers to it. */
export function UndoOffer({
  state,
  own,
  names,
  send,
}: {
  state: TableState;
  own: number | null;
  names: readonly string[];
  send: SendCommand;
}) {
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
          <button type="button" class="button small primary" onClick={() => send({ do: "answer_undo", accept: true })}>
            {t.table.agree}
          </button>
          <button type="button" class="button small" onClick={() => send({ do: "answer_undo", accept: false })}>
            {t.table.decline}
          </button>
        </>
      )}
      {own === offer.seat && (
        <button type="button" class="button small" onClick={() => send({ do: "answer_undo", accept: false })}>
          {t.table.withdraw}
        </button>
      )}
    </div>
  );
}
