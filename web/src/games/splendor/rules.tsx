/** The rules for human readers, with small pictures. */

import type { ComponentChildren } from "preact";
import { splendorTexts } from "../../texts/splendor";
import "./styles/index.css";
import { BackArt } from "./art";
import { CardFace, NobleFace } from "./card";
import { Gem } from "./gems";
import { type Card, COLORS, type Gems, type Noble, type Token } from "./types";

const texts = splendorTexts.rules;

export function RulesText() {
  return (
    <div class="sp-rules">
      <h3>{texts.aim}</h3>
      <p>{texts.aimText}</p>
      <h3>{texts.turn}</h3>
      <ul>
        <Point picture={<Stones tokens={["red", "green", "blue"]} />}>{texts.takeThree}</Point>
        <Point picture={<Stones tokens={["white", "white"]} />}>{texts.takeTwo}</Point>
        <Point picture={<Reserving />}>{texts.reserve}</Point>
        <Point picture={<Example />}>{texts.buy}</Point>
      </ul>
      <p>{texts.pass}</p>
      <h3>{texts.bonus}</h3>
      <p>{texts.bonusText}</p>
      <h3>{texts.gold}</h3>
      <p>{texts.goldText}</p>
      <h3>{texts.limit}</h3>
      <p>{texts.limitText}</p>
      <h3>{texts.nobles}</h3>
      <ul>
        <Point picture={<NobleExample />}>{texts.noblesText}</Point>
      </ul>
      <h3>{texts.end}</h3>
      <p>{texts.endText}</p>
      <p class="quiet">{texts.options}</p>
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
