/** What is to be done now, step by step: a take that is laid apart, tokens to return, a price to pay, a noble. */

import type { ComponentChildren } from "preact";
import { t } from "../../texts";
import { NobleFace } from "./card";
import { classes } from "./classes";
import { Gem } from "./gems";
import { owedNext } from "./legal";
import { nameOf } from "./player";
import { type Scene, isBetter } from "./scene";
import { type Stage, stagedMove, without } from "./staging";
import { type Player, TOKENS, TOKEN_LIMIT, type Token, mover, total } from "./types";

const words = t.splendor.board;

/** Tokens laid apart: for a take, or to go back. */
export interface Laid {
  laid: readonly Token[];
  lay: (tokens: readonly Token[]) => void;
}

export function Steps({ scene, laid, lay }: { scene: Scene } & Laid) {
  const { view, seat } = scene;
  if (view.over || scene.still) return null;
  const player = mover(view);
  if (view.to_move !== seat) {
    return <p class="sp-step sp-waiting">{words.turnOf(nameOf(scene, player))}</p>;
  }
  switch (view.phase) {
    case "return":
      return <Returning scene={scene} player={player} laid={laid} lay={lay} />;
    case "pay":
      return <Paying scene={scene} player={player} />;
    case "noble":
      return <ChoosingNoble scene={scene} />;
    default:
      return <Taking scene={scene} laid={laid} lay={lay} />;
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

function Taking({ scene, laid, lay }: { scene: Scene } & Laid) {
  if (scene.moves[0] === "pass") {
    return (
      <Step title={words.yourTurn} note={t.splendor.task.pass}>
        <button type="button" class="button primary" onClick={() => scene.play(["pass"])}>
          {words.pass}
        </button>
      </Step>
    );
  }
  const stage = laid as Stage;
  const move = stagedMove(stage, scene.moves);
  const note = move || !scene.active ? undefined : stage.length ? words.staging : words.nothingStaged;
  return (
    <Step title={stage.length ? words.taking : words.yourTurn} {...(note && { note })}>
      {stage.length > 0 && (
        <Apart laid={stage} lay={(tokens) => lay(tokens)}>
          <Confirm label={words.take} why={move ? null : scene.active ? words.staging : t.common.idle.notNow} act={() => move && scene.play([move])} />
        </Apart>
      )}
    </Step>
  );
}

function Returning({ scene, player, laid, lay }: { scene: Scene; player: Player } & Laid) {
  const count = total(player.tokens) - TOKEN_LIMIT;
  const full = laid.length === count;
  const short = words.returnStep(count - laid.length);
  return (
    <Step title={words.returnStep(count)} note={words.returnNote(TOKEN_LIMIT)}>
      <div class="sp-choices">
        {TOKENS.filter((token) => player.tokens[token] > 0).map((token) => {
          const left = player.tokens[token] - laid.filter((other) => other === token).length;
          const enough = full ? words.enough : left === 0 ? words.allApart(token) : null;
          const why = scene.reason({ kind: "return", token }) ?? enough;
          const better = isBetter(scene, { kind: "return", token });
          return (
            <button
              key={token}
              type="button"
              class={classes("sp-token", `sp-${token}`, better && "sp-best")}
              aria-disabled={why !== null}
              data-tip={why ?? undefined}
              onClick={() => why === null && lay([...laid, token])}
            >
              <span class="hidden-text">{`${words.returnOne(token, left)} ${why ?? ""}`}</span>
              <Gem token={token} />
              <span class="sp-count" aria-hidden="true">{left}</span>
            </button>
          );
        })}
      </div>
      <Apart laid={laid} lay={lay}>
        <Confirm
          label={words.returnConfirm}
          why={full ? null : short}
          act={() => scene.play(laid.map((token) => `return ${token}`))}
        />
      </Apart>
    </Step>
  );
}

function Paying({ scene, player }: { scene: Scene; player: Player }) {
  const { buying } = scene.view;
  const owed = owedNext(scene.view);
  if (!buying || !owed) return null;
  const ways = scene.moves.length ? ([owed, "gold"] as const) : [];
  return (
    <Step title={words.payStep(owed, buying.owed[owed])} note={words.payNote(buying.card, buying.owed)}>
      <div class="sp-choices">
        {ways.map((token) => (
          <button
            key={token}
            type="button"
            class={classes("button sp-pay", isBetter(scene, { kind: "pay", token }) && "sp-best")}
            onClick={() => scene.play([`pay ${token}`])}
          >
            <Gem token={token} />
            {words.payWith(token, player.tokens[token])}
          </button>
        ))}
      </div>
    </Step>
  );
}

function ChoosingNoble({ scene }: { scene: Scene }) {
  return (
    <Step title={words.nobleStep} note={words.nobleNote}>
      <div class="sp-choices">
        {scene.view.nobles.map((noble, place) => {
          const slot = place + 1;
          if (!noble || scene.reason({ kind: "noble", slot }) !== null) return null;
          const name = words.noble(noble.name, noble.points, noble.requirement);
          return (
            <button
              key={slot}
              type="button"
              class={classes("sp-noble", isBetter(scene, { kind: "noble", slot }) && "sp-best")}
              data-tip={noble.name}
              onClick={() => scene.play([`noble ${slot}`])}
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

/** What is laid apart, each to be put back by a click, and what can be done with it. */
function Apart({ laid, lay, children }: Laid & { children: ComponentChildren }) {
  return (
    <div class="sp-apart">
      {laid.map((token, place) => (
        <button
          key={place}
          type="button"
          class={`sp-token sp-${token}`}
          aria-label={words.putBack(token)}
          data-tip={words.putBack(token)}
          onClick={() => lay(without(laid, token))}
        >
          <Gem token={token} />
        </button>
      ))}
      {laid.length > 0 && (
        <button type="button" class="button" onClick={() => lay([])}>
          {words.clear}
        </button>
      )}
      {children}
    </div>
  );
}

function Confirm({ label, why, act }: { label: string; why: string | null; act: () => void }) {
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={why !== null}
      aria-label={why === null ? label : `${label}. ${why}`}
      data-tip={why ?? undefined}
      onClick={() => why === null && act()}
    >
      {label}
    </button>
  );
}
