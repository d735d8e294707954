/** The dialog that starts a new game against bots from a position. */

import { useState } from "preact/hooks";
import { go, paths, rememberInvite } from "../router";
import * as api from "../server/api";
import type { BotOffered } from "../server/types";
import { t } from "../texts";
import { Dialog, Loaded, toastError, useLoaded } from "../ui";
import { SeatSelect } from "./seat-select";

/** The strongest of the levels. */
function strongest(bots: readonly BotOffered[]): string | null {
  return bots.findLast(({ level }) => level !== null)?.bot ?? null;
}

interface PlayOnDialogProps {
  table: string;
  invite: string | null;
  decisions: number;
  names: readonly string[];
  /** The seat to suggest. */
  seat: number;
  onClose: () => void;
}

export function PlayOnDialog({ table, invite, decisions, names, seat: first, onClose }: PlayOnDialogProps) {
  const bots = useLoaded(api.bots);
  const [seat, setSeat] = useState(first);
  const [bot, setBot] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const request = { decisions, seat, bot: bot ?? strongest(bots.value ?? []) };
      const made = await api.playOn(table, request, invite);
      if (made.invite) rememberInvite(made.table, made.invite);
      go(paths.table(made.table, made.invite ?? null));
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.review.playOnTitle} onClose={onClose}>
      <form class="stack" onSubmit={begin}>
        <p>{t.review.playOnText}</p>
        <SeatSelect label={t.review.playOnSeat} names={names} seat={seat} choose={setSeat} />
        <Loaded of={bots}>
          {(offered) => (
            <label class="field">
              {t.review.playOnBot}
              <select value={bot ?? strongest(offered) ?? ""} onChange={(event) => setBot(event.currentTarget.value)}>
                {offered.map((one) => (
                  <option key={one.bot} value={one.bot}>
                    {t.review.bot(one.title, one.level)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </Loaded>
        <div class="row ui-dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {t.common.cancel}
          </button>
          <button type="submit" class="button primary" aria-disabled={busy}>
            {t.review.playOnBegin}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
