/** The bank: tokens to be laid apart for a take. */

import { t } from "../../texts";
import { classes } from "./classes";
import { Gem } from "./gems";
import { amongButtons } from "./keys";
import { whyNotStage } from "./reasons";
import type { Scene } from "./scene";
import { type Stage, addable, clicked, takesAmong } from "./staging";
import { TOKENS, type Token } from "./types";

const words = t.splendor.board;

interface BankProps {
  scene: Scene;
  stage: Stage;
  setStage: (stage: Stage) => void;
}

export function Bank({ scene, stage, setStage }: BankProps) {
  const takes = takesAmong(scene.moves);
  const better = scene.better?.kind === "take" ? scene.better.colors : [];
  const pick = (token: Token) => token !== "gold" && setStage(clicked(stage, token, takes));
  return (
    <div class="sp-bank" role="group" aria-label={words.bank} onKeyDown={amongButtons}>
      {TOKENS.map((token) => {
        const staged = stage.filter((color) => color === token).length;
        const left = scene.view.bank[token] - staged;
        const wanted = better.filter((color) => color === token).length;
        const why = whyNotToken(scene, stage, token);
        // A staged color can always be put back.
        const off = why !== null && staged === 0;
        const note = why !== null && staged > 0 ? words.putBack(token) : why;
        return (
          <button
            key={token}
            type="button"
            class={classes(
              "sp-token",
              `sp-${token}`,
              staged > 0 && "sp-staged",
              wanted > 0 && "sp-best",
              !left && "sp-spent",
            )}
            data-bank={token}
            aria-disabled={off}
            data-tip={note ?? undefined}
            onClick={() => !off && pick(token)}
          >
            <span class="hidden-text">{`${words.bankToken(token, left, staged)} ${note ?? ""}`}</span>
            <Gem token={token} />
            <span class="sp-count" aria-hidden="true">{left}</span>
            {wanted > 0 && <span class="sp-best-tag" aria-hidden="true">{wanted}</span>}
          </button>
        );
      })}
    </div>
  );

  function whyNotToken(scene: Scene, stage: Stage, token: Token): string | null {
    if (token === "gold") return t.splendor.why.goldByReserving;
    if (addable(stage, token, takes)) return null;
    if (!scene.active) return scene.reason({ kind: "take", colors: [token] });
    return whyNotStage(scene.view, scene.rules, stage, token);
  }
}
