/** The bank, where tokens are selected for a take. */

import { splendorTexts } from "../../texts/splendor";
import { classNames } from "../../ui/class-names";
import { amongButtons } from "./arrow-keys";
import type { BoardModel } from "./board-model";
import { Gem } from "./gems";
import { whyNotSelect } from "./reasons";
import { addable, legalTakes, type Selection, toggled } from "./token-selection";
import { TOKENS, type Token } from "./types";

const texts = splendorTexts.board;

interface BankProps {
  board: BoardModel;
  selection: Selection;
  setSelection: (selection: Selection) => void;
}

export function Bank({ board, selection, setSelection }: BankProps) {
  const takes = legalTakes(board.moves);
  const better = board.better?.kind === "take" ? board.better.colors : [];
  const pick = (token: Token) => token !== "gold" && setSelection(toggled(selection, token, takes));
  return (
    <div class="sp-bank" role="group" aria-label={texts.bank} onKeyDown={amongButtons}>
      {TOKENS.map((token) => {
        const staged = selection.filter((color) => color === token).length;
        const left = board.view.bank[token] - staged;
        const wanted = better.filter((color) => color === token).length;
        const why = whyNotToken(board, selection, token);
        // A selected color can always be put back.
        const off = why !== null && staged === 0;
        const note = why !== null && staged > 0 ? texts.putBack(token) : why;
        return (
          <button
            key={token}
            type="button"
            class={classNames(
              "sp-token",
              `sp-${token}`,
              staged > 0 && "sp-selected",
              wanted > 0 && "sp-best",
              !left && "sp-spent",
            )}
            data-bank={token}
            aria-disabled={off}
            data-tooltip={note ?? undefined}
            onClick={() => !off && pick(token)}
          >
            <span class="hidden-text">{`${texts.bankToken(token, left, staged)} ${note ?? ""}`}</span>
            <Gem token={token} />
            <span class="sp-count" aria-hidden="true">
              {left}
            </span>
            {wanted > 0 && (
              <span class="sp-best-tag" aria-hidden="true">
                {wanted}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );

  function whyNotToken(board: BoardModel, selection: Selection, token: Token): string | null {
    if (token === "gold") return splendorTexts.selecting.goldByReserving;
    if (addable(selection, token, takes)) return null;
    if (!board.active) return board.reason({ kind: "take", colors: [token] });
    return whyNotSelect(board.view, board.rules, selection, token);
  }
}
