/** The rules for people, with small pictures. */

import type { ComponentChildren } from "preact";
import { t } from "../../texts";
import "./board.css";
import { CardFace, NobleFace } from "./card";
import { Gem } from "./gems";
import { BackArt } from "./art";
import { COLORS, type Card, type Gems, type Noble, type Token } from "./types";

const words = t.splendor.rules;

export function RulesText() {
  return (
    <div class="sp-rules">
      <h3>{words.aim}</h3>
      <p>{words.aimText}</p>
      <h3>{words.turn}</h3>
      <ul>
        <Point picture={<Stones tokens={["red", "green", "blue"]} />}>{words.takeThree}</Point>
        <Point picture={<Stones tokens={["white", "white"]} />}>{words.takeTwo}</Point>
        <Point picture={<Reserving />}>{words.reserve}</Point>
        <Point picture={<Example />}>{words.buy}</Point>
      </ul>
      <p>{words.pass}</p>
      <h3>{words.bonus}</h3>
      <p>{words.bonusText}</p>
      <h3>{words.gold}</h3>
      <p>{words.goldText}</p>
      <h3>{words.limit}</h3>
      <p>{words.limitText}</p>
      <h3>{words.nobles}</h3>
      <ul>
        <Point picture={<NobleExample />}>{words.noblesText}</Point>
      </ul>
      <h3>{words.end}</h3>
      <p>{words.endText}</p>
      <p class="quiet">{words.options}</p>
    </div>
  );
}

function Point({ picture, children }: { picture: ComponentChildren; children: ComponentChildren }) {
  return (
    <li>
      <span class="sp-picture" aria-hidden="true">
        {picture}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Stones({ tokens }: { tokens: Token[] }) {
  return (
    <>
      {tokens.map((token, place) => (
        <Gem key={place} token={token} />
      ))}
    </>
  );
}

function Reserving() {
  return (
    <>
      <span class="sp-card sp-back">
        <BackArt tier={1} />
      </span>
      <Gem token="gold" />
    </>
  );
}

function Example() {
  const card: Card = { id: 3, tier: 1, color: "blue", points: 1, cost: gems({ red: 3, white: 2 }) };
  return (
    <span class="sp-card sp-blue">
      <CardFace card={card} />
    </span>
  );
}

function NobleExample() {
  const noble: Noble = { id: 2, name: "", points: 3, requirement: gems({ green: 4, red: 4 }) };
  return (
    <span class="sp-noble">
      <NobleFace noble={noble} />
    </span>
  );
}

function gems(some: Partial<Gems>): Gems {
  return { ...(Object.fromEntries(COLORS.map((color) => [color, 0])) as Gems), ...some };
}
