/** The small choice beside a card: nothing is bought or reserved by one slip of the hand. */

import { t } from "../../texts";
import { Menu } from "../../ui/popover";
import { goldComes, payment, price } from "./legal";
import { type Move, text } from "./notation";
import type { Scene } from "./scene";
import { type Card, type Row, cardAt, rulesOf } from "./types";

const words = t.splendor.board;

interface ChoiceProps {
  scene: Scene;
  place: string;
  anchor: HTMLElement;
  close: () => void;
}

export function Choice({ scene, place, anchor, close }: ChoiceProps) {
  const card = place.length > 1 ? cardAt(scene.view, place, scene.seat ?? undefined) : null;
  const title = card ? t.splendor.card(card) : t.splendor.described.topCard(place as Row);
  const items = options(scene, place, card).map(([move, label]) => ({
    key: move.kind,
    label,
    refused: scene.reason(move),
    choose: () => scene.play([text(move)]),
  }));
  return <Menu anchor={anchor} label={words.choice(title)} items={items} onClose={close} />;
}

/** What there is to do with what lies at a place. */
function options(scene: Scene, place: string, card: Card | null): [Move, string][] {
  const rules = rulesOf(scene.rules);
  const gold = goldComes(scene.view, rules);
  if (!card) return [[{ kind: "reserve", place }, words.reserveBlind(gold)]];
  const buy: [Move, string] = [{ kind: "buy", place }, buyLabel(scene, place, card)];
  if (place.startsWith("r")) return [buy];
  return [buy, [{ kind: "reserve", place }, gold ? words.reserveGold : words.reserveOnly]];
}

function buyLabel(scene: Scene, place: string, card: Card): string {
  if (!scene.me || scene.reason({ kind: "buy", place }) !== null) return words.buy;
  if (rulesOf(scene.rules).payment === "choose") return words.buyChoosing(price(card, scene.me));
  return words.buyFor(payment(card, scene.me));
}
